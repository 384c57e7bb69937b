"""The manifest of a game: its name, its options, and where to find each of its parts.

Shared code reaches a game only through its manifest. The references are strings, "package.module:attribute", so that
importing a manifest imports nothing else. `ruleset` is required. A part that is left out gets the default that works
for every game; tutorials, companions, statistics, openings and puzzles have no default and are then absent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any


class ManifestError(Exception):
    """A manifest that cannot be used; for the people who write games, so it is in English only."""


_NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True)
class Option:
    """Something that can be chosen before a game. Texts are catalogue keys.

    Without `choices` it is a switch, off by default; of the choices the first is the default.
    """

    name: str
    label: str
    """What a form calls it."""
    choices: tuple[tuple[str, str], ...] = ()
    """(value, label) pairs."""
    help: str = ""
    """What the command line's help says about it; the label if there is none."""
    takes_list: bool = False
    """Whether the option also takes a list of names, separated by commas on the command line."""
    pick: str | None = None
    """For forms, where it takes a list: a callable (component data) -> (how many, names). The glossary of the game's
    `text` describes the names."""


@dataclass(frozen=True)
class Credit:
    """People or companies behind the published game, as its rulebooks name them. `role` is a catalogue key."""

    role: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Manifest:
    """What the rest of Lutetia may know about a game before it loads any of it."""

    name: str
    """In records, addresses and commands: lower-case letters, digits and underscores."""
    title: str
    """A catalogue key."""
    players: tuple[int, int]
    """The smallest and the largest number of players: from two to four, as many as there are seat colours."""
    folder: Path
    """Where the game's files are: `rules/edition.toml`, `rules/texts/<language>.md`, `rules/positions/*.json`."""
    ruleset: str
    """A callable (rules, edition, options, players) -> Ruleset; see `lutetia.core.ruleset`."""
    minutes: int = 30
    """How long a game takes."""
    theme: str = "day"
    """The colours of its drawings and reports: "day" or "night"."""
    options: tuple[Option, ...] = ()
    credits: tuple[Credit, ...] = ()
    """For the page about Lutetia and the end of the rules."""
    rule_letter: str = ""
    """The first letter of its rule ids."""
    text: str | None = None
    """A `lutetia.text.interface.GameText`."""
    bots: str | None = None
    """A `lutetia.bots.profile.BotProfile`."""
    drawing: str | None = None
    """A `lutetia.drawing.svg.Drawing` class."""
    terminal: str | None = None
    """A `lutetia.terminal.ui.TerminalUI`."""
    observation: str | None = None
    """A callable (ruleset) -> (observer, parts); see `lutetia.envs.observer` and `lutetia.envs.parts`."""
    longest_game: dict[int, int] | None = None
    """By number of players: how many steps no game exceeds. Environments that must know it in advance need it."""
    companion: str | None = None
    """A `lutetia.companion.Companion`."""
    companion_model: str | None = None
    """The pydantic model of a position that the companion takes; loaded by the server only."""
    tutorial: str | None = None
    """A `lutetia.tutorial.Lesson`."""
    statistics: str | None = None
    """A `lutetia.arena.statistics.GameStatistics`."""
    openings: str | None = None
    """A `lutetia.openings.lines.GameOpenings`; `openings_file` has the games."""
    types: str | None = None
    """A `lutetia.types.GameTypes`: what is in its views, records and results, for type checkers."""
    puzzles: str | None = None
    """The titles of its puzzles' themes by name, catalogue keys; the puzzles are beside it: see `lutetia.puzzles`."""

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ManifestError(f"a game's name has lower-case letters, digits and underscores only, not {self.name!r}")
        least, most = self.players
        if not 2 <= least <= most <= 4:
            raise ManifestError(f"a game has two to four players, not {least} to {most}")

    @property
    def edition_file(self) -> Path:
        """The component data that comes with the game."""
        return self.folder / "rules" / "edition.toml"

    @property
    def openings_file(self) -> Path:
        """The strong games that the opening explorer shows, counted; a game may have none."""
        return self.folder / "openings.json.gz"

    def has(self, part: str) -> bool:
        """Whether the game brings this part itself."""
        return getattr(self, part) is not None

    def load(self, part: str, default: Any = None) -> Any:
        """The object that a part's reference names; `default` if the game does not bring the part."""
        reference: str | None = getattr(self, part)
        return default if reference is None else loaded(reference)


def loaded(reference: str) -> Any:
    """The object that a reference names."""
    module, _colon, attribute = reference.partition(":")
    return getattr(import_module(module), attribute)
