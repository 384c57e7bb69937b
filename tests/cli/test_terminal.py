"""Whole sessions in a pseudo-terminal: input, output, and saved games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from lutetia.core import record as records

from .helpers import Run, played
from .terminal import CLEARED, ESCAPES, PROMPT, Start, Terminal, terminals


@pytest.fixture
def start(home: Path) -> Iterator[Start]:
    yield from terminals(home, Terminal)


def test_a_first_session(start: Start, home: Path) -> None:
    """By text, by number, by beginning, by tab; undo, hint, an illegal step, save, quit, resume."""
    table = start("play", "lumiere", "--terminal", "--seed", 3, "--first", "orange", "--seat", "orange")
    shown = table.until()
    assert "paving, turn 1" in shown
    assert "● orange (you)" in shown
    assert "r0   r1   r2   r3" in shown
    assert table.steps == []

    shown = table.type("take C6")  # the whole step
    assert table.steps[0] == "take C6"
    assert len(table.steps) == 2
    assert re.search(r"Orange takes C6\. Blue (takes|lays)", shown)

    listed = table.type("1")  # a number: the tile's squares
    assert "64 ways" in listed or "60 ways" in listed
    table.type("B3")  # a continuation: its rotations
    table.type("r1")
    assert re.fullmatch(r"tile \d B3 r1", table.steps[2])

    before = table.steps
    shown = table.type("build L4 e5 e6 e7 f7")
    assert "you can build and use postcards only when all 16 tiles are down (L23)" in shown
    assert table.steps == before

    assert "Hint: " in table.type("hint")
    assert table.steps == before

    table.child.send("ta\tI\t\n")  # the tab key finishes both words
    table.until()
    assert table.steps[4] == "take I3"

    table.type("u")
    assert table.steps == before  # the bot's answer is taken back as well
    table.type("undo")
    table.type("undo")
    assert table.steps == []
    assert "no move to undo" in table.type("undo")

    assert "takes" not in table.type("log")
    table.type("take C6")
    assert "1  Orange takes C6." in table.type("log")
    assert "this is the score so far" in table.type("score")
    assert "A building scores its size times" in table.type("rules")
    assert "Le Peintre: Place the painter" in table.type("rules peintre")
    assert "there is no postcard peinter; " in table.type("rules peinter")
    assert "Swap a building with the supply" in table.type("cards")
    assert "what can be typed" in table.type("?")
    assert "goes from 1 to" in table.type("99")
    assert "C6 is not in the supply (L21)" in table.type("take c6")
    assert "moves begin with" in table.type("dance")

    saved = home / "my game.json"
    table.type(f"save {saved}")
    assert records.load(saved) == table.record
    assert "could not be saved" in table.type("save /proc/nowhere/x.json")
    steps = table.steps
    table.child.send("quit\n")
    assert "The game is saved" in table.ended()

    again = start("play", "lumiere")
    again.until("Enter: yes, n: a new game ")
    shown = again.type("")
    assert "● orange (you)" in shown
    assert again.steps == steps
    again.child.sendeof()
    assert "The game is saved" in again.ended()

    other = start("play", "lumiere", "--seed", 4, "--first", "orange")
    other.until("Enter: yes, n: a new game ")
    other.type("n")
    assert other.steps == []
    assert len(list((home / "state" / "lutetia" / "games").iterdir())) == 1  # the old game is not lost
    other.child.sendintr()
    assert "Traceback" not in other.ended()


def test_a_game_that_cannot_be_saved_is_not_said_to_be_kept(start: Start, home: Path) -> None:
    (home / "state").mkdir(exist_ok=True)
    (home / "state" / "lutetia").write_text("a file where the folder should be")
    table = start("play", "lumiere", "--seed", 4, "--first", "orange")
    table.until()
    assert "The game could not be saved:" in table.type("take C6")
    table.child.send("quit\n")
    last = table.ended()
    assert "The game could not be saved:" in last
    assert "The game is saved" not in last


@pytest.mark.full
def test_a_whole_game_by_the_first_of_every_list(start: Start, home: Path) -> None:
    table = start("play", "lumiere", "--seed", 6, "--first", "orange", "--postcards", "random")
    table.until()
    shown = ""
    for _decision in range(400):
        table.child.send("1\n")
        if table.child.expect([PROMPT, r"Rematch\? y: yes, Enter: no "]) == 1:
            shown = ESCAPES.sub("", str(table.child.before))
            break
    assert "game over" in shown
    assert re.search(r"(Orange|Blue) wins, −?\d+ to −?\d+\.|A draw|wins the tie", shown)
    assert shown.count("lit buildings") >= 2  # both score sheets
    (kept,) = (home / "state" / "lutetia" / "games").iterdir()
    assert str(kept) in shown
    record = records.load(kept)
    winner = record["result"]["winner"]
    assert not (home / "state" / "lutetia" / "lumiere.json").exists()

    table.type("y")  # a rematch: the loser begins (L12)
    assert winner in ("orange", "blue")
    assert table.record["first"] == ("blue" if winner == "orange" else "orange")
    assert table.record["options"]["postcards"] == "random"
    table.child.sendintr()
    table.ended()


def test_two_people_play_at_one_keyboard(start: Start) -> None:
    table = start("play", "lumiere", "--seed", 5, "--seat", "both", "--first", "blue", "--two-tiles")
    shown = table.until()
    assert "Blue: Lay a tile" in shown
    assert len(re.findall(r"tile \d +[∩≡◊☼]", shown)) == 2
    between = table.type("take C6", r"then press Enter\. ")
    assert "Orange is next" in between
    assert "r0" not in between.split("Blue takes C6.")[-1]
    assert CLEARED in table.raw
    shown = table.type("")
    assert "Orange: Lay a tile" in shown
    between = table.type("undo", r"then press Enter\. ")  # any step may be taken back
    assert "Blue is next" in between
    assert "Blue: Lay a tile" in table.type("")
    assert table.steps == []


def test_players_at_one_keyboard_have_names(start: Start, run: Run) -> None:
    options = ("--seed", 5, "--seat", "both", "--first", "blue", "--two-tiles")
    table = start("play", "lumiere", *options, "--names", "Ana,Bo")
    shown = table.until()
    assert "Bo: Lay a tile" in shown
    assert "orange (Ana)" in shown
    assert "blue (Bo)" in shown
    between = table.type("take C6", r"then press Enter\. ")
    assert "Bo takes C6." in between
    assert "Ana is next" in between
    table.child.sendintr()
    table.ended()
    table = start("play", "lumiere")
    table.until(r"new game ")
    assert "Ana is next" not in (shown := table.type("")), "nobody has to be covered at first"
    assert "Ana: Lay a tile" in shown
    table.child.sendintr()
    table.ended()
    assert "3 names, but people play 2 seats" in run("play", "lumiere", "--seat", "both", "--names", "A,B,C").err
    assert "at most 12" in run("play", "lumiere", "--names", "Wolfeschlegelstein").err


def test_building_from_the_list(start: Start, tmp_path: Path) -> None:
    """The second half: builds grouped by building, postcards with their effect, a place refused by its rule."""
    game = played(3, 26, "greedy")
    assert game.view(None)["position"]["phase"] == "building"
    before = [step for turn in game.record()["turns"] for step in turn["steps"]]
    path = tmp_path / "middle.json"
    records.dump(game.record(), path)
    table = start("play", "lumiere", "--resume", path, "--seat", game.seat)
    shown = table.until()
    found = re.search(r"1 build (\w\d) \d+ places?(?:, best)? \+\d+", shown)
    assert found
    assert re.search(r"Le Peintre +now up to \+\d+", shown)
    assert "┌    ┐" not in shown
    listed = table.type(f"build {found[1]}")
    assert "Enter: back to all moves" in listed
    assert "┌    ┐" in listed  # the spaces it could cover are marked
    assert "┌    ┐" not in table.type("")  # back to all steps
    table.type("1")
    table.type("1")
    assert table.steps[len(before)].startswith(f"build {found[1]} ")
    assert f"{found[1]} is not in your reserve (L30)" in table.type(f"build {found[1]}")
    table.type("undo")
    assert table.steps == before

    effect = table.type("card lampadaire")
    assert "Lampadaire. Place the lamp, or skip the effect." in effect
    assert "┌    ┐" in effect  # where the lamp may stand
    assert table.steps == [*before, "card lampadaire"]
    assert "first carry out Lampadaire, or skip its effect (decline) (L39)" in table.type("card peintre")
    table.type("dec")
    assert table.steps[len(before) :][:2] == ["card lampadaire", "decline"]


def test_colour_and_no_colour(start: Start) -> None:
    plain = start("play", "lumiere", "--seed", 3)
    plain.until()
    assert "38;2;" not in plain.raw
    assert "48;2;" not in plain.raw
    plain.child.send("quit\n")
    plain.ended()
    painted = start("play", "lumiere", "--seed", 3, NO_COLOR="", COLORTERM="truecolor")
    painted.until("Enter: yes, n: a new game ")
    painted.type("")
    assert "48;2;" in painted.raw


def test_a_dumb_terminal_gets_text_alone(start: Start) -> None:
    table = start("play", "lumiere", "--seed", 3, "--first", "orange", TERM="dumb")
    shown = table.until()
    assert "\x1b" not in table.raw.replace("\x1b[?2004h", "")
    assert "∩" in shown
    assert "take C6" in shown


def test_a_small_terminal_shows_the_whole_decision(start: Start) -> None:
    table = start("play", "lumiere", "--seed", 3, "--first", "orange", size=(24, 80))
    shown = table.until()
    lines = shown.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert "take W5" in shown


def test_replay_by_keys(start: Start, finished: Path) -> None:
    turns = [len(turn["steps"]) for turn in records.load(finished)["turns"]]
    steps = sum(turns)
    shown = start("replay", finished)
    for key, at in (
        ("", steps),
        ("\x1b[D", steps - 1),
        ("p", steps - 2),
        ("n", steps - 1),
        ("l", steps),
        ("\x1b[A", steps - turns[-1]),  # a whole turn back
        ("\x1b[B", steps),
        ("f", 0),
        ("\x1b[C", 1),
        ("l", steps),
        ("n", steps),
        ("\x1b[H", 0),
        ("p", 0),
    ):
        shown.child.send(key)
        shown.until(rf"\bstep {at} of {steps} ")
    shown.child.send("q")
    shown.ended()


def test_replay_in_colour_leaves_the_terminal_as_it_was(start: Start, finished: Path) -> None:
    shown = start("replay", finished, "--at", 3)
    shown.until("step 3 of ")
    shown.child.sendintr()
    shown.child.expect(pexpect.EOF)
    shown.child.close()
    assert shown.child.exitstatus == 130
