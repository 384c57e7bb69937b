"""What the scripts know about each game: one folder per game, with a module for each script that needs one."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType


def of_each_game(module: str) -> Iterator[tuple[str, ModuleType]]:
    """The names of the games that have this module, with it."""
    for file in sorted(Path(__file__).parent.glob(f"*/{module}.py")):
        game = file.parent.name
        yield game, import_module(f"games.{game}.{module}")
