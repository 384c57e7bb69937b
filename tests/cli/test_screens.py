"""Whole screens at many widths: nothing is cut off or left out without a word.

`screens/` has the screens as they should look. `python -m cli.test_screens` in tests/ writes them anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

import lutetia
from lutetia.bots import bot
from lutetia.core import i18n
from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.terminal.screen import Screen, show
from lutetia.terminal.ui import ui_for

from .helpers import Run
from .terminal import ESCAPES
from configurations import FULL

FOLDER = Path(__file__).parent / "screens"
POSITIONS = {
    "lumiere-paving": ("lumiere", 2, 4, {}),
    "lumiere-two-tiles": ("lumiere", 2, 5, {"two_tiles": True}),
    "lumiere-building": ("lumiere", 2, 30, {}),
    "lumiere-question": ("lumiere", 2, 27, {}),
    "paris-early": ("paris", 2, 13, {}),
    "paris-middle": ("paris", 4, 61, {}),
    "paris-late": ("paris", 3, 170, {"screens": "closed"}),
}
WIDTHS = (60, 72, 79, 80, 82, 100, 200)
GOLDEN = [(name, wide) for name in ("lumiere-paving", "lumiere-building", "paris-middle") for wide in (60, 80, 200)]


@cache
def position(name: str) -> Game:
    """The position after so many steps of greedy bots; always somebody's decision."""
    game_name, players, steps, options = POSITIONS[name]
    game = lutetia.new(game_name, seed=3, players=players, options=options)
    player = bot("greedy", 1)
    for _step in range(steps):
        game.play(player.choose(game.view(game.seat), game.legal()))
    assert not game.over
    return game


def screen_of(game: Game, high: int) -> Screen:
    """What the player to move is shown."""
    ui, seat = ui_for(game.ruleset.game), str(game.seat)
    view, legal, gains = game.view(seat), game.legal(), ui.gains(game)
    question = Text(ui.question(view, legal)).append("   " + _("help: ?"))
    return Screen(
        view,
        {name: _("you") if name == seat else _("bot") for name in game.ruleset.seats},
        seat,
        highlighted=ui.highlighted(view, legal),
        gains=gains,
        updates=[Text(line) for line in ui.log(view, {})[-2:]],
        question=[question, *map(Text, ui.unavailable(view, legal))],
        menu=ui.main_menu(view, legal, gains, small=high < 32),
    )


def painted(screen: Screen, wide: int, high: int, *, colour: bool) -> str:
    """The screen as a terminal of this size gets it, without escape sequences."""
    console = Console(
        file=StringIO(), width=wide, height=high, force_terminal=colour, no_color=not colour,
        color_system="truecolor" if colour else None, highlight=False, markup=False, emoji=False,
    )  # fmt: skip
    with console.capture() as captured:
        show(console, screen)
    text = captured.get()
    assert ("\x1b" in text) == colour
    return ESCAPES.sub("", text)


@pytest.fixture(params=["en", "pl"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    before = i18n.language.set(request.param)
    yield request.param
    i18n.language.reset(before)


def words(text: str) -> str:
    return " ".join(text.split())


def widths(language: str) -> tuple[int, ...]:
    """The widths to try: of the second language a sample."""
    return WIDTHS if FULL or language == "en" else WIDTHS[::3]


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("asked", [True, False], ids=["asked", "watching"])
def test_no_screen_is_cut_at_any_width(name: str, language: str, asked: bool) -> None:
    game = position(name)
    for high in (24, 50) if asked or FULL else (24,):
        screen = screen_of(game, high)
        screen = screen if asked else replace(screen, question=[], menu=None)
        for wide in widths(language):
            plain = painted(screen, wide, high, colour=False)
            for line in plain.splitlines():
                assert cell_len(line) <= wide, (wide, high, line)
                assert not (line.endswith("…") and cell_len(line) >= wide - 3), (wide, high, line)
            coloured = painted(screen, wide, high, colour=True)
            margin = [line[1:].rstrip() for line in coloured.splitlines()]
            assert margin == [line.rstrip() for line in plain.splitlines()], (wide, high)


@pytest.mark.parametrize("name", POSITIONS)
def test_nothing_disappears_without_a_word(name: str, language: str) -> None:
    game = position(name)
    for high in (24, 50):
        screen = screen_of(game, high)
        assert screen.menu is not None
        for wide in widths(language):
            said = painted(screen, wide, high, colour=False)
            for word in words(" ".join(line.plain for line in screen.question)).split():
                assert word in said, (wide, high, word)
            numbers = range(1, len(screen.menu.entries) + 1)
            listed = [number for number in numbers if re.search(rf"(?:^|\s){number} \S", said, re.MULTILINE)]
            assert listed
            assert listed == [*numbers] or "more" in said, (wide, high, listed)
            for places in expected_places(game):
                assert any(place in said for place in places), (wide, high, places)


def expected_places(game: Game) -> list[tuple[str, ...]]:
    """Words that every screen of the game must have: all districts (some have a short name), or all buildings."""
    position = game.view(game.seat)["position"]
    if "districts" in position:
        from lutetia.games.paris.terminal.board import SHORT_NAMES
        from lutetia.games.paris.text.steps import district

        names = map(district, position["districts"])
        return [(name, SHORT_NAMES.get(name, name)) for name in names]
    reserves = [name for reserve in position["reserve"].values() for name in reserve]
    return [(name,) for name in (*reserves, *position["supply"])]


@pytest.mark.parametrize("game", lutetia.games())
def test_editions_are_not_cut(game: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    whole = run("edition", "show", game).out
    monkeypatch.setenv("COLUMNS", "60")
    narrow = run("edition", "show", game).out
    assert max(map(cell_len, narrow.splitlines())) <= 60
    assert sorted(narrow.split()) == sorted(whole.split())


@pytest.mark.parametrize(("name", "wide"), GOLDEN)
def test_whole_screens(name: str, wide: int) -> None:
    assert golden(name, wide) == (FOLDER / f"{name}-{wide}.txt").read_text(encoding="utf-8")


def golden(name: str, wide: int) -> str:
    high = 50 if wide == 200 else 24
    return painted(screen_of(position(name), high), wide, high, colour=False)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for one, size in GOLDEN:
        (FOLDER / f"{one}-{size}.txt").write_text(golden(one, size), encoding="utf-8")
