"""What can be typed at the list of steps, and what it means."""

from __future__ import annotations

import pytest

from cli.helpers import played
from lutetia.games.lumiere.terminal import UI, palette, steps
from lutetia.terminal.entry import ParsedEntry, completions, parse
from lutetia.terminal.menu import Gain, Menu

LEGAL = [
    "build L4 e5 e6 e7 f7",
    "build L4 e5 f5 g5 e6",
    "build O4 a1 b1 a2 b2",
    "card jardin",
    "card peintre",
    "card penseur",
]
GAINS = {
    "build L4 e5 e6 e7 f7": Gain(4, 0),
    "build L4 e5 f5 g5 e6": Gain(14, 1),
    "build O4 a1 b1 a2 b2": Gain(9, 0),
    "card jardin": Gain(6, -2),
    "card peintre": Gain(0, 0),
    "card penseur": Gain(-1, 0),
}
MENU = steps.main_menu(LEGAL, GAINS)


def test_builds_are_grouped_and_the_best_comes_first() -> None:
    assert [entry.prefix for entry in MENU.entries] == [
        "build L4",
        "build O4",
        "card jardin",
        "card peintre",
        "card penseur",
    ]
    shown = "\n".join(line.plain for line in MENU.lines(60, palette.COLOURS))
    assert "1 build L4 2 places, best +14 (opponent +1)" in shown
    assert "2 build O4 1 place +9" in shown
    assert "3 card jardin +6 (opponent −2)" in shown


@pytest.mark.parametrize(
    ("typed", "steps"),
    [
        ("2", ["build O4 a1 b1 a2 b2"]),
        ("1", LEGAL[:2]),
        ("card jardin", ["card jardin"]),
        ("  CARD   Jardin ", ["card jardin"]),
        ("c j", ["card jardin"]),
        ("card pe", ["card peintre", "card penseur"]),
        ("build L4", LEGAL[:2]),
        ("b l4 e5 f", ["build L4 e5 f5 g5 e6"]),
        ("build L4 e5 e6 e7 f7", ["build L4 e5 e6 e7 f7"]),
        ("e7", ["build L4 e5 e6 e7 f7"]),
        ("e5 e6", LEGAL[:2]),
        ("build C6", []),
        ("card louvre", []),
        ("9", []),
        ("0", []),
        ("dance", []),
    ],
)
def test_an_entry_selects_steps(typed: str, steps: list[str]) -> None:
    parsed = parse(typed, MENU, LEGAL, UI)
    assert list(parsed.steps) == steps
    assert not parsed.command


@pytest.mark.parametrize(
    ("typed", "command", "argument"),
    [
        ("help", "help", ""),
        ("?", "help", ""),
        ("u", "undo", ""),
        ("q", "quit", ""),
        ("hi", "hint", ""),
        ("cards", "cards", ""),
        ("rules peintre", "rules", "peintre"),
        ("save My Game.json", "save", "My Game.json"),
    ],
)
def test_an_entry_selects_a_command(typed: str, command: str, argument: str) -> None:
    parsed = parse(typed, MENU, LEGAL, UI)
    assert (parsed.command, parsed.argument) == (command, argument)


def test_a_kind_of_step_is_never_a_command() -> None:
    """`card jardin` while no card may be taken is an illegal step, not the beginning of `cards`."""
    assert parse("card jardin", steps.main_menu(["decline"], {}), ["decline"], UI) == ParsedEntry()


def test_an_ambiguous_beginning_of_commands_is_reported() -> None:
    assert parse("s", MENU, LEGAL, UI).candidates == ("score", "save")


def test_an_empty_line_goes_back() -> None:
    assert parse("   ", MENU, LEGAL, UI).back


def test_an_entry_continues_within_a_submenu() -> None:
    listed = steps.submenu(LEGAL[:2], GAINS)
    assert listed.prefix == "build L4 e5"
    assert parse("f5", listed, LEGAL, UI).steps == ("build L4 e5 f5 g5 e6",)
    assert parse("1", listed, LEGAL, UI).steps == ("build L4 e5 f5 g5 e6",)  # the better one
    assert parse("card jardin", listed, LEGAL, UI).steps == ("card jardin",)


def test_a_tile_is_chosen_square_by_square() -> None:
    game = played(3, 0)
    legal = game.legal()
    menu = steps.main_menu(legal, {})
    (group,) = (entry for entry in menu.entries if entry.prefix.startswith("tile"))
    squares = steps.submenu(group.steps, {})
    assert [entry.prefix.split()[-1] for entry in squares.entries[:3]] == ["A1", "A2", "A3"]
    turns = steps.submenu(squares.entries[2].steps, {})
    assert [entry.prefix for entry in turns.entries] == [f"{group.prefix} A3 r{turn}" for turn in range(4)]
    assert parse("r2", turns, legal, UI).steps == (f"{group.prefix} A3 r2",)


def test_long_lists_are_cut_and_more_shows_all() -> None:
    places = [f"place statue {column}{row} north" for column in "abcdefgh" for row in range(1, 9)]
    menu = steps.submenu(places, {})
    shown = menu.lines(60, palette.COLOURS, rows=8)
    assert len(shown) <= 8
    assert "more" in shown[-1].plain
    whole = Menu(menu.entries, menu.prefix, show_all=True).lines(60, palette.COLOURS, rows=8)
    assert sum(line.plain.count("north") for line in whole) == 64


def test_tab_completes_word_by_word() -> None:
    def complete(line: str) -> list[str]:
        return completions(line, MENU, LEGAL, UI)

    assert complete("b") == ["build"]
    assert complete("build ") == ["L4", "O4"]
    assert complete("build L4 e5 ") == ["e6", "f5"]
    assert complete("card pe") == ["peintre", "penseur"]
    assert complete("rules j") == ["jardin"]
    assert "hint" in complete("")
    assert complete("build L4 z") == []


def test_spaces_may_be_typed_in_any_order() -> None:
    assert steps.in_reading_order("build L4 f7 e5 e7 e6") == "build L4 e5 e6 e7 f7"
    assert steps.in_reading_order("place statue d4 north") == "place statue d4 north"
    assert steps.in_reading_order("take L4") == "take L4"
