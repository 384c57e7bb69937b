"""What a game shows and says in the terminal: the interface that its `terminal` part implements.

The commands know games only through this: `ui_for` finds the UI of a game by its name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from lutetia.core.json_types import Json
from lutetia.games import manifest
from lutetia.terminal.palette import Tones

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from lutetia.core.game import Game
    from lutetia.terminal.canvas import Block
    from lutetia.terminal.menu import Menu, Worth
    from lutetia.terminal.screen import Screen

Players = Mapping[str, str]
"""Who sits where, in a word: {"p1": "you", "p2": "bot"}; {} where only people sit."""


class TerminalUI(ABC):
    """One game in the terminal. Steps are the notation's, seats and views the facade's."""

    tones: Tones
    everyone: str
    """The word of --seat for people at every seat."""
    kinds: tuple[str, ...]
    """The first words of steps."""
    own_commands: Mapping[str, str]
    """Commands beside the shared ones, with what they do; `look` carries them out."""
    topics: tuple[str, ...]
    """What `rules` can be asked about."""

    # ---- words -------------------------------------------------------------------------------------------------

    @abstractmethod
    def title(self) -> str:
        """The game's name for people."""

    @abstractmethod
    def seat(self, seat: str, *, first: bool = False) -> str:
        """A seat's name; `first`: as the first word of a sentence."""

    @abstractmethod
    def log(self, view: Json) -> list[str]:
        """Every turn so far as the viewer saw it, in words."""

    @abstractmethod
    def report(self, view: Json, since: int, changes: Sequence[Json]) -> list[str]:
        """What the steps after so many did, in lines; `changes`: what each changed in the scores."""

    @abstractmethod
    def question(self, view: Json, legal: Sequence[str]) -> str:
        """What the viewer is asked to decide."""

    @abstractmethod
    def idle(self, view: Json, legal: Sequence[str]) -> list[str]:
        """What cannot be done at present, as far as it is worth a line."""

    @abstractmethod
    def example(self) -> str:
        """A line of help: what can be typed at this game's lists."""

    @abstractmethod
    def rules(self, topic: str, data: Json) -> list[str]:
        """The rules in short, or what is known of a topic."""

    # ---- steps -------------------------------------------------------------------------------------------------

    @abstractmethod
    def worth(self, game: Game) -> dict[str, Worth]:
        """What the legal steps would bring, as far as that can be told."""

    @abstractmethod
    def first(self, view: Json, legal: Sequence[str], worth: Mapping[str, Worth], *, small: bool) -> Menu:
        """The list a decision begins with; `small`: there is room for few lines."""

    @abstractmethod
    def listed(self, view: Json, steps: Sequence[str], worth: Mapping[str, Worth]) -> Menu:
        """A list of some of the legal steps."""

    @abstractmethod
    def touched(self, step: str) -> list[str]:
        """The places on the board that a step names."""

    @abstractmethod
    def marked(self, view: Json, legal: Sequence[str]) -> list[str]:
        """The places shown as open before anything is typed."""

    @abstractmethod
    def spelled(self, entry: str) -> str:
        """An entry in small letters as the notation would write it."""

    @abstractmethod
    def unplaced(self, view: Json, step: str) -> str:
        """Why none of the steps that begin like this one is legal, where the rules would say too much; or ""."""

    @abstractmethod
    def hides(self, view: Json) -> bool:
        """Whether the screen of this position shows what the other seats must not see."""

    @abstractmethod
    def reveals(self, step: str) -> str:
        """What everybody knows since this step though it be taken back, in words; "" for nothing."""

    # ---- drawings ----------------------------------------------------------------------------------------------

    @abstractmethod
    def lines(self, screen: Screen, wide: int, high: int) -> Block:
        """The screen for a terminal of this size."""

    @abstractmethod
    def look(self, command: str, view: Json, worth: Mapping[str, Worth], room: int) -> Block:
        """What one of the game's own commands shows."""

    @abstractmethod
    def sheet(self, console: Console, game: Game, players: Players, *, turns: bool = False) -> RenderableType:
        """The score sheet and the verdict; `turns`: with what each turn changed, where that tells more."""

    @abstractmethod
    def seen_sheet(self, console: Console, game: Game, seat: str, players: Players) -> RenderableType:
        """The score as it stands, with nothing the seat may not know."""

    @abstractmethod
    def verdict(self, game: Game) -> str:
        """Who won and by what; while the game goes on, that it does."""

    @abstractmethod
    def drawn(self, data: Json) -> Block:
        """The component data of a checked edition."""

    # ---- results -----------------------------------------------------------------------------------------------

    @abstractmethod
    def totals(self, result: Json) -> dict[str, int]:
        """Each seat's points."""

    @abstractmethod
    def winners(self, result: Json) -> list[str]:
        """Who won: several share it, none is a draw."""

    # ---- shared ------------------------------------------------------------------------------------------------

    @property
    def commands(self) -> dict[str, str]:
        """Everything that can be typed beside steps, in the order of the help."""
        from lutetia.terminal.menu import COMMANDS

        shared = dict(COMMANDS)
        last = {name: shared.pop(name) for name in ("more", "save", "quit")}
        return shared | dict(self.own_commands) | last


@cache
def ui_for(game: str) -> TerminalUI:
    """The terminal UI of a game: its own, or the default. Raises ValueError for an unknown game."""
    own: TerminalUI | None = manifest(game).load("terminal")
    if own is not None:
        return own
    from lutetia.terminal.default import DefaultUI  # it imports this module

    return DefaultUI(game)
