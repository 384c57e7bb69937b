"""`lutetia play`: the house in the browser, or a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lutetia.cli import options
from lutetia.core.i18n import _

if TYPE_CHECKING:
    from rich.console import Console

    from lutetia.cli.prompt import Prompt
    from lutetia.cli.session import Session
    from lutetia.cli.state import Kept
    from lutetia.core.game import Game


@options.with_game_options
def play(
    game: Annotated[str | None, typer.Argument(help=_("Which game, in the terminal."))] = None,
    terminal: Annotated[
        bool, typer.Option("--terminal", help=_("Play in this terminal; a game or one of its options says so too."))
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help=_("Port for the browser; by default 1889 or the next that is free.")),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help=_("Open the browser."))] = True,
    data: Annotated[Path | None, typer.Option(help=_("Folder of the games in the browser."))] = None,
    seed: Annotated[int | None, typer.Option(help=_("Deal from this number; the same number deals the same."))] = None,
    seat: Annotated[
        str | None,
        typer.Option(help=_("Your seat (orange, blue, p1 to p4; several with commas); both or all for people alone.")),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(help=_("Who plays the other seats: greedy (the default), random, or level1 to level5.")),
    ] = None,
    players: options.PLAYERS = 2,
    edition: Annotated[Path | None, typer.Option(help=_("Component data of your own, as a TOML file."))] = None,
    resume: Annotated[Path | None, typer.Option(help=_("Go on with the game of this record."))] = None,
    *,
    given: dict[str, Any],
) -> None:
    """Play a game."""
    here = (game, seed, seat, against, edition, resume, *given.values())
    if not (terminal or any(one not in (None, False) for one in here) or players != 2):
        from lutetia.cli.browser import play_in_browser

        play_in_browser(port, data, browser)
        return
    from lutetia.cli.common import chosen_game
    from lutetia.cli.console import out
    from lutetia.cli.errors import CommandError
    from lutetia.cli.prompt import Prompt
    from lutetia.cli.state import Kept

    prompt = Prompt()
    name = _game_of(resume) if game is None and resume is not None else chosen_game(game, prompt)
    table = _Table(Kept(name), out(), prompt, seat, seed, against or "greedy")
    try:
        if resume is not None:
            if seed is not None or any(given.values()) or edition or players != 2:
                raise CommandError(_("--resume goes on with a game as it is: only --seat fits with it"))
            table.resume(resume)
        else:
            table.sit_down(options.chosen_options(name, given), players, edition)
    except (EOFError, KeyboardInterrupt):
        table.leave()


def _game_of(path: Path) -> str:
    """The game of a record."""
    from lutetia.cli.common import replayed

    return replayed(path).ruleset.game


class _Table:
    """The evening: one game after another until the player has had enough."""

    def __init__(
        self, kept: Kept, console: Console, prompt: Prompt, seat: str | None, seed: int | None, against: str
    ) -> None:
        from lutetia.bots import bot

        bot(against)  # a wrong name is told before anything is asked
        self.kept, self.console, self.prompt = kept, console, prompt
        self.seat, self.seed, self.against = seat, seed, against
        self.session: Session | None = None

    def sit_down(self, options: dict[str, Any], players: int, edition: Path | None) -> None:
        import lutetia

        game = lutetia.new(self.kept.game, seed=self.seed, players=players, options=options, edition=edition)
        self._people(game)  # a wrong --seat is told before anything is asked
        self._evening(self._unfinished() or game)

    def resume(self, path: Path) -> None:
        from lutetia.cli.common import replayed
        from lutetia.cli.errors import CommandError

        game = replayed(path)
        if game.ruleset.game != self.kept.game:
            raise CommandError(_("{path}: this is a game of {game}", path=path, game=game.ruleset.game))
        if game.over:
            raise CommandError(_("{path}: this game is over; see it with: lutetia replay", path=path))
        if path.resolve() == self.kept.path.resolve():
            self._seat_as_kept()
        elif (other := self.kept.unfinished()) is not None:
            self._put_away(other)
        self._evening(game)

    def leave(self) -> None:
        """A word on the way out."""
        self.console.print()
        if self.session and not self.session.game.over:
            self.console.print(_("The game is kept. Go on with: lutetia play {game}", game=self.kept.game))

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
        from lutetia.cli.errors import one_line

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
            self.seat = ",".join(seat for seat, who in seats.items() if who == "human")
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

        people = self._people(game)
        seed = secrets.randbits(32) if self.seed is None else self.seed
        bots = {seat: bot(self.against, seed) for seat in game.ruleset.seats if seat not in people}
        return Session(game, self.console, self.prompt, self.kept, bots, seed)

    def _people(self, game: Game) -> list[str]:
        """The seats of people. Raises CommandError that names what --seat may be."""
        from lutetia.cli.errors import CommandError
        from lutetia.terminal.ui import ui_for

        seats, everyone = game.ruleset.seats, ui_for(game.ruleset.game).everyone
        if not self.seat:
            return [seats[0]]
        if self.seat in ("all", everyone):
            return list(seats)
        found = [seat.strip() for seat in self.seat.split(",")]
        if not set(found) <= set(seats):
            known = _("{seats} or {everyone}", seats=", ".join(seats), everyone=everyone)
            raise CommandError(_("--seat is {known}, not {found}", known=known, found=self.seat))
        return found

    def _end(self, game: Game) -> bool:
        """The last screen; whether another game is wanted."""
        from rich.text import Text

        from lutetia.cli.console import clear, clears
        from lutetia.terminal.screen import Screen, paint

        session = self.session
        assert session is not None
        if clears(self.console):
            clear(self.console)
        last_to_decide = max(session.people, key=lambda seat: session.seen.get(seat, 0))
        told = [Text(said, style="bold") for said in session.news(last_to_decide, None)]
        recent = session.recent(last_to_decide)
        last = Screen(game.view(None), session.players, None, recent=recent, news=told)
        paint(self.console, last.lines(self.console.width, high=0), session.ui.tones)  # tight: the sheet needs room
        self.console.print(session.ui.sheet(self.console, game, session.players))
        self._put_away(game.record())
        try:
            return self.prompt.ask(_("A rematch? y: yes, Enter: no ")).strip().lower() in _("y yes").split()
        except EOFError:
            self.console.print()
            return False

    def _rematch(self, game: Game) -> Game:
        """The next game at this table."""
        import lutetia

        self.seed = None if self.seed is None else self.seed + 1
        options = game.ruleset.rematch(game.first, game.ruleset.ranks(game.result() or {}))
        data = None if game.ruleset.edition.bundled else game.ruleset.edition.data
        players = len(game.ruleset.seats)
        return lutetia.new(self.kept.game, seed=self.seed, players=players, options=options, edition=data)
