"""A game in the terminal: shows the position, asks, plays, lets the bot answer, and keeps the game after each step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.console import Console

from lutetia.bots import Bot
from lutetia.bots.reason import signed
from lutetia.cli import texts
from lutetia.cli.board import touched
from lutetia.cli.console import clear
from lutetia.cli.decision import Decision
from lutetia.cli.door import one_line
from lutetia.cli.prompt import Prompt
from lutetia.cli.state import Kept
from lutetia.core.game import Game
from lutetia.core.words import _


@dataclass
class Session:
    """One game from where it stands to its end. `bots` sit where no human does."""

    game: Game
    console: Console
    prompt: Prompt
    kept: Kept
    bots: Mapping[str, Bot]
    seed: int
    news: list[str] = field(default_factory=list)
    """What happened since the human last decided."""
    recent: list[str] = field(default_factory=list)
    """The spaces that others changed since."""
    looking: str | None = None
    """Whose eyes the screen was last shown to."""

    def play(self) -> None:
        """To the end of the game. Raises Left, with the game kept."""
        self._keep()
        while not self.game.over:
            seat = str(self.game.seat)
            if seat in self.bots:
                self._answer(seat)
            else:
                self._hand_over(seat)
                Decision(self, seat).take()

    # ---- steps ---------------------------------------------------------------------------------------------------

    def step(self, step: str) -> None:
        """Play a legal step, tell it, keep the game."""
        seat = str(self.game.seat)
        change = self.game.preview(step)
        self.game.play(step)
        said = texts.sentence(step, seat)
        points = change[seat]["total"]
        if points and not step.startswith(("take", "card", "swap")):
            said = said.rstrip(".") + f": {signed(points)}."
        self.news.append(said)
        if seat in self.bots or not self.bots:
            self.recent += touched(step)
        self._keep()

    def _answer(self, seat: str) -> None:
        self.step(self.bots[seat].choose(self.game.view(seat), self.game.legal()))

    def undo(self, seat: str) -> bool:
        """Take back to the human's previous decision (any step with two humans); False where there is none."""
        taken = [turn["seat"] for turn in self.game.record()["turns"] for _step in turn["steps"]]
        if not any(who not in self.bots for who in taken):
            return False
        self.game.undo()
        while self.game.seat in self.bots:
            self.game.undo()
        self.news, self.recent = [], []
        self._keep()
        return True

    def _keep(self) -> None:
        table = {"seats": {seat: "bot" if seat in self.bots else "human" for seat in self.game.table.seats}}
        try:
            self.kept.save(self.game, table | {"seed": self.seed})
        except OSError as error:
            warning = _("The game could not be kept: {why}", why=one_line(error))
            if warning not in self.news:
                self.news.append(warning)

    # ---- the screen ----------------------------------------------------------------------------------------------

    @property
    def players(self) -> dict[str, str]:
        if not self.bots:
            return {}
        return {seat: _("bot") if seat in self.bots else _("you") for seat in self.game.table.seats}

    def _hand_over(self, seat: str) -> None:
        """Between two humans while hands are hidden: nobody sees the other's tile."""
        view = self.game.view(seat)
        before, self.looking = self.looking, seat
        if self.bots or before in (None, seat) or view["position"]["phase"] != "paving":
            return
        clear(self.console)
        for said in self.news:
            self.console.print(said)
        who = _(texts.SEATS_FIRST[seat])
        self.prompt.ask(_("{who} is next. Hand the keyboard over, then press Enter. ", who=who))
        clear(self.console)
