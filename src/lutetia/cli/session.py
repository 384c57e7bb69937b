"""A game in the terminal: shows the position, asks, plays, lets the bots answer, and keeps the game after each step."""

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
from lutetia.cli.state import Kept
from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.terminal.ui import TerminalUI, ui_for


@dataclass
class Session:
    """One game from where it stands to its end. `bots` sit where no human does."""

    game: Game
    console: Console
    prompt: Prompt
    kept: Kept
    bots: Mapping[str, Bot]
    seed: int
    base: int = 0
    """How many steps there were when the session began."""
    changes: list[Any] = field(default_factory=list)
    """What each step since then changed in the scores, as everybody saw it."""
    seen: dict[str, int] = field(default_factory=dict)
    """How many steps there were when each seat last decided."""
    notes: list[str] = field(default_factory=list)
    """What else is to be told."""
    looking: str | None = None
    """Whose eyes the screen was last shown to."""

    def play(self) -> None:
        """To the end of the game. Raises Left, with the game kept."""
        self.base = len(self.steps)
        self._keep()
        while not self.game.over:
            seat = str(self.game.seat)
            if seat in self.bots:
                self._answer(seat)
            else:
                self._hand_over(seat)
                Decision(self, seat).take()

    @property
    def ui(self) -> TerminalUI:
        return ui_for(self.game.ruleset.game)

    @property
    def steps(self) -> list[str]:
        """Every step so far."""
        return [step for turn in self.game.record()["turns"] for step in turn["steps"]]

    # ---- steps ---------------------------------------------------------------------------------------------------

    def step(self, step: str) -> None:
        """Play a legal step, keep what it changed, keep the game."""
        before = self.game.view(None)["position"]["scores"]
        self.game.play(step)
        self.changes.append(_difference(self.game.view(None)["position"]["scores"], before))
        self._keep()

    def _answer(self, seat: str) -> None:
        self.step(self.bots[seat].choose(self.game.view(seat), self.game.legal()))

    def undo(self, seat: str) -> bool:
        """Take back to the human's previous decision (any step where only people sit); False where there is none."""
        taken = [turn["seat"] for turn in self.game.record()["turns"] for _step in turn["steps"]]
        if not any(who not in self.bots for who in taken):
            return False
        before = self.steps
        self.game.undo()
        while self.game.seat in self.bots:
            self.game.undo()
        left = len(self.steps)
        self.base = min(self.base, left)
        self.changes = self.changes[: left - self.base]
        self.seen = dict.fromkeys(self.people, left)
        known = dict.fromkeys(self.ui.reveals(step) for step in before[left:])
        self.notes = [said for said in known if said]
        self._keep()
        return True

    def decided(self, seat: str) -> None:
        """What was told to a seat is told: its news begin from here."""
        self.seen[seat] = len(self.steps)
        self.notes = []

    def news(self, seat: str, viewer: str | None) -> list[str]:
        """What happened since a seat last decided, as the viewer saw it, line by line."""
        since = max(self.base, self.seen.get(seat, self.base))
        return self.ui.report(self.game.view(viewer), since, self.changes[since - self.base :]) + self.notes

    def recent(self, seat: str) -> list[str]:
        """The places that others changed since a seat last decided."""
        since = max(self.base, self.seen.get(seat, self.base))
        steps = [(turn["seat"], step) for turn in self.game.record()["turns"] for step in turn["steps"]]
        return [place for who, step in steps[since:] if who != seat for place in self.ui.touched(step)]

    def _keep(self) -> None:
        table = {"seats": {seat: "bot" if seat in self.bots else "human" for seat in self.game.ruleset.seats}}
        try:
            self.kept.save(self.game, table | {"seed": self.seed})
        except OSError as error:
            warning = _("The game could not be kept: {why}", why=one_line(error))
            if warning not in self.notes:
                self.notes.append(warning)

    # ---- the screen ----------------------------------------------------------------------------------------------

    @property
    def people(self) -> list[str]:
        return [seat for seat in self.game.ruleset.seats if seat not in self.bots]

    @property
    def players(self) -> dict[str, str]:
        if not self.bots:
            return {}
        you = _("you") if len(self.people) == 1 else ""
        return {seat: _("bot") if seat in self.bots else you for seat in self.game.ruleset.seats}

    def _hand_over(self, seat: str) -> None:
        """Between two humans while something is hidden: nobody sees what is another's."""
        before, self.looking = self.looking, seat
        if len(self.people) < 2 or before in (None, seat) or not self.ui.hides(self.game.view(seat)):
            return
        clear(self.console)
        for said in self.news(seat, None):
            self.console.print(said)
        who = self.ui.seat(seat, first=True)
        self.prompt.ask(_("{who} is next. Hand the keyboard over, then press Enter. ", who=who))
        clear(self.console)


def _difference(after: Any, before: Any) -> Any:
    """Of tables of numbers that are alike."""
    if isinstance(after, dict):
        return {key: _difference(after[key], before[key]) for key in after}
    return after - before
