"""What a game shows and says in the terminal: the interface that its `terminal` part implements.

The commands know games only through this interface; `ui_for` finds the UI of a game by its name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from lutetia.core.json_types import Json
from lutetia.games import manifest
from lutetia.terminal.palette import ColourScheme

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from lutetia.core.game import Game
    from lutetia.terminal.canvas import Block
    from lutetia.terminal.menu import Gain, Menu
    from lutetia.terminal.screen import Screen

Players = Mapping[str, str]
"""Who sits where, in a word: {"p1": "you", "p2": "bot"}, or a person's name; {} if there is nothing to say."""


class TerminalUI(ABC):
    """One game in the terminal. Steps, seats and views are those of `Game`."""

    colours: ColourScheme
    everyone: str
    """The value of --seat that puts people at every seat."""
    kinds: tuple[str, ...]
    """The first words of steps."""
    extra_commands: Mapping[str, str]
    """The game's own commands with their help; `run_command` carries them out."""
    topics: tuple[str, ...]
    """What `rules` can be asked about."""

    # ---- texts ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def title(self) -> str:
        """The game's title."""

    @abstractmethod
    def seat(self, seat: str, *, first: bool = False) -> str:
        """A seat's name; `first`: as the first word of a sentence."""

    @abstractmethod
    def log(self, view: Json, names: Players) -> list[str]:
        """A text for every turn so far, as the viewer saw it. Seats that are not in `names` are called by their own."""

    @abstractmethod
    def report(self, view: Json, since: int, changes: Sequence[Json], names: Players) -> list[str]:
        """Lines about the steps from number `since` on; `changes`: what each changed in the scores."""

    @abstractmethod
    def question(self, view: Json, legal: Sequence[str]) -> str:
        """What the viewer has to decide."""

    @abstractmethod
    def unavailable(self, view: Json, legal: Sequence[str]) -> list[str]:
        """Lines about what cannot be done now, if that is worth a line."""

    @abstractmethod
    def example(self, legal: Sequence[str]) -> str:
        """A line of help: what can be typed now, at the list of these steps. Whatever it quotes works."""

    @abstractmethod
    def rules(self, topic: str, data: Json) -> list[str]:
        """The rules in short, or the rules about a topic. `data` is the component data.

        Raises ValueError for an unknown topic.
        """

    # ---- steps ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def gains(self, game: Game) -> dict[str, Gain]:
        """What the legal steps would bring, for those steps where it is known."""

    @abstractmethod
    def main_menu(self, view: Json, legal: Sequence[str], gains: Mapping[str, Gain], *, small: bool) -> Menu:
        """The list that a decision begins with; `small`: there is room for few lines."""

    @abstractmethod
    def submenu(self, view: Json, steps: Sequence[str], gains: Mapping[str, Gain]) -> Menu:
        """A list of some of the legal steps."""

    @abstractmethod
    def places(self, step: str) -> list[str]:
        """The places on the board that a step names."""

    @abstractmethod
    def highlighted(self, view: Json, legal: Sequence[str]) -> list[str]:
        """The places that are highlighted before anything is typed."""

    @abstractmethod
    def normalised(self, entry: str) -> str:
        """An entry in lower case as the notation would write it."""

    @abstractmethod
    def why_no_place(self, view: Json, step: str) -> str:
        """Why no step that begins like this one is legal, if there is a simpler reason than the rule's; or ""."""

    @abstractmethod
    def hides(self, view: Json) -> bool:
        """Whether the screen of this position shows something that the other seats must not see."""

    @abstractmethod
    def reveals(self, step: str) -> str:
        """What everybody still knows after this step was undone, in words; "" for nothing."""

    # ---- drawings ------------------------------------------------------------------------------------------------

    @abstractmethod
    def render(self, screen: Screen, wide: int, high: int) -> Block:
        """The screen for a terminal of this size."""

    @abstractmethod
    def run_command(self, command: str, view: Json, gains: Mapping[str, Gain], room: int) -> Block:
        """What one of the game's own commands shows."""

    @abstractmethod
    def score_sheet(self, console: Console, game: Game, players: Players, *, turns: bool = False) -> RenderableType:
        """The score sheet and the verdict; `turns`: also what each turn changed, if that adds something."""

    @abstractmethod
    def visible_score_sheet(self, console: Console, game: Game, seat: str, players: Players) -> RenderableType:
        """The current score, without anything that the seat may not know."""

    @abstractmethod
    def verdict(self, game: Game) -> str:
        """Who won and why, or that the game is not over."""

    @abstractmethod
    def draw_edition(self, data: Json) -> Block:
        """The component data of a valid edition."""

    # ---- results -------------------------------------------------------------------------------------------------

    @abstractmethod
    def totals(self, result: Json) -> dict[str, int]:
        """Each seat's points."""

    @abstractmethod
    def winners(self, result: Json) -> list[str]:
        """The seats that won: several share the win, none means a draw."""

    # ---- shared --------------------------------------------------------------------------------------------------

    @property
    def commands(self) -> dict[str, str]:
        """Everything that can be typed besides steps, with its help, in the order of the help."""
        from lutetia.terminal.entry import COMMANDS

        shared = dict(COMMANDS)
        last = {name: shared.pop(name) for name in ("more", "save", "quit")}
        return shared | dict(self.extra_commands) | last


@cache
def ui_for(game: str) -> TerminalUI:
    """The terminal UI of a game: its own, or the default. Raises ValueError for an unknown game."""
    own: TerminalUI | None = manifest(game).load("terminal")
    if own is not None:
        return own
    from lutetia.terminal.default import DefaultUI  # it imports this module

    return DefaultUI(game)
