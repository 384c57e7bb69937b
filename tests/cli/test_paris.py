"""Paris at the terminal: whole games, every question, what a hand-over hides, the commands round it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import lutetia
from lutetia.bots import bot
from lutetia.core import record as records
from lutetia.core.game import Game
from lutetia.games.paris.terminal import UI, board, labels, palette, sheet, steps, texts
from lutetia.games.paris.text.steps import data_of, tile
from lutetia.games.paris.text.steps import district as district_name
from lutetia.terminal.entry import parse
from lutetia.terminal.screen import Screen, show
from lutetia.terminal.ui import ui_for

from .evening import Run
from .test_terminal import ESCAPES, PROMPT, Terminal

QUESTIONS = ("pay", "track", "section", "vp", "pair", "site")
SIZES = [(80, 24), (80, 50), (100, 40), (120, 30), (120, 45), (200, 60)]


def played(
    seed: int, until: Callable[[Game, int], bool], name: str = "greedy", players: int = 2, **options: Any
) -> Game:
    """A game of bots, to its end or until something is so."""
    game = lutetia.new("paris", seed=seed, players=players, options=options)
    number = 0
    while not game.over and not until(game, number):
        game.play(bot(name, seed).choose(game.view(game.seat), game.legal()))
        number += 1
    return game


def never(_game: Game, _number: int) -> bool:
    return False


def after(steps: int) -> Callable[[Game, int], bool]:
    return lambda _game, number: number >= steps


@pytest.fixture(scope="module")
def whole() -> Game:
    return played(4, never, players=3)


@pytest.fixture
def finished_paris(tmp_path: Path, whole: Game) -> Path:
    path = tmp_path / "paris.json"
    records.dump(whole.record(), path)
    return path


class Table(Terminal):
    """A session of Paris."""

    @property
    def record(self) -> dict[str, Any]:
        found: dict[str, Any] = records.load(self.home / "state" / "lutetia" / "paris.json")
        return found


Start = Callable[..., Table]


@pytest.fixture
def start(home: Path) -> Iterator[Start]:
    begun: list[Table] = []

    def starter(*arguments: object, size: tuple[int, int] = (40, 100), **env: str) -> Table:
        begun.append(Table(home, arguments, env, size))
        return begun[-1]

    yield starter
    for table in begun:
        table.child.close(force=True)


# ---- sessions ----------------------------------------------------------------------------------------------------


TABLES = [(2, (24, 80)), (3, (40, 100)), (4, (45, 120))]


@pytest.mark.parametrize(("players", "size"), TABLES if os.environ.get("LUTETIA_FULL") else TABLES[:1])
def test_a_whole_game_by_the_first_of_every_list(start: Start, home: Path, players: int, size: tuple[int, int]) -> None:
    table = start("play", "paris", "--terminal", "--players", players, "--seed", 6, size=size)
    table.until()
    shown = ""
    for _decision in range(1500):
        table.child.send("1\n")
        if table.child.expect([PROMPT, r"A rematch\? y: yes, Enter: no "], timeout=60) == 1:
            shown = ESCAPES.sub("", str(table.child.before))
            break
    assert "game over" in shown
    assert re.search(r"(wins with \d+ VP|wins the tie|share the win)", shown)
    (kept,) = (home / "state" / "lutetia" / "games").iterdir()
    record = records.load(kept)
    assert len(record["seats"]) == players
    assert lutetia.replay(record).over
    table.type("y")  # a rematch at the same table
    assert len(table.record["seats"]) == players
    table.child.sendintr()
    table.ended()


def test_a_first_evening(start: Start, home: Path) -> None:
    """By number, by words, by beginning; undo across a draw, hint, tiles, rules, score, an illegal step, resume."""
    table = start("play", "paris", "--seed", 3, "--seat", "p1")
    shown = table.until()
    assert "● p1 (you)" in shown
    assert "■ p2 (bot)" in shown
    assert "Montmartre" in shown
    before = len(table.steps)
    if "Draw a building" in shown:
        assert re.search(r"1 stack 1 \S+.*, 11 left", shown)
        shown = table.type("draw 2")
        assert table.steps[-1] == "draw 2"
    assert "Put a key on a bank or the Arc" in shown
    assert re.search(r"● p1: draws \S+ \d, ", shown)
    back = table.type("undo")
    assert "the same building will come again" in back
    assert len(table.steps) == before
    table.type("draw 2")
    assert "a draw is due" in table.type("done") or "done" in table.type("done")
    assert table.steps[-1] == "draw 2"
    assert "Hint: key" in table.type("hint")
    table.type("key bank la")
    assert table.steps[-1] == "key bank La-Villette"
    shown = table.type("")
    assert "end the turn" in shown
    assert "10 F" not in shown.split("■ p2")[0].split("● p1 (you)")[0]
    assert "9 F" in shown  # three and the bank's six
    assert "5 VP per value-4 building" in table.type("tiles")
    assert "Tile 18: 5 VP per value-4 building" in table.type("rules 18")
    assert "Keys only climb" in table.type("rules")
    assert "above" not in table.type("rules arc")
    assert "as far as you can know it" in table.type("score")
    assert "draws" in table.type("log")
    assert "what each would pay you" in table.type("?")
    steps_so_far = table.steps
    saved = home / "mine.json"
    table.type(f"save {saved}")
    assert records.load(saved) == table.record
    table.child.send("quit\n")
    assert "lutetia play paris" in table.ended()
    again = start("play", "paris")
    again.until("Enter: yes, n: a new game ")
    again.type("")
    assert again.steps == steps_so_far
    again.child.sendeof()
    again.ended()


def test_without_a_name_one_is_asked_which_game(start: Start) -> None:
    table = start("play", "--seed", 3)
    shown = table.until("A number or a name: ")
    assert "1  La Cité de la Lumière  · lumiere" in shown
    assert "2  Paris  · paris" in shown
    table.type("x", "A number or a name: ")
    assert "● p1 (you)" in table.type("par")


def francs(shown: str, seat: str) -> str:
    """What a screen says of a seat's francs."""
    found = re.search(rf"{seat}(?: \([a-z]+\))? +\d+ VP +\+\d+(?: at the end)? +(\d+|\?) F", shown)
    assert found, shown
    return found[1]


def test_closed_screens_are_handed_over(start: Start) -> None:
    table = start("play", "paris", "--seat", "all", "--players", 3, "--screens", "closed", "--seed", 5)
    for _turn in range(5):
        shown = table.until()
        mine = re.search(r"(p\d) to move", shown)
        assert mine
        while "End your turn" not in shown:
            assert francs(shown, mine[1]) != "?"
            for other in {"p1", "p2", "p3"} - {mine[1]}:
                assert francs(shown, other) == "?"
            shown = table.type("1")
        between = table.type("done", r"then press Enter\. ")
        assert "is next" in between
        assert not re.search(r"\d VP", between.split("is next")[0].rpartition(".\r\n")[2])
        assert "keys" not in between.replace("key to", "")
        assert "\x1b[H\x1b[2J" in table.raw
        table.child.send("\n")


def test_end_game_tiles_are_secret_between_people(start: Start, tmp_path: Path) -> None:
    """Even with open screens: nobody sees which one another took, neither on the hand-over nor after it."""
    game = played(4, lambda game, _n: any(step == "end vp2" for step in game.legal()))
    path = tmp_path / "late.json"
    records.dump(game.record(), path)
    table = start("play", "--resume", path, "--seat", "all")
    table.until()
    table.type("end vp2")
    between = table.type("done", r"then press Enter\. ")
    assert "takes an end-game tile" in between
    assert "2 VP" not in between
    shown = table.type("")
    assert "end tiles 1" in shown
    assert "end: 2 VP" not in shown
    assert table.type("log").rstrip().endswith("takes an end-game tile.")


def test_a_dumb_terminal_gets_text_alone(start: Start) -> None:
    table = start("play", "paris", "--seed", 3, TERM="dumb")
    shown = table.until()
    assert "\x1b" not in table.raw.replace("\x1b[?2004h", "")
    assert "Batignolles" in shown


def test_colour_and_no_colour(start: Start) -> None:
    plain = start("play", "paris", "--seed", 3)
    plain.until()
    assert "48;2;" not in plain.raw
    plain.child.send("quit\n")
    plain.ended()
    painted = start("play", "paris", "--seed", 4, NO_COLOR="", COLORTERM="truecolor")
    painted.child.expect(["Enter: yes, n: a new game ", PROMPT])
    if "48;2;" not in str(painted.child.before):
        painted.type("")
    assert "48;2;245;236;215" in str(painted.child.before)


# ---- the screen --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("steps_taken", [0, 30, 90, 150, 1000])
@pytest.mark.parametrize("players", [2, 4])
def test_no_line_is_wider_than_the_terminal_and_no_screen_higher(players: int, steps_taken: int) -> None:
    game = played(11, after(steps_taken), "random", players=players, advanced=True)
    view = game.view(game.seat)
    names = {"p1": "you"} | dict.fromkeys(game.ruleset.seats[1:], "bot")
    for wide, high in SIZES:
        menu = steps.main_menu(view, game.legal(), {}, small=high < 32) if game.legal() else None
        lines = Screen(view, names, game.seat, menu=menu, question=[]).lines(wide, high)
        assert max(line.cell_len for line in lines) < wide
        if not game.over:
            assert len(lines) < high, (wide, high)


def test_the_same_words_with_and_without_colour() -> None:
    game = played(11, after(60))
    shown = []
    for system in (None, "truecolor"):
        out = StringIO()
        console = Console(file=out, width=100, height=40, color_system=system, force_terminal=True, no_color=False)
        show(console, Screen(game.view(None)))
        shown.append(re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue()))
    assert [line.strip() for line in shown[0].splitlines()] == [line.strip() for line in shown[1].splitlines()]


def test_a_district_is_an_elevation() -> None:
    """Landmarks on top, values falling to the bank; a token until a key has come, then the key."""
    game = lutetia.new("paris", seed=3)
    view = game.view("p1")
    part = view["position"]["districts"]["Montmartre"]
    part["buildings"]["8"] |= {"type": "hotel"}
    part["buildings"]["3"] |= {"type": "restaurant", "token": None, "keys": ["p1"]}
    part["landmarks"] = {"L9": {"keys": ["p2"]}, "L12": {"keys": []}}
    part["bank"]["keys"] = ["p1", "p2"]
    part["keys"] = 2
    view["position"]["standings"]["Montmartre"] = [
        {"seat": "p2", "sum": 9, "highest": 9, "place": 1, "by": "sum", "points": 0},
        {"seat": "p1", "sum": 3, "highest": 3, "place": 2, "by": "sum", "points": 0},
    ]
    column = [line.plain[:15].rstrip() for line in board.city(view, 98, ["Montmartre:8"], [], compact=False)]
    assert column == [
        " Montmartre",
        " ▮▮·· keys",
        " 12 Panthéon",
        " 9 Moulin Ro…■2",
        "►8 hotel     ▪g",
        " 5 ··········▪m",
        " 4 ··········▪w",
        " 3 restaurant●1",
        " 2 ··········★s",
        " 1 ··········★b",
        " bank 4 F  ●1■2",
        " ■9 ●3",
    ]


def test_every_seat_and_token_has_its_own_sign() -> None:
    assert len(set(palette.SIGN.values())) == 4
    assert len({sign for sign, _colour in palette.TOKENS.values()}) == 6


def test_every_tile_is_told_in_words_and_in_short() -> None:
    data = data_of({"edition": 1})
    for number in range(1, 31):
        assert "{" not in tile(number, data, 3)
        assert len(texts.short(number, data)) <= 5


# ---- lists and questions -----------------------------------------------------------------------------------------


def test_every_question_is_asked_in_words() -> None:
    """These random games meet them all; every list holds all legal steps, once each."""
    met: set[str] = set()
    for seed in (0, 1, 23):
        options = {"any_district": seed % 2 == 1, "advanced": seed % 3 == 0}

        def look(game: Game, _number: int) -> bool:
            view = game.view(game.seat)
            asked = view["position"]["question"]
            kind = asked["ask"] if asked else view["position"]["phase"]
            met.add(kind)
            assert "{" not in UI.question(view, game.legal())
            for small in (False, True):
                menu = steps.main_menu(view, game.legal(), {}, small=small)
                assert sorted(menu.steps) == game.legal()
                for entry in menu.entries:
                    assert sorted(steps.submenu(view, entry.steps, {}).steps) == sorted(entry.steps)
            return False

        played(seed, look, "random", **options)
    assert met >= {*QUESTIONS, "draw", "action", "done"}


def test_a_move_tells_price_and_gain() -> None:
    game = played(4, lambda game, _n: sum(step.startswith("move ") for step in game.legal()) > 8)
    view = game.view(game.seat)
    move = next(step for step in game.legal() if step.startswith("move ") and ":L" not in step)
    said = labels.note(view, move)
    (goal,) = (
        goal for key in view["position"]["moves"] for goal in key["goals"] if f"move {key['from']} {goal['to']}" == move
    )
    assert said.startswith(f"{goal['francs']} F")
    by_key = steps.main_menu(view, game.legal(), {})
    origins = [entry for entry in by_key.entries if entry.prefix.startswith("move ")]
    assert all(len(entry.prefix.split(" ")) == 2 for entry in origins)
    listed = steps.submenu(view, origins[0].steps, {})
    prices = [int(re.match(r"(\d+) F", entry.note)[1]) for entry in listed.entries]  # type: ignore[index]
    assert prices == sorted(prices)


def test_the_turn_can_be_ended_by_the_first_number() -> None:
    game = played(4, lambda game, _n: "done" in game.legal() and len(game.legal()) > 3)
    menu = steps.main_menu(game.view(game.seat), game.legal(), {})
    assert parse("1", menu, game.legal(), UI).steps == ("done",)
    assert parse("d", menu, game.legal(), UI).steps == ("done",)


def test_headings_stand_over_their_kinds() -> None:
    game = played(4, lambda game, n: n > 40 and any(step.startswith("sell") for step in game.legal()))
    menu = steps.main_menu(game.view(game.seat), game.legal(), {})
    shown = [line.plain for line in menu.lines(110, palette.COLOURS, 20)]
    assert "Trade" in "\n".join(shown)
    assert not any("Trade" in line.plain for line in menu.lines(110, palette.COLOURS, 4))


def test_worth_is_what_the_facade_previews() -> None:
    game = played(4, lambda game, n: n > 60 and any(step.startswith("use ") for step in game.legal()))
    seat = game.seat
    for step, gain in steps.gains_of(game).items():
        assert gain.own == game.preview(step)[seat]["total"]


# ---- what the news may tell --------------------------------------------------------------------------------------


def test_the_log_hides_what_its_reader_may_not_know() -> None:
    game = played(
        4, lambda game, _n: any(step.startswith("end ") for turn in game.record()["turns"] for step in turn["steps"])
    )
    turns = game.record()["turns"]
    at = next(i for i, turn in enumerate(turns) if any(step.startswith("end ") for step in turn["steps"]))
    taker = turns[at]["seat"]
    other = next(seat for seat in game.ruleset.seats if seat != taker)
    assert "takes an end-game tile" in UI.log(game.view(other))[at]
    assert "end-game tile: " in UI.log(game.view(taker))[at]


# ---- commands ----------------------------------------------------------------------------------------------------


def test_score_explains_sources_districts_and_turns(run: Run, finished_paris: Path, whole: Game) -> None:
    said = run("score", finished_paris)
    assert said.code == 0
    result, score = whole.result(), whole.score()
    assert result is not None
    for seat, vp in result["vp"].items():
        assert re.search(rf"total .*\b{vp}\b", said.out), seat
    for district in result["districts"]:
        assert district_name(district) in said.out
    tiles = {n for page in score["seats"].values() for n, points in page["bonus"]["tiles"].items() if points}
    for number in tiles:
        assert f"tile {number} " in said.out
    assert "Turn by turn" in said.out
    assert re.search(r"\+\d+ \(value 8 \+2", said.out)
    assert json.loads(run("score", finished_paris, "--json").out) == score


def test_tie_breaks_are_told() -> None:
    console = Console(file=StringIO(), width=100)
    rows = [
        {"seat": "p1", "sum": 12, "highest": 8, "place": 1, "by": "highest", "points": 20},
        {"seat": "p2", "sum": 12, "highest": 5, "place": 2, "by": "highest", "points": 10},
        {"seat": "p3", "sum": 3, "highest": 3, "place": 3, "by": "half", "points": 0},
    ]
    console.print(sheet.districts({"Chaillot": rows}, {"Chaillot": [20, 10, 5]}))
    said = console.file.getvalue()  # type: ignore[attr-defined]
    assert "1. ● p1: 12, highest property 8 → +20 VP" in said
    assert "less than half" in said
    for by, words in (("vp", "wins with 9"), ("francs", "more francs"), ("property", "property"), ("shared", "share")):
        winner = {"seats": ["p1"] if by != "shared" else ["p1", "p2"], "by": by}
        assert words in sheet.signed_verdict(
            {"winner": winner, "seats": {"p1": {}, "p2": {}}}, {"vp": {"p1": 9, "p2": 9}}
        )


def test_replay_check_and_selfplay(run: Run, finished_paris: Path, whole: Game, tmp_path: Path) -> None:
    turns = len(whole.record()["turns"])
    said = run("replay", finished_paris)
    assert "game over" in said.out
    assert f"{turns}. " in said.out
    early = run("replay", finished_paris, "--at", 3).out
    assert "turn 4" in early
    assert re.search(r"3\. [●■▲] p\d: draws", early)
    checked = run("check", finished_paris).out
    assert f": ok, paris, {turns} turns, " in checked
    out = tmp_path / "games"
    said = run("selfplay", "paris", "--players", 4, "--games", 2, "--seed", 7, "--out", out)
    assert said.code == 0
    assert "◆ p4" in said.out
    assert run("check", *sorted(out.iterdir())).code == 0


def test_edition_show_and_check(run: Run) -> None:
    assert run("edition", "check", "--game", "paris").out == "ok\n"
    said = run("edition", "show", "--game", "paris")
    assert said.code == 0
    for words in ("Saint-Germain", "Eiffel Tower", "20·10·5", "bank 7 F", "reconstructed", "theatre"):
        assert words in said.out
    from lutetia.games import manifest

    assert (
        "Eiffel Tower" in run("edition", "show", manifest("paris").edition_file).out
    )  # the file says which game it is for


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "paris", "--two-tiles"], "--two-tiles is no option of Paris"),
        (["play", "lumiere", "--advanced"], "--advanced is no option of La Cité"),
        (["play", "paris", "--seat", "p3"], "p1, p2 or all, not p3"),
        (["play", "paris", "--screens", "ajar"], "screens"),
        (["play", "lumiere", "--players", "3"], "players"),
        (["selfplay", "paris", "--players", "5"], "--players"),
    ],
)
def test_what_a_game_has_not_is_refused(run: Run, arguments: list[str], said: str) -> None:
    told = run(*arguments)
    assert told.code == 2
    assert said in told.err
    assert told.err.count("\n") == 1


def test_without_a_name_and_a_terminal_it_is_told_which_game(
    run: Run, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
    said = run("play", "--seed", 1)
    assert said.code == 0
    assert said.err == "lutetia: no game is named: this is lumiere; there is also: paris\n"


def test_faces_are_found_by_name() -> None:
    for name in lutetia.games():
        looks = ui_for(name)
        assert looks.title()
        assert set(looks.commands) >= {"help", "hint", "undo", "quit"}
