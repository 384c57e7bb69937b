"""What the commands know about the games: names, options, seats."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest

import lutetia
from lutetia.terminal.ui import ui_for

from .helpers import Run


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["play", "paris", "--two-tiles"], "Paris has no option --two-tiles"),
        (["play", "lumiere", "--advanced"], "La Cité de la Lumière has no option --advanced"),
        (["play", "paris", "--seat", "p3"], "p1, p2 or all, not p3"),
        (["play", "paris", "--screens", "ajar"], "screens"),
        (["play", "lumiere", "--players", "3"], "players"),
        (["selfplay", "paris", "--players", "5"], "--players"),
    ],
)
def test_options_of_another_game_are_refused(run: Run, arguments: list[str], text: str) -> None:
    result = run(*arguments)
    assert result.code == 2
    assert text in result.err
    assert result.err.count("\n") == 1


def test_without_a_terminal_the_game_must_be_named(run: Run, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
    result = run("play", "--seed", 1)
    assert result.code == 0
    assert result.err == "lutetia: no game was named, so this is lumiere; also available: paris\n"


def test_terminal_uis_are_found_by_name() -> None:
    for name in lutetia.games():
        ui = ui_for(name)
        assert ui.title()
        assert set(ui.commands) >= {"help", "hint", "undo", "quit"}
