"""Unknown names come with the closest known one, and usage errors point to the help of their own command."""

from __future__ import annotations

import pytest
from typer.main import get_command

from lutetia.cli import app

from .helpers import Run


@pytest.mark.parametrize(
    ("arguments", "guess"),
    [
        (["play", "lumire"], "lumiere"),
        (["selfplay", "Pari"], "paris"),
        (["arena", "lumier", "random"], "lumiere"),
        (["bench", "pariss"], "paris"),
        (["rules", "pariz"], "paris"),
        (["rules", "paris", "landmraks"], "landmarks"),
        (["rules", "lumiere", "peinter", "--json"], "peintre"),
        (["edition", "show", "lumiers"], "lumiere"),
        (["edition", "check", "pariss"], "paris"),
        (["selfplay", "lumiere", "--bots", "gredy"], "greedy"),
        (["arena", "lumiere", "random", "levle3"], "level3"),
        (["play", "lumiere", "--against", "randon"], "random"),
        (["play", "lumiere", "--seat", "oragne"], "orange"),
        (["play", "lumiere", "--twotiles"], "--two-tiles"),
        (["selfplay", "lumiere", "--bot", "random"], "--bots"),
        (["arena", "lumiere", "random", "--option", "postcrds=random"], "postcards"),
    ],
    ids=" ".join,
)
def test_the_closest_name_is_suggested(run: Run, arguments: list[str], guess: str) -> None:
    result = run(*arguments)
    assert result.code == 2
    assert f"did you mean {guess}?" in result.err
    assert result.err.count("\n") == 1


def test_nothing_is_suggested_for_a_name_like_no_other(run: Run) -> None:
    assert "did you mean" not in run("play", "chess").err


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (["replay"], "lutetia replay"),
        (["replay", "--loud"], "lutetia replay"),
        (["selfplay", "--games", "none"], "lutetia selfplay"),
        (["edition", "show", "--loud"], "lutetia edition show"),
        (["edition", "shw"], "lutetia edition"),
        (["admin", "people", "--loud"], "lutetia admin people"),
        (["dance"], "lutetia"),
        (["--loud"], "lutetia"),
    ],
    ids=" ".join,
)
def test_an_error_points_to_the_help_of_its_command(run: Run, arguments: list[str], command: str) -> None:
    result = run(*arguments)
    assert result.code == 2
    assert result.err.endswith(f"(see {command} --help)\n")


def commands() -> list[list[str]]:
    """Every command, with the group it is in."""
    found = []
    for name, one in get_command(app).commands.items():  # type: ignore[attr-defined]
        found += [[name, inner] for inner in getattr(one, "commands", {})] or [[name]]
    return found


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_help_shows_no_type_for_flags(run: Run, command: list[str]) -> None:
    done = run(*command, "--help")
    assert done.code == 0
    assert "bool" not in done.out


def test_help_names_every_kind_of_bot(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    for command in ("selfplay", "play", "arena"):
        text = run(command, "--help").out
        assert "random, greedy, level1 to level6, cmd:PROGRAM" in text, command
