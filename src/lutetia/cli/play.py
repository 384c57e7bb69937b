"""`lutetia play`: a game in the terminal, against the bot or between two at one keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lutetia.core.words import _

if TYPE_CHECKING:
    from rich.console import Console

    from lutetia.cli.prompt import Prompt
    from lutetia.cli.session import Session
    from lutetia.cli.state import Kept
    from lutetia.core.game import Game


def play(
    game: Annotated[str | None, typer.Argument(help=_("Which game; needed only where there are several."))] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help=_("Play in this terminal (the default)."))] = True,
    seed: Annotated[int | None, typer.Option(help=_("Deal from this number; the same number deals the same."))] = None,
    seat: Annotated[
        str | None, typer.Option(help=_("Your seat: orange, blue, or both for two at one keyboard."))
    ] = None,
    postcards: Annotated[
        str | None, typer.Option(help=_("starter, random, or the names of those in play, with commas."))
    ] = None,
    two_tiles: Annotated[bool, typer.Option("--two-tiles", help=_("Variant: hold two tiles, place either."))] = False,
    first: Annotated[str | None, typer.Option(help=_("Who begins: random, orange or blue."))] = None,
    edition: Annotated[Path | None, typer.Option(help=_("Component data of your own, as a TOML file."))] = None,
    resume: Annotated[Path | None, typer.Option(help=_("Go on with the game of this record."))] = None,
) -> None:
    """Play a game."""
    from lutetia.cli.common import chosen_game, options_of
    from lutetia.cli.console import out
    from lutetia.cli.door import Trouble
    from lutetia.cli.prompt import Prompt
    from lutetia.cli.state import Kept

    name = chosen_game(game)
    if seat not in (None, "orange", "blue", "both"):
        raise Trouble(_("--seat is orange, blue or both, not {found}", found=seat))
    table = _Table(Kept(name), out(), Prompt(), seat, seed)
    try:
        if resume is not None:
            if seed is not None or postcards or two_tiles or first or edition:
                raise Trouble(_("--resume goes on with a game as it is: only --seat fits with it"))
            table.resume(resume)
        else:
            table.sit_down(options_of(postcards, two_tiles, first), edition)
    except (EOFError, KeyboardInterrupt):
        table.leave()


class _Table:
    """The evening: one game after another until the player has had enough."""

    def __init__(self, kept: Kept, console: Console, prompt: Prompt, seat: str | None, seed: int | None) -> None:
        self.kept, self.console, self.prompt = kept, console, prompt
        self.seat, self.seed = seat, seed
        self.session: Session | None = None

    def sit_down(self, options: dict[str, Any], edition: Path | None) -> None:
        import lutetia

        game = lutetia.new(self.kept.game, seed=self.seed, options=options, edition=edition)
        self._evening(self._unfinished() or game)

    def resume(self, path: Path) -> None:
        from lutetia.cli.common import replayed
        from lutetia.cli.door import Trouble

        game = replayed(path)
        if game.table.game != self.kept.game:
            raise Trouble(_("{path}: this is a game of {game}", path=path, game=game.table.game))
        if game.over:
            raise Trouble(_("{path}: this game is over; see it with: lutetia replay", path=path))
        if path.resolve() == self.kept.path.resolve():
            self._seat_as_kept()
        elif (other := self.kept.unfinished()) is not None:
            self._put_away(other)
        self._evening(game)

    def leave(self) -> None:
        """A word on the way out."""
        self.console.print()
        if self.session and not self.session.game.over:
            self.console.print(_("The game is kept. Go on with: lutetia play"))

    def _unfinished(self) -> Game | None:
        """The kept game if there is one and the player wants to go on with it."""
        import lutetia

        record = self.kept.unfinished()
        if record is None:
            return None
        try:
            game = lutetia.replay(record)
        except ValueError:  # written by hand or by another version
            self._put_away(record)
            return None
        turns = len(record["turns"])
        self.console.print(_("There is an unfinished game (turn {n}).", n=turns))
        while True:
            answer = self.prompt.ask(_("Go on with it? Enter: yes, n: a new game ")).strip().lower()
            if answer in ("", *_("y yes").split()):
                self._seat_as_kept()
                return game
            if answer in _("n no").split():
                self._put_away(record)
                return None

    def _put_away(self, record: Any) -> None:
        """Keep a record for good and say where."""
        from lutetia.cli.door import one_line

        try:
            path = self.kept.put_away(record)
        except OSError as error:
            self.console.print(_("The record could not be kept: {why}", why=one_line(error)))
        else:
            self.console.print(_("The record lies in {path}", path=path), soft_wrap=True)

    def _seat_as_kept(self) -> None:
        """Sit where one sat, unless --seat says otherwise."""
        table = self.kept.table()
        seats = table.get("seats")
        if isinstance(seats, dict) and self.seat is None:
            humans = [seat for seat, who in seats.items() if who == "human"]
            self.seat = "both" if len(humans) != 1 else humans[0]
        if self.seed is None and type(table.get("seed")) is int:
            self.seed = table["seed"]

    def _evening(self, game: Game | None) -> None:
        while game is not None:
            self.session = self._session(game)
            from lutetia.cli.decision import Left

            try:
                self.session.play()
            except Left:
                self.leave()
                return
            game = self._rematch(game) if self._end(game) else None

    def _session(self, game: Game) -> Session:
        import secrets

        from lutetia.bots import bot
        from lutetia.cli.session import Session

        human = self.seat or game.table.seats[0]
        seed = secrets.randbits(32) if self.seed is None else self.seed
        bots = {} if human == "both" else {seat: bot("greedy", seed) for seat in game.table.seats if seat != human}
        return Session(game, self.console, self.prompt, self.kept, bots, seed)

    def _end(self, game: Game) -> bool:
        """The last screen; whether another game is wanted."""
        from rich.text import Text

        from lutetia.cli.console import clear, clears
        from lutetia.cli.screen import Screen, paint
        from lutetia.cli.sheet import sheet

        session = self.session
        assert session is not None
        if clears(self.console):
            clear(self.console)
        told = [Text(" ".join(session.news), style="bold")]
        last = Screen(game.view(None), session.players, None, recent=session.recent, news=told)
        paint(self.console, last.lines(self.console.width, high=0))  # tight: the score sheet needs the room
        self.console.print(sheet(self.console, game.score(), game.result(), session.players))
        self._put_away(game.record())
        try:
            return self.prompt.ask(_("A rematch? y: yes, Enter: no ")).strip().lower() in _("y yes").split()
        except EOFError:
            self.console.print()
            return False

    def _rematch(self, game: Game) -> Game:
        """The loser begins (L12); after a draw, whoever did not begin."""
        import lutetia

        result, seats = game.result(), game.table.seats
        assert result is not None
        begun = game.record()["first"]
        leader = result["winner"] if result["winner"] in seats else begun
        first = next(seat for seat in seats if seat != leader)
        self.seed = None if self.seed is None else self.seed + 1
        options = game.table.options | {"first": first}
        data = None if game.table.edition.bundled else game.table.edition.data
        return lutetia.new(self.kept.game, seed=self.seed, options=options, edition=data)
