"""A whole game of each, played as with a screen reader: by roles and names of the accessibility tree, and Enter.

The player finds elements by role and name only, hears their names, and presses Enter: no selectors, attributes or
screen positions. At the end the API confirms what was heard. Unless LUTETIA_FULL is set, the middle of the game is
played through the API.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from visitors import FULL

from lutetia.core import catalogue

LONGEST = 60_000
"""What a bot may think, and a busy machine need."""
GAMES = {"lumiere": "La Cité de la Lumière", "paris": "Paris"}


class Ears:
    """Somebody who listens to the page in a language."""

    def __init__(self, page, language: str) -> None:
        self.page, self.language = page, catalogue.catalogue(language)

    def says(self, english: str) -> str:
        return self.language.text(english)

    def counts(self, one: str) -> re.Pattern[str]:
        """Any number but none of something, as the language counts it."""
        forms = self.language.texts.get(one) or [one, f"{one}s"]
        return re.compile("|".join("^" + re.escape(form).replace(r"\{n\}", r"[1-9]\d*") + "$" for form in forms))

    def find(self, role: str, name: str | re.Pattern[str], within: Locator | None = None) -> Locator:
        return (within or self.page).get_by_role(role, name=name, exact=isinstance(name, str))

    def press(self, thing: Locator) -> None:
        thing.press("Enter")

    def steps(self) -> Locator:
        """What opens the list of legal steps, once there are any."""
        return self.find("button", self.counts("{n} move"))

    def sheet(self) -> Locator:
        """The score sheet that comes when the game is over."""
        return self.find("table", self.says("Score sheet"), self.page.get_by_role("dialog"))

    def board(self) -> str:
        return self.page.get_by_role("main").aria_snapshot()

    def offered(self) -> Locator:
        """The legal steps, read out; the list begins anew while one listens if its words come late."""
        self.press(self.steps())
        dialog = self.find("dialog", self.says("Legal moves"))
        found = dialog.get_by_role("listitem").get_by_role("button")
        expect(found.first).to_be_attached()
        return found

    def take(self, step: Locator) -> None:
        """Take a step; the board says something else afterwards."""
        before = self.board()
        self.press(step)
        expect(self.page.get_by_role("dialog", name=self.says("Legal moves"))).to_have_count(0)
        for _try in range(300):
            if self.board() != before:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("nothing has changed")

    def over(self) -> bool:
        """Whether the game is over, as soon as it is that or my turn."""
        expect(self.steps().or_(self.sheet()).first).to_be_attached(timeout=LONGEST)
        return self.sheet().count() > 0

    def heard(self) -> str:
        """Everything that the live regions say."""
        return " ".join(self.page.get_by_role("status").all_text_contents())

    def hears(self, words: str) -> None:
        """Wait until the status announces this. The text of a step arrives shortly after the board shows it."""
        expect(self.page.get_by_role("status").filter(has_text=words)).not_to_have_count(0)


def sits_down(me, game: str, language: str) -> Ears:
    """From the street to the table, against the weakest bot."""
    me.open("/")
    ears = Ears(me.page, language)
    ours = ears.find("region", ears.says(GAMES[game]))
    ears.find("radio", re.compile("^Petit Louis"), ours).press("Space")
    ears.press(ears.find("button", ears.says("Play now"), ours))
    return ears


def plays(ears: Ears, choose: Callable[[list[str]], int], most: int = 1_000) -> int:
    """Take so many steps, or play to the end; returns the number of steps taken."""
    taken = 0
    while taken < most and not ears.over():
        offered = ears.offered()
        ears.take(offered.nth(choose(offered.all_inner_texts())))
        taken += 1
    return taken


def play_while(me, on: Callable[[dict[str, Any]], bool]) -> None:
    """Play through the API as long as `on` is true of the position."""
    id_ = me.page.url.rpartition("/")[2]
    while on((state := me.state(id_))["view"]["position"]):
        if state["legal"]:
            step = "done" if "done" in state["legal"] else state["legal"][-1]
            me.post(f"/api/games/{id_}/steps", {"seq": state["seq"], "step": step, "client_key": f"k{state['seq']}"})


def ends_as_told(me, ears: Ears) -> None:
    """The sheet that is read out says what the server counted."""
    total = ears.find("row", re.compile(f"^{re.escape(ears.says('Total'))} "), ears.sheet())
    read = [int(text.replace("−", "-")) for text in total.get_by_role("cell").all_inner_texts()]
    state = me.state(me.page.url.rpartition("/")[2])
    assert read == [state["view"]["position"]["scores"][seat]["total"] for seat in state["view"]["seats"]]


def a_tile_in_the_hand(ears: Ears) -> None:
    """It says what is on it, says so anew when it is turned, and over the board what would lie where."""
    tile = ears.find("group", ears.says("Your tile")).get_by_role("button")
    name = "tile, top: {a}, {b}; bottom: {c}, {d}"
    form = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(ears.says(name)))
    held = re.fullmatch(form, tile.get_attribute("aria-label") or "")
    assert held
    tile.press("r")
    a, b, c, d = turned = held["c"], held["a"], held["d"], held["b"]
    words = ears.says(name).format(a=a, b=b, c=c, d=d)
    expect(tile).to_have_accessible_name(words)
    assert words in ears.heard()
    empty = ears.find("gridcell", re.compile(rf"^[aceg][1357], {re.escape(ears.says('no tile yet'))}")).first
    empty.focus()
    corner = (empty.get_attribute("aria-label") or "")[:2]
    left, right = corner[0], chr(ord(corner[0]) + 1)
    spaces = [f"{x}{int(corner[1]) + y} " for y in (0, 1) for x in (left, right)]
    assert f"({', '.join(map(str.__add__, spaces, turned))})" in ears.heard()


COMPLETE = [tag for tag in catalogue.languages() if catalogue.catalogue(tag).complete]
languages = pytest.mark.parametrize("language", COMPLETE if FULL else ["en"])


@pytest.mark.full
@languages
def test_lumiere(person, language):
    me = person(locale=language)
    ears = sits_down(me, "lumiere", language)
    expect(ears.steps()).to_be_attached(timeout=LONGEST)
    offered = ears.offered()
    laid = next(name for name in offered.all_inner_texts() if "(" in name)
    ears.take(offered.filter(has_text=laid.partition("\n")[2] or laid).first)
    for words in laid.partition("(")[2].rstrip(")").split(", "):  # what the list said lies there now
        space, _blank, paving = words.partition(" ")
        cell = ears.find("gridcell", re.compile(f"^{space}, .*{re.escape(paving)}"))
        expect(cell).to_be_attached()
    expect(ears.steps()).to_be_attached(timeout=LONGEST)
    ears.hears("Petit Louis ")
    a_tile_in_the_hand(ears)
    if not FULL:
        plays(ears, lambda names: len(names) // 2, 2)
        play_while(me, lambda position: position["phase"] == "paving")
    assert plays(ears, lambda names: len(names) // 2) > 3
    ends_as_told(me, ears)


@pytest.mark.full
@languages
def test_paris(person, language):
    """Buildings are drawn, keys put and moved; a turn is ended as soon as it can be."""
    me = person(locale=language)
    ears = sits_down(me, "paris", language)
    heard = []

    def choose(names: list[str]) -> int:
        heard.append(ears.heard())
        ends = [at for at, name in enumerate(names) if ears.says("End the turn") in name]
        return ends[0] if ends else len(names) - 1

    if not FULL:
        plays(ears, choose, 7)
        play_while(me, lambda position: position["turns_left"] is None)
    plays(ears, choose)
    assert any("Petit Louis " in words for words in heard)
    ends_as_told(me, ears)
