"""Sessions of Paris at a real (pseudo-)terminal: whole games, every question, what a hand-over hides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import lutetia
from cli.terminal import CLEARED, ESCAPES, PROMPT, Start, Terminal, terminals
from lutetia.core import record as records

from games.paris.playing import played


class ParisTerminal(Terminal):
    """A session of Paris."""

    game = "paris"


@pytest.fixture
def start(home: Path) -> Iterator[Start]:
    yield from terminals(home, ParisTerminal)


# ---- sessions ----------------------------------------------------------------------------------------------------


TABLES = [(2, (24, 80)), (3, (40, 100)), (4, (45, 120))]


@pytest.mark.full
@pytest.mark.parametrize(("players", "size"), TABLES)
def test_a_whole_game_by_the_first_of_every_list(start: Start, home: Path, players: int, size: tuple[int, int]) -> None:
    table = start("play", "paris", "--terminal", "--players", players, "--seed", 6, size=size)
    table.until()
    shown = ""
    for _decision in range(1500):
        table.child.send("1\n")
        if table.child.expect([PROMPT, r"Rematch\? y: yes, Enter: no "], timeout=60) == 1:
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


def test_a_first_session(start: Start, home: Path) -> None:
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
    assert "Put a key in a bank or on the Arc" in shown
    assert re.search(r"● p1 draws \S+ \d, ", shown)
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
    assert "Keys only move up" in table.type("rules")
    assert "above" not in table.type("rules arc")
    assert "as far as you can know them" in table.type("score")
    assert "draws" in table.type("log")
    assert "what each would give you" in table.type("?")
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
        mine = re.search(r"(p\d) to play", shown)
        assert mine
        while "End your turn" not in shown:
            assert francs(shown, mine[1]) != "?"
            for other in {"p1", "p2", "p3"} - {mine[1]}:
                assert francs(shown, other) == "?"
            shown = table.type("1")
        between = table.type("done", r"then press Enter\. ")
        assert "is next" in between
        assert not re.search(r"\d VP", between.split("is next")[0].rpartition(".\r\n")[2])
        assert "keys" not in between
        assert CLEARED in table.raw
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
    assert "end-game tiles 1" in shown
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
