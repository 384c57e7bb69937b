"""A session in the terminal: one game after another until the player has had enough."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.text import Text

import lutetia
from lutetia.bots import bot
from lutetia.cli.common import how_to_compile, is_core_compiled, replayed
from lutetia.cli.console import can_clear, clear
from lutetia.cli.decision import Quit
from lutetia.cli.errors import CommandError, one_line
from lutetia.cli.game_loop import GameLoop
from lutetia.cli.opponent import Opponent, decide_with
from lutetia.cli.prompt import Prompt
from lutetia.cli.saved_game import SavedGame
from lutetia.cli.thinking import thinking
from lutetia.core.errors import with_guess
from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.terminal.screen import Screen, paint
from lutetia.terminal.ui import ui_for

LONGEST_NAME = 12
"""Longer names would not fit beside the board."""


@dataclass
class Session:
    """Starts or resumes a game, then offers rematches."""

    saved: SavedGame
    console: Console
    prompt: Prompt
    seat: str | None
    """What --seat says: one or more seats of people; None: the first seat."""
    seed: int | None
    against: str
    """The bot that plays the other seats."""
    names: str | None = None
    """What --names says: what the people are called, in the order of their seats."""
    loop: GameLoop | None = None
    """The current game."""
    opponents: dict[str, Opponent] = field(default_factory=dict)
    """The bots of the current game by seat."""

    def __post_init__(self) -> None:
        bot(self.against)  # raises ValueError for a wrong name before anything is asked

    def start(self, options: Json, players: int, edition: Path | None) -> None:
        """Play a new game, or the saved one if the player prefers that."""
        game = lutetia.new(self.saved.game, seed=self.seed, players=players, options=options, edition=edition)
        self._names(game)  # reports a wrong --seat or --names before anything is asked
        self._play(self._unfinished() or game)

    def resume(self, path: Path) -> None:
        """Continue the game of a record. Raises CommandError if that is not possible."""
        game = replayed(path)
        if game.ruleset.game != self.saved.game:
            raise CommandError(_("{path}: this is a {game} game", path=path, game=game.ruleset.game))
        if game.over:
            raise CommandError(_("{path}: this game is over; watch it with: lutetia replay", path=path))
        if path.resolve() == self.saved.path.resolve():
            self._restore_players()
        elif (other := self.saved.unfinished()) is not None:
            self._archive(other)
        self._play(game)

    def quit(self) -> None:
        """Say how to continue the game, or that this is not possible."""
        self.console.print()
        if self.loop and not self.loop.game.over:
            kept = _("The game is saved. Continue with: lutetia play {game}", game=self.saved.game)
            self.console.print(self.loop.not_kept or kept, soft_wrap=True, markup=False)

    # ---- saved games ---------------------------------------------------------------------------------------------

    def _unfinished(self) -> Game | None:
        """The saved game if there is one and the player wants to continue it."""
        record = self.saved.unfinished()
        if record is None:
            return None
        try:
            game = lutetia.replay(record)
        except ValueError:  # edited by hand, or written by another version
            self._archive(record)
            return None
        self.console.print(_("There is an unfinished game (turn {n}).", n=len(record["turns"])))
        while True:
            answer = self.prompt.ask(_("Continue it? Enter: yes, n: a new game ")).strip().lower()
            if answer in ("", *_("y yes").split()):
                self._restore_players()
                return game
            if answer in _("n no").split():
                self._archive(record)
                return None

    def _archive(self, record: Json) -> None:
        """Archive a record and print where it is."""
        try:
            path = self.saved.archive(record)
        except OSError as error:
            self.console.print(_("The record could not be saved: {why}", why=one_line(error)))
        else:
            self.console.print(_("The record is in {path}", path=path), soft_wrap=True)

    def _restore_players(self) -> None:
        """Use the seats and the seed of the saved game, unless options say otherwise."""
        players = self.saved.players()
        seats = players.get("seats")
        if isinstance(seats, dict) and self.seat is None:
            self.seat = ",".join(seat for seat, player in seats.items() if player == "human")
            names = players.get("names")
            if isinstance(names, dict) and self.names is None:
                self.names = ",".join(str(names.get(seat, "")) for seat in self.seat.split(","))
        if self.seed is None and type(players.get("seed")) is int:
            self.seed = players["seed"]

    # ---- games ---------------------------------------------------------------------------------------------------

    def _play(self, game: Game | None) -> None:
        while game is not None:
            self.loop = self._loop(game)
            try:
                self.loop.play()
            except Quit:
                self.quit()
                return
            finally:
                for opponent in self.opponents.values():
                    opponent.close()
            game = self._rematch(game) if self._end(self.loop) else None

    def _loop(self, game: Game) -> GameLoop:
        people = self._people(game)
        seed = secrets.randbits(32) if self.seed is None else self.seed
        self.opponents = {seat: self._opponent(game, seat, seed) for seat in game.ruleset.seats if seat not in people}
        loop = GameLoop(game, self.console, self.prompt, self.saved, self.opponents, seed, self._names(game))
        if self.opponents and not is_core_compiled():
            loop.notices.append(
                _("The core is not compiled, so bots think slowly. To compile it: {command}", command=how_to_compile())
            )
        return loop

    def _opponent(self, game: Game, seat: str, seed: int) -> Opponent:
        who = ui_for(game.ruleset.game).seat(seat, first=True)
        decide = decide_with(self.console, self.prompt)
        return Opponent(self.against, seed, decide, lambda: thinking(self.console, who))

    def _people(self, game: Game) -> list[str]:
        """The seats of people. Raises CommandError that lists the values of --seat."""
        seats, everyone = game.ruleset.seats, ui_for(game.ruleset.game).everyone
        if not self.seat:
            return [seats[0]]
        if self.seat in ("all", everyone):
            return list(seats)
        found = [seat.strip() for seat in self.seat.split(",")]
        if not set(found) <= set(seats):
            known = _("{seats} or {everyone}", seats=", ".join(seats), everyone=everyone)
            fault = _("--seat must be {known}, not {found}", known=known, found=self.seat)
            wrong = next(seat for seat in found if seat not in seats)
            raise CommandError(with_guess(fault, wrong, [*seats, everyone]))
        return found

    def _names(self, game: Game) -> dict[str, str]:
        """What the people are called, by seat. Raises CommandError for a wrong --names."""
        people = self._people(game)
        names = [name.strip() for name in self.names.split(",")] if self.names else []
        if len(names) > len(people):
            raise CommandError(
                _("--names has {n} names, but people play {seats} seats", n=len(names), seats=len(people))
            )
        if any(len(name) > LONGEST_NAME for name in names):
            raise CommandError(_("--names: a name can have at most {n} characters", n=LONGEST_NAME))
        return {seat: name for seat, name in zip(people, names, strict=False) if name}

    def _end(self, loop: GameLoop) -> bool:
        """Show the end of the game. Returns whether the player wants a rematch."""
        if can_clear(self.console):
            clear(self.console)
        last_to_decide = max(loop.people, key=lambda seat: loop.decided_at.get(seat, 0))
        updates = [Text(line, style="bold") for line in loop.updates(last_to_decide, None)]
        recent = loop.recent(last_to_decide)
        screen = Screen(loop.game.view(None), loop.players, None, recent=recent, updates=updates)
        compact = screen.lines(self.console.width, high=0)  # the score sheet needs room too
        paint(self.console, compact, loop.ui.colours)
        self.console.print(loop.ui.score_sheet(self.console, loop.game, loop.players))
        self._archive(loop.game.record())
        try:
            return self.prompt.ask(_("Rematch? y: yes, Enter: no ")).strip().lower() in _("y yes").split()
        except EOFError:
            self.console.print()
            return False

    def _rematch(self, game: Game) -> Game:
        """The next game with the same players."""
        self.seed = None if self.seed is None else self.seed + 1
        ruleset = game.ruleset
        options = ruleset.rematch(game.first, ruleset.ranks(game.result() or {}))
        data = None if ruleset.edition.bundled else ruleset.edition.data
        return lutetia.new(self.saved.game, seed=self.seed, players=len(ruleset.seats), options=options, edition=data)
