"""One decision of a human: the list of steps, what is typed at it, and the commands beside the steps."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from lutetia.cli.console import clear, clears
from lutetia.cli.errors import one_line
from lutetia.core import record as records
from lutetia.core.errors import IllegalStep
from lutetia.core.i18n import _
from lutetia.core.numbers import signed
from lutetia.terminal import menu as menus
from lutetia.terminal.canvas import Block
from lutetia.terminal.menu import Meaning, Menu
from lutetia.terminal.screen import WIDEST, Screen, paint, show

if TYPE_CHECKING:
    from lutetia.cli.session import Session

SMALL = 32  # rows of a terminal that has room for a short list only


class Left(Exception):
    """The player leaves the table; the game is kept."""


class Decision:
    """Shows the list, takes entries until one is a step."""

    def __init__(self, session: Session, seat: str) -> None:
        self.session, self.seat = session, seat
        self.game, self.console = session.game, session.console
        self._begin()

    def _begin(self) -> None:
        """Look at the position anew."""
        self.ui = self.session.ui
        self.tones = self.ui.tones
        self.legal = self.game.legal()
        self.view = self.game.view(self.seat)
        self.worth = self.ui.worth(self.game)
        self._whole_list()

    def _whole_list(self) -> None:
        """The list it begins with."""
        self.menu = self.ui.first(self.view, self.legal, self.worth, small=self.console.height < SMALL)
        self.marked = self.ui.marked(self.view, self.legal)
        self.notice: Block = []

    def take(self) -> None:
        self._draw()
        while True:
            entry = self.session.prompt.ask("> ", self._completions)
            meaning = menus.understand(entry, self.menu, self.legal, self.ui)
            if len(meaning.steps) == 1:
                self.session.decided(self.seat)
                self.session.step(meaning.steps[0])
                return
            if meaning.command == "undo":
                if self.session.undo(self.seat):
                    return
                self.say(_("There is no step of yours to take back."))
            elif meaning.command == "quit":
                raise Left
            elif meaning.command in self.ui.own_commands:
                self._look(meaning.command)
            elif meaning.command:
                _COMMANDS[meaning.command](self, meaning.argument)
            else:
                self._listed(entry, meaning)

    def _listed(self, entry: str, meaning: Meaning) -> None:
        if meaning.steps:
            self.menu = self.ui.listed(self.view, meaning.steps, self.worth)
            self.marked = sorted({place for step in meaning.steps for place in self.ui.touched(step)})
            self.notice = []
            self._draw()
        elif meaning.back:
            self._whole_list()
            self._draw()
        elif entry.strip().isdecimal():
            self.say(_("The list has the numbers 1 to {n}.", n=len(self.menu.entries)))
        elif meaning.beginnings:
            self.say(_("That may be {commands}.", commands=", ".join(meaning.beginnings)))
        else:
            self._refused(entry)

    def _refused(self, entry: str) -> None:
        """Play what was typed, in the notation's own spelling, to hear why it is not legal."""
        text = " ".join(entry.split())
        spelled = {word.lower(): word for word in self.game.ruleset.step_texts}
        wanted = spelled.get(text.lower()) or spelled.get(self.ui.spelled(text.lower()))
        if wanted in self.legal:
            self.say(_("Did you mean “{step}”?", step=wanted))
            return
        words = text.split(" ")
        begun = menus.matches(words, self.game.ruleset.step_texts) if wanted is None and len(words) == 2 else []
        unplaced = self.ui.unplaced(self.view, begun[0]) if begun else ""
        if unplaced:
            self.say(unplaced)
            return
        try:
            self.game.play(wanted or (begun[0] if begun else text))
        except IllegalStep as refused:
            self.say(str(refused))

    def _completions(self, line: str) -> list[str]:
        return menus.completions(line, self.menu, self.legal, self.ui)

    # ---- showing -------------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        self.console.print(Text(text), highlight=False)

    def _draw(self) -> None:
        session = self.session
        if clears(self.console):
            clear(self.console)
        told = [Text(said, style="bold") for said in session.news(self.seat, self.seat)]
        who = "" if len(session.people) == 1 else f"{self.ui.seat(self.seat, first=True)}: "
        asked = Text().append(who + self.ui.question(self.view, self.legal), style=f"bold {self.tones.gold}")
        asked.append("   " + _("help: ?"), style=self.tones.faint)
        idle = [Text(said, style=self.tones.faint) for said in self.ui.idle(self.view, self.legal)]
        show(
            self.console,
            Screen(
                self.view,
                session.players,
                self.seat,
                marked=self.marked,
                recent=session.recent(self.seat),
                worth=self.worth,
                news=told + self.notice,
                asked=[asked, *idle],
                menu=self.menu,
            ),
        )

    # ---- commands ------------------------------------------------------------------------------------------------

    def help(self, _argument: str) -> None:
        self.say(_("Type a number of the list, a step such as “{step}”, or its beginning.", step=self.legal[0]))
        self.say(self.ui.example())
        for command, meaning in self.ui.commands.items():
            self.say(f"  {command:<6} {_(meaning)}")

    def hint(self, _argument: str) -> None:
        from lutetia.bots.analysis import suggest

        found = suggest(self.game.view(self.seat), self.session.seed)
        said = _("Hint: {step}", step=" → ".join((found.step, *found.then)))
        if found.points:
            said += " " + _("({points} in the lead)", points=signed(found.points))
        self._whole_list()
        self.notice = [Text(f"{said}: {found}.", style=f"bold {self.tones.gold}")]
        self.marked = sorted({place for step in (found.step, *found.then) for place in self.ui.touched(step)})
        self._draw()

    def log(self, _argument: str) -> None:
        for i, said in enumerate(self.ui.log(self.view), 1):
            self.say(f"{i:>3}  {said}")

    def score(self, _argument: str) -> None:
        self.console.print(self.ui.seen_sheet(self.console, self.game, self.seat, self.session.players))

    def rules(self, argument: str) -> None:
        for line in self.ui.rules(argument.strip().lower(), self.game.ruleset.edition.data):
            self.say(line)

    def _look(self, command: str) -> None:
        paint(self.console, self.ui.look(command, self.view, self.worth, self.console.width - 2), self.tones)

    def more(self, _argument: str) -> None:
        self.menu = Menu(self.menu.entries, self.menu.under, whole=True)
        paint(self.console, self.menu.lines(min(self.console.width, WIDEST) - 2, self.tones), self.tones)

    def save(self, argument: str) -> None:
        if not argument:
            self.say(_("save FILE: the file is missing."))
            return
        path = Path(argument).expanduser()
        try:
            records.dump(self.game.record(), path)
        except OSError as error:
            self.say(_("It could not be saved: {why}", why=one_line(error)))
        else:
            self.say(_("Saved to {path}.", path=path))


_COMMANDS = {
    "help": Decision.help,
    "hint": Decision.hint,
    "log": Decision.log,
    "score": Decision.score,
    "rules": Decision.rules,
    "more": Decision.more,
    "save": Decision.save,
}
