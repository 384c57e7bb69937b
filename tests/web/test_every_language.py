"""Every screen in every language and in a pseudo-language (longer, accented, in brackets): nothing is wider than the
page, no button's text is cut off, nothing is left in English, and axe finds nothing serious.

`./test` checks a seeded sample: four screens of the pseudo-language on a phone and the fullest one on a desktop, four
in real languages. LUTETIA_FULL checks all screens in all languages, in light and dark, on desktop and phone.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import count, product
from pathlib import Path

import httpx2 as httpx
import pytest
from playwright.sync_api import WebSocketRoute, expect
from test_access import check as accessible
from test_puzzles import easy
from visitors import FULL, OVER_OR_MY_TURN, PHONE, Person

from lutetia.bots.levels import LEVELS
from lutetia.cli import admin, errors
from lutetia.core import catalogue
from lutetia.core.edition import read_toml
from lutetia.games import manifest, manifests
from lutetia.games.lumiere.rules.edition import CARD_NAMES

from browsers import CONTEXT
from late_games import late_game

LOOKS = (Path(__file__).parent / "looks.js").read_text()
DESK = {"viewport": {"width": 1280, "height": 800}}
DEVICES = {"phone": PHONE, "desk": DESK}
LANGUAGES = [*catalogue.languages(), catalogue.PSEUDO]
MODERATORS = count()


def names() -> list[str]:
    """What is the same in every language: names."""
    districts = read_toml(manifest("paris").edition_file)["districts"]["names"]
    found = {
        "Lutetia",
        "La Cité de la Lumière",
        "La Cité de",
        "la Lumière",
        "Carte postale",
        "Petit",
        "Bodoni Moda",
    }
    # Times and dates, which the browser writes: it knows no pseudo-language.
    found |= {"this minute", r"(second|minute)s? ago", r"[A-Z][a-z]{2} \d+, \d{4}(, [\d:]+\s[AP]M)?"}
    found |= {"Amarante", "Source Sans 3", "SIL Open Font License", "Bouillon", "St-Germain", "Svelte"}
    found |= {name for game in manifests() for credit in game.credits for name in credit.names}
    found |= {one.name for level in LEVELS for one in level.characters} | set(CARD_NAMES.values()) | set(districts)
    return sorted(found, key=len, reverse=True)


class Reader(Person):
    """Somebody who reads a language, and finds buttons by what they say in it."""

    language = "en"
    url: str
    data: Path
    """The server, and its folder, for commands of the operator."""

    def called(self, english: str) -> str:
        if self.language == catalogue.PSEUDO:
            return catalogue.pseudo_text(english)
        return catalogue.catalogue(self.language).text(english)


Screen = Callable[[Reader], None]
SCREENS: dict[str, Screen] = {}


def screen(made: Screen) -> Screen:
    SCREENS[made.__name__] = made
    return made


for path in (
    "/",
    "/tables",
    "/mine",
    "/me",
    "/help",
    "/about",
    "/rules/lumiere",
    "/rules/paris",
    "/nowhere",
):
    SCREENS[path] = lambda me, path=path: expect(me.open(path).locator("h1").first).to_be_attached()  # type: ignore[misc]


for path, ready in {
    "/tutorial/lumiere": "[data-moment]",
    "/tutorial/paris": "[data-moment]",
    "/tutorial/lumiere/parts": "[data-part]",
    "/tutorial/paris/parts": "[data-part]",
    "/rules/lumiere/card": "[data-ready=true]",
    "/rules/paris/card": "[data-ready=true]",
    "/companion/lumiere": "[data-ready=true]",
    "/companion/paris": "[data-ready=true]",
    "/rules/data": "[data-find]",
    "/rules/data#paris": "#paris-bonus-30",
    "/puzzles": "[data-game] footer",
    "/openings/lumiere": "li .rate",
    "/openings/paris": "li .rate",
}.items():
    SCREENS[path] = lambda me, path=path, ready=ready: expect(me.open(path).locator(ready).first).to_be_visible()  # type: ignore[misc]


@screen
def correcting(me: Reader) -> None:
    """A component in the gallery's editor, with a fault."""
    page = me.open("/rules/data")
    page.locator("#lumiere-fountain button").click()
    page.locator("dialog [data-cell='0,0']").click()
    expect(page.locator("dialog .faults li")).to_be_visible()


@screen
def options(me: Reader) -> None:
    me.open("/").get_by_role("button", name=me.called("Options")).first.click()


@screen
def seats(me: Reader) -> None:
    """The form for a new table with a row for each of four seats."""
    page = me.open("/")
    page.get_by_role("button", name=me.called("Options")).last.click()
    page.locator("dialog select").first.select_option("4")
    expect(page.locator("dialog ol select")).to_have_count(3)


@screen
def names_here(me: Reader) -> None:
    """The form for people who share a device, with every option."""
    page = me.open("/")
    page.get_by_role("button", name=me.called("One device")).first.click()
    page.locator("dialog summary").click()
    page.locator("dialog details select").first.select_option("picked")
    expect(page.locator("dialog input[type=checkbox]").first).to_be_visible()


@screen
def waiting(me: Reader) -> None:
    me.table("human", "open")
    expect(me.page.get_by_role("img", name=me.called("QR code of the link"))).to_be_visible()


@screen
def handover(me: Reader) -> None:
    me.table("human", "human")
    expect(me.page.locator("main section button.primary")).to_be_visible()


def _playing(me: Reader, game: str, steps: int) -> str:
    id_ = me.table("human", "level1", game=game)
    me.play_until(id_, steps)
    me.page.reload()
    expect(me.page.locator("[data-status=running]")).to_be_visible()
    expect(me.page.locator("button[aria-keyshortcuts=l]")).to_be_visible()
    return id_


@screen
def lumiere(me: Reader) -> None:
    _playing(me, "lumiere", 12)


@screen
def building(me: Reader) -> None:
    _playing(me, "lumiere", 36)


@screen
def steps(me: Reader) -> None:
    _playing(me, "lumiere", 36)
    me.page.locator("button[aria-keyshortcuts=l]").click()
    expect(me.page.locator("dialog button.step[data-step]").first).to_be_visible()


@screen
def menu(me: Reader) -> None:
    _playing(me, "lumiere", 2)
    me.page.get_by_role("button", name=me.called("Menu of this table")).click()


@screen
def rules(me: Reader) -> None:
    """Over the table."""
    menu(me)
    me.page.locator("dialog a[href^='/rules/']").click()
    expect(me.page.locator("dialog .law").first).to_be_visible()


@screen
def paris(me: Reader) -> None:
    _playing(me, "paris", 40)


@screen
def paris_steps(me: Reader) -> None:
    _playing(me, "paris", 60)
    me.page.locator("button[aria-keyshortcuts=l]").click()
    expect(me.page.locator("dialog button.step[data-step]").first).to_be_visible()


@screen
def end(me: Reader) -> None:
    id_ = me.table("human", "level1")
    me.play_until(id_, 30)
    me.post(f"/api/games/{id_}/resign")
    me.open(f"/t/{id_}")
    expect(me.page.get_by_role("button", name=me.called("Play again"))).to_be_visible()


@screen
def replay(me: Reader) -> None:
    id_ = me.table("human", "level1", game="paris")
    me.play_until(id_, 30)
    me.post(f"/api/games/{id_}/resign")
    me.open(f"/r/{id_}")
    expect(me.page.get_by_role("slider", name=me.called("Move"))).to_be_visible()


def _shared(me: Reader) -> str:
    content, _steps = late_game()
    return str(me.post("/api/records", content)["token"])


@screen
def replay_menu(me: Reader) -> None:
    me.open(f"/s/{_shared(me)}?at=2")
    expect(me.page.locator("[data-at='2']")).to_be_visible()
    me.page.keyboard.press("?")
    expect(me.page.locator("dialog dl")).to_be_visible()


def _analysed(me: Reader) -> None:
    token = _shared(me)
    me.post(f"/api/shared/{token}/analysis")  # the page shows it by itself
    me.open(f"/s/{token}?at=2")
    expect(me.page.locator("[data-at='2']")).to_be_visible()
    me.page.keyboard.press("a")
    expect(me.page.locator(".analysis li button").first).to_be_visible(timeout=300_000)
    expect(me.page.locator(".analysis progress")).to_have_count(0, timeout=300_000)


@screen
def analysis(me: Reader) -> None:
    _analysed(me)


@screen
def mistake(me: Reader) -> None:
    """A mistake on the board, with the engine beside it."""
    _analysed(me)
    me.page.locator(".analysis li button").first.click()
    expect(me.page.locator("div.verdict")).to_be_visible()
    me.page.keyboard.press("e")
    expect(me.page.locator("section[data-engine]:not([data-engine=''])")).to_be_visible()


@screen
def learning(me: Reader) -> None:
    """Looking for a better turn than a mistake."""
    _analysed(me)
    me.page.locator(".analysis .summary ~ .button").click()
    expect(me.page.locator("[data-exercise='0']")).to_be_visible()


@screen
def study(me: Reader) -> None:
    content, _steps = late_game()
    token = me.post("/api/studies", {"name": "Lutetia", "record": content, "at": 2, "steps": []})["token"]
    me.open(f"/study/{token}?at=2")
    expect(me.page.locator("[data-at]")).to_be_visible()
    me.page.keyboard.press("s")
    expect(me.page.locator(".study, dialog, [role=tab][aria-selected=true]").first).to_be_visible()


@screen
def branch(me: Reader) -> None:
    """Steps beside the game of a study: on a phone all buttons stand in one row."""
    content, _steps = late_game()
    token = me.post("/api/studies", {"name": "Lutetia", "record": content, "at": 2, "steps": []})["token"]
    me.open(f"/study/{token}?at=2")
    me.page.locator("[data-at='2']").wait_for()
    me.page.keyboard.press("w")
    expect(me.page.locator("[data-at='2+0']")).to_be_visible()


@screen
def puzzle(me: Reader) -> None:
    me.open(f"/puzzles/{easy('paris').id}")
    expect(me.page.locator("[data-entered='0']")).to_be_attached()
    me.page.locator("[data-act=solution]").click()
    expect(me.page.locator("section[data-phase=shown]")).to_be_visible()


@screen
def player(me: Reader) -> None:
    id_ = me.table("human", "level1")
    me.play_until(id_, 4)
    me.post(f"/api/games/{id_}/resign")
    who = me.page.request.get("/api/me").json()["person"]["id"]
    me.open(f"/player/{who}")
    expect(me.page.locator(".dots")).to_be_visible()


def _moderation(me: Reader, part: str) -> None:
    """A part of the moderators' page, with something in it."""
    if not (me.page.request.get("/api/me").json()["person"] or {}).get("moderator"):
        login, name = (f"{word}{next(MODERATORS)}" for word in ("moderator.", "Petit "))
        me.post("/api/me/register", {"login": login, "password": "le fer et la lumière", "name": name})
        assert errors.run(admin.app, ["moderator", login, "--data", str(me.data)]) == 0
        _report(me)
        me.post("/api/moderation/invitations", {"uses": 3})
    page = me.open("/moderation")
    page.get_by_role("navigation", name=me.called("Moderation")).get_by_role("button", name=me.called(part)).click()
    expect(page.locator("nav button[aria-current]")).to_have_text(me.called(part))


def _report(me: Reader) -> None:
    """Somebody is rude to somebody else, who reports it."""
    with httpx.Client(base_url=me.url) as rude, httpx.Client(base_url=me.url) as victim:
        private = {"game": "lumiere", "seats": ["human", "open"], "private": True}
        game = rude.post("/api/games", json=private).json()["id"]
        victim.post(f"/api/games/{game}/join")
        for one in (rude, victim):
            one.patch("/api/me", json={"name": "Petit"})
        message = rude.post(f"/api/games/{game}/chat", json={"text": "Lutetia"}).json()["id"]
        report = {"text": "Lutetia"}
        assert victim.post(f"/api/games/{game}/chat/{message}/report", json=report).status_code == 204


@screen
def reports(me: Reader) -> None:
    _moderation(me, "Reports")
    expect(me.page.get_by_role("button", name=me.called("Remove the message")).first).to_be_visible()


@screen
def moderated_people(me: Reader) -> None:
    _moderation(me, "People")
    me.page.get_by_label(me.called("Name or id")).fill("Petit")
    expect(me.page.get_by_text("Petit").first).to_be_visible()


@screen
def block(me: Reader) -> None:
    moderated_people(me)
    me.page.locator("main li button.bad").first.click()
    expect(me.page.get_by_role("dialog")).to_be_visible()


@screen
def rated_games(me: Reader) -> None:
    _moderation(me, "Rated games")


@screen
def invitations(me: Reader) -> None:
    _moderation(me, "Invitations")
    expect(me.page.get_by_role("button", name=me.called("End")).first).to_be_visible()


@screen
def audit(me: Reader) -> None:
    _moderation(me, "Audit log")


def sample() -> list[tuple[str, str, str, str]]:
    """Language, device, look, screen."""
    every = list(product(LANGUAGES, DEVICES, ("light", "dark"), SCREENS))
    if FULL:
        return every
    chosen = random.Random(1889)
    pseudo = [(catalogue.PSEUDO, "phone", "light", name) for name in SCREENS]
    real = [one for one in every if one[0] != catalogue.PSEUDO]
    narrow = (catalogue.PSEUDO, "desk", "light", "/tutorial/paris")  # the fullest columns there are
    return sorted([*chosen.sample(pseudo, 2), *chosen.sample(real, 3), narrow])


@pytest.fixture(scope="session")
def readers(chromium, url, process):
    """One browser context for each language, device and theme, so that loaded files stay cached."""
    known: dict[tuple[str, str, str], Reader] = {}

    def find(language: str, device: str, look: str) -> Reader:
        key = (language, device, look)
        if key not in known:
            kind = CONTEXT | DEVICES[device] | {"color_scheme": look}
            context = chromium.new_context(base_url=url, **kind)
            context.add_cookies([{"name": "language", "value": language, "url": url}])
            known[key] = Reader(context)
            known[key].language, known[key].url, known[key].data = language, url, process.data
        return known[key]

    return find  # the browser closes its contexts; the last test of the process may have no event loop for that


@pytest.mark.parametrize(("language", "device", "look", "name"), sample())
def test_nothing_is_cut_off_or_left_in_english(readers, language, device, look, name):
    me = readers(language, device, look)
    SCREENS[name](me)
    me.page.wait_for_load_state("networkidle")
    assert me.page.evaluate("document.documentElement.lang") == language
    assert me.page.evaluate(LOOKS, names()) == []
    if language != catalogue.PSEUDO:  # which axe would rightly call no language
        accessible(me.page)
    assert me.faults == []


@pytest.mark.full
def test_on_the_smallest_phone_the_language_is_chosen_on_top(person):
    """Whoever cannot read the page finds the name of a language at once, whole, beside the account."""
    me = person(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    page = me.open("/")
    choice, account = page.locator("header .language select"), page.locator("header .sign svg")
    for language in catalogue.languages():
        choice.select_option(language)
        expect(page.locator(f"html[lang={language}]")).to_have_count(1)
        expect(choice).to_be_in_viewport(ratio=1)
        expect(account).to_be_in_viewport(ratio=1)
        whole, end = choice.evaluate("one => [one.scrollWidth <= one.clientWidth, one.getBoundingClientRect().right]")
        assert whole, language
        assert end <= account.bounding_box()["x"]
        assert page.evaluate("document.documentElement.scrollWidth") == 320
    me.open("/help")
    page.locator("header .language select").select_option("en")
    expect(page.locator("html[lang=en]")).to_have_count(1)


def test_a_language_is_chosen_in_the_middle_of_a_game(person):
    """The position stays, its words change, also those of the server, in every tab; and it is remembered."""
    me = person(**DESK)
    id_ = me.table("human", "random", game="paris")
    expect(me.page.locator(OVER_OR_MY_TURN).first).to_be_visible()
    other = me.context.new_page()
    other.goto("/help")
    me.page.get_by_role("button", name="Menu of this table").click()
    me.page.locator("dialog .language select").select_option("cs")
    expect(me.page.locator("html[lang=cs]")).to_have_count(1)
    me.page.keyboard.press("Escape")
    question = me.page.request.get(f"/api/games/{id_}/told").json()["question"]
    assert question != ""
    expect(me.page.get_by_text(question).first).to_be_visible()
    expect(me.page.locator("button[aria-keyshortcuts=l]")).to_be_visible()
    expect(other.locator("html[lang=cs]")).to_have_count(1)
    expect(other.get_by_role("heading", level=1)).to_have_text(catalogue.catalogue("cs").text("Rules and help"))
    me.page.reload()
    expect(me.page.locator("html[lang=cs]")).to_have_count(1)


@pytest.mark.full
def test_a_language_is_chosen_with_something_in_the_hand(person):
    """A pending question and half of its answer stay, in every language; both sides of it stand beside the buttons."""
    me = person(**DESK)
    cards = [
        "levitation",
        "jardin",
        "peintre",
        "lampadaire",
        "bouquinistes",
        "metropolitain",
        "chartier",
        "sacre-coeur",
    ]
    id_ = me.table("human", "random", options={"postcards": cards, "first": "orange"})
    while "card levitation" not in (state := me.state(id_))["legal"]:
        me.play_until(id_, sum(len(turn["steps"]) for turn in state["view"]["turns"]) + 1)
    me.post(f"/api/games/{id_}/steps", {"seq": state["seq"], "step": "card levitation", "client_key": "levitation"})
    gives = me.page.locator("[data-give]").first
    gives.click()
    for language in catalogue.languages():
        me.page.locator("header select").select_option(language)
        expect(me.page.locator(f"html[lang={language}]")).to_have_count(1)
        question = catalogue.catalogue(language).text("Choose what to give back and what to take from the supply.")
        expect(me.page.get_by_text(question)).to_be_visible()
        expect(gives).to_have_attribute("aria-pressed", "true")
        hands, acts = (me.page.locator(one).bounding_box() for one in (".hands", "[role=toolbar]"))
        assert hands["x"] + hands["width"] <= acts["x"]
        assert me.page.locator(".hands").evaluate("one => one.scrollWidth <= one.clientWidth"), language
    me.page.reload()
    expect(me.page.locator(f"html[lang={language}]")).to_have_count(1)
    expect(me.page.locator("[data-give]").first).to_be_visible()


@pytest.mark.full
def test_a_refused_step_links_to_its_rule_over_the_table(person):
    me = person(**DESK)

    def old_list(socket: WebSocketRoute) -> None:
        """As if the list were old: the server says no, with the rule."""
        server = socket.connect_to_server()
        socket.on_message(lambda message: server.send(json.dumps(json.loads(message) | {"step": "pass"})))

    me.page.route_web_socket("**/live?*", old_list)
    id_ = me.table("human", "random")
    expect(me.page.locator("[data-status=running]")).to_be_visible()
    me.page.locator("button[aria-keyshortcuts=l]").click()
    me.page.locator("dialog button.step[data-step]").first.click()
    link = me.page.locator(".notes a[href^='/rules/lumiere#L']")
    rule = link.get_attribute("href").partition("#")[2]
    link.click()
    expect(me.page.locator(f"dialog [data-ids~={rule}]")).to_be_in_viewport()
    expect(me.page.locator("dialog figure svg").first).to_be_attached()
    me.page.go_back()
    expect(me.page.locator("dialog")).to_have_count(0)
    expect(me.page).to_have_url(f"{me.page.url.partition('/t/')[0]}/t/{id_}")


def test_an_owner_corrects_the_fountain_and_plays_with_it(person, tmp_path):
    """From the gallery to a table: find the fountain, correct it by mouse and keyboard, save it, print, play."""
    me = person(**DESK)
    page = me.open("/rules/data")
    page.get_by_label("Find a component").fill("fountain")
    expect(page.get_by_role("heading", name="The garden")).to_have_count(0)
    card, sheet = page.locator("#lumiere-fountain"), page.get_by_role("dialog")
    card.get_by_role("button", name="Correct The fountain").click()
    sheet.locator("[data-cell='0,0']").click()  # a space on its own
    expect(sheet.get_by_role("status")).to_contain_text("empty")
    sheet.get_by_role("button", name="Undo").click()
    expect(sheet.get_by_role("status")).to_contain_text("No faults")
    sheet.locator("[data-cell='2,2']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(sheet.locator("[aria-pressed=true]")).to_have_count(1)
    sheet.get_by_role("button", name="Done").click()
    expect(card).to_contain_text("changed")

    page.reload()  # what is not saved is still there
    expect(card).to_contain_text("Size 1")
    page.get_by_role("button", name="Save …").click()
    sheet.locator("textarea").fill("First printing")
    with page.expect_download() as saving:
        sheet.locator("[data-save]").click()
    mine = tmp_path / "mine.toml"
    saving.value.save_as(mine)
    assert mine.read_text().startswith("# First printing\n")
    ours = read_toml(manifest("lumiere").edition_file)
    assert read_toml(mine) == ours | {"pieces": ours["pieces"] | {"fountain": ["#"]}}

    page.get_by_role("button", name="Reset all").click()
    expect(card).not_to_contain_text("changed")
    page.get_by_role("region", name="Your edition").get_by_role("button", name="Undo").click()
    expect(card).to_contain_text("changed")
    page.get_by_role("button", name="Reset all").click()
    file = page.locator("input[type=file]")
    thrice = b"[large_lamp]\npattern = [[0, 1], [0, 1], [0, 1]]\n"  # the same fault twice, named once
    file.set_input_files({"name": "bad.toml", "mimeType": "", "buffer": thrice})
    expect(page.get_by_role("alert")).to_contain_text("bad.toml cannot be used:")
    expect(page.get_by_role("alert").get_by_text("[0, 1] is listed twice")).to_have_count(1)
    file.set_input_files(mine)
    expect(card).to_contain_text("changed")

    printed = tmp_path / "checklist.pdf"
    page.pdf(path=printed, format="A4")
    assert 3 <= printed.read_bytes().count(b"/Type /Page\n") <= 8

    page.get_by_role("button", name="Play with it").click()
    page.locator("[data-start]").click()
    expect(page.locator("[data-status=running]")).to_be_visible()
    expect(page.get_by_role("banner")).to_contain_text("own data")
    state = me.state(page.url.rpartition("/")[2])
    assert state["view"]["edition"]["pieces"]["fountain"] == ["#"]
