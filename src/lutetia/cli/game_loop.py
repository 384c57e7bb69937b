"""The loop of one game in the terminal: show the position, ask, play, let the bots move, save after each step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console

from lutetia.bots import Bot
from lutetia.cli.console import clear
from lutetia.cli.decision import Decision
from lutetia.cli.errors import one_line
from lutetia.cli.prompt import Prompt
from lutetia.cli.saved_game import SavedGame
from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.terminal.ui import Players, TerminalUI, ui_for


@dataclass
class GameLoop:
    """One game from its current position to its end. Bots sit at the seats in `bots`, people at all others."""

    game: Game
    console: Console
    prompt: Prompt
    saved: SavedGame
    bots: Mapping[str, Bot]
    seed: int
    names: Mapping[str, str] = field(default_factory=dict)
    """What people are called, by seat; those without a name are called by their seat."""
    first_step: int = 0
    """How many steps there were when the loop started."""
    score_changes: list[Json] = field(default_factory=list)
    """What each step since then changed in the scores, as a spectator sees them."""
    decided_at: dict[str, int] = field(default_factory=dict)
    """How many steps there were when each seat last decided."""
    notices: list[str] = field(default_factory=list)
    """Further lines for the updates."""
    not_kept: str = ""
    """Why the last attempt to save the game failed, in a sentence; "" if it did not."""
    last_viewer: str | None = None
    """The seat that the screen was last shown to."""

    def play(self) -> None:
        """Play to the end of the game. Raises Quit if the player quits; the game is saved then."""
        self.first_step = len(self.steps)
        self._save()
        while not self.game.over:
            seat = str(self.game.seat)
            if seat in self.bots:
                self.play_step(self.bots[seat].choose(self.game.view(seat), self.game.legal()))
            else:
                self._hand_over(seat)
                Decision(self, seat).take()

    @property
    def ui(self) -> TerminalUI:
        return ui_for(self.game.ruleset.game)

    @property
    def steps(self) -> list[str]:
        """Every step so far."""
        return [step for _seat, step in self._steps_by_seat()]

    def _steps_by_seat(self) -> list[tuple[str, str]]:
        return [(turn["seat"], step) for turn in self.game.record()["turns"] for step in turn["steps"]]

    # ---- steps ---------------------------------------------------------------------------------------------------

    def play_step(self, step: str) -> None:
        """Play a legal step, remember what it changed in the scores, and save the game."""
        before = self.game.view(None)["position"]["scores"]
        self.game.play(step)
        self.score_changes.append(_difference(self.game.view(None)["position"]["scores"], before))
        self._save()

    def undo(self) -> bool:
        """Go back to the last decision of a person. False if there is none."""
        if all(seat in self.bots for seat, _step in self._steps_by_seat()):
            return False
        before = self.steps
        self.game.undo()
        while self.game.seat in self.bots:
            self.game.undo()
        left = len(self.steps)
        self.first_step = min(self.first_step, left)
        self.score_changes = self.score_changes[: left - self.first_step]
        self.decided_at = dict.fromkeys(self.people, left)
        revealed = dict.fromkeys(self.ui.reveals(step) for step in before[left:])
        self.notices = [text for text in revealed if text]
        self._save()
        return True

    def mark_decided(self, seat: str) -> None:
        """The seat has read its updates: the next ones begin here."""
        self.decided_at[seat] = len(self.steps)
        self.notices = []

    def updates(self, seat: str, viewer: str | None) -> list[str]:
        """What happened since a seat last decided, as the viewer saw it, line by line."""
        since = self._since(seat)
        changes = self.score_changes[since - self.first_step :]
        report = self.ui.report(self.game.view(viewer), since, changes, self.names)
        return report + self.notices + ([self.not_kept] if self.not_kept else [])

    def recent(self, seat: str) -> list[str]:
        """The places that others changed since a seat last decided."""
        steps = self._steps_by_seat()[self._since(seat) :]
        return [place for actor, step in steps if actor != seat for place in self.ui.places(step)]

    def _since(self, seat: str) -> int:
        return max(self.first_step, self.decided_at.get(seat, self.first_step))

    def _save(self) -> None:
        seats = {seat: "bot" if seat in self.bots else "human" for seat in self.game.ruleset.seats}
        try:
            self.saved.save(self.game, {"seats": seats, "seed": self.seed, "names": dict(self.names)})
            self.not_kept = ""
        except OSError as error:
            self.not_kept = _("The game could not be saved: {why}", why=one_line(error))

    # ---- the screen ----------------------------------------------------------------------------------------------

    @property
    def people(self) -> list[str]:
        """The seats of people."""
        return [seat for seat in self.game.ruleset.seats if seat not in self.bots]

    @property
    def players(self) -> Players:
        """Who sits where, for the screen."""
        you = _("you") if len(self.people) == 1 else ""
        if not (self.bots or self.names):
            return {}
        return {seat: _("bot") if seat in self.bots else self.names.get(seat, you) for seat in self.game.ruleset.seats}

    def called(self, seat: str) -> str:
        """What the player at a seat is called, as the first word of a sentence."""
        return self.names.get(seat) or self.ui.seat(seat, first=True)

    def _hand_over(self, seat: str) -> None:
        """Clear the screen between two people if it shows something hidden, and wait for the next one."""
        before, self.last_viewer = self.last_viewer, seat
        if len(self.people) < 2 or before in (None, seat) or not self.ui.hides(self.game.view(seat)):
            return
        clear(self.console)
        for line in self.updates(seat, None):
            self.console.print(line)
        who = self.called(seat)
        self.prompt.ask(_("{who} is next. Hand the keyboard over, then press Enter. ", who=who))
        clear(self.console)


def _difference(after: Any, before: Any) -> Any:
    """The difference of two numbers, or of two nested tables of numbers with the same keys."""
    if isinstance(after, dict):
        return {key: _difference(after[key], before[key]) for key in after}
    return after - before
