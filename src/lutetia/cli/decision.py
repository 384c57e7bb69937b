"""One decision of a person: the list of steps, the input, and the other commands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from lutetia.cli.console import can_clear, clear
from lutetia.cli.errors import one_line
from lutetia.core import record as records
from lutetia.core.errors import IllegalStep
from lutetia.core.i18n import _
from lutetia.core.numbers import signed
from lutetia.terminal import entry as entries
from lutetia.terminal.canvas import Block
from lutetia.terminal.entry import ParsedEntry
from lutetia.terminal.screen import Screen, paint, room_in, show

if TYPE_CHECKING:
    from lutetia.cli.game_loop import GameLoop

SMALL = 32  # rows of a terminal; a smaller one has room for a short list only


class Quit(Exception):
    """The player quits. The game is saved."""


class Decision:
    """Shows the list and reads entries until one is a step."""

    def __init__(self, loop: GameLoop, seat: str) -> None:
        self.loop, self.seat = loop, seat
        self.game, self.console = loop.game, loop.console
        self.ui = loop.ui
        self.colours = self.ui.colours
        self.legal = self.game.legal()
        self.view = self.game.view(seat)
        self.gains = self.ui.gains(self.game)
        self._main_menu()

    def _main_menu(self) -> None:
        """Go to the list that the decision begins with."""
        self.menu = self.ui.main_menu(self.view, self.legal, self.gains, small=self.console.height < SMALL)
        self.highlighted = self.ui.highlighted(self.view, self.legal)
        self.notice: Block = []

    def take(self) -> None:
        """Ask until a step is played or undone. Raises Quit."""
        self._draw()
        while True:
            entry = self.loop.prompt.ask("> ", self._completions)
            parsed = entries.parse(entry, self.menu, self.legal, self.ui)
            if len(parsed.steps) == 1:
                self.loop.mark_decided(self.seat)
                self.loop.play_step(parsed.steps[0])
                return
            if parsed.command == "undo":
                if self.loop.undo():
                    return
                self.say(_("You have no move to undo."))
            elif parsed.command == "quit":
                raise Quit
            elif parsed.command in self.ui.extra_commands:
                self._extra_command(parsed.command)
            elif parsed.command:
                _COMMANDS[parsed.command](self, parsed.argument)
            else:
                self._no_single_step(entry, parsed)

    def _no_single_step(self, entry: str, parsed: ParsedEntry) -> None:
        """List several steps, go back, or say what is wrong with the entry."""
        if parsed.steps:
            self.menu = self.ui.submenu(self.view, parsed.steps, self.gains)
            self.highlighted = self._places(parsed.steps)
            self.notice = []
            self._draw()
        elif parsed.back:
            self._main_menu()
            self._draw()
        elif entry.strip().isdecimal():
            self.say(_("The list goes from 1 to {n}.", n=len(self.menu.entries)))
        elif parsed.candidates:
            self.say(_("That could mean {commands}.", commands=", ".join(parsed.candidates)))
        else:
            self._explain_refusal(entry)

    def _explain_refusal(self, entry: str) -> None:
        """Say why an entry is not a legal step: play it as the notation spells it, and show the error."""
        text = " ".join(entry.split())
        steps = {step.lower(): step for step in self.game.ruleset.step_texts}
        wanted = steps.get(text.lower()) or steps.get(self.ui.normalised(text.lower()))
        if wanted in self.legal:
            self.say(_("Did you mean “{step}”?", step=wanted))
            return
        words = text.split(" ")
        matching = entries.matches(words, self.game.ruleset.step_texts) if wanted is None and len(words) == 2 else []
        reason = self.ui.why_no_place(self.view, matching[0]) if matching else ""
        if reason:
            self.say(reason)
            return
        try:
            self.game.play(wanted or (matching[0] if matching else text))
        except IllegalStep as error:
            self.say(str(error))

    def _places(self, steps: Iterable[str]) -> list[str]:
        return sorted({place for step in steps for place in self.ui.places(step)})

    def _completions(self, line: str) -> list[str]:
        return entries.completions(line, self.menu, self.legal, self.ui)

    # ---- showing -------------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Print a line."""
        self.console.print(Text(text), highlight=False)

    def _draw(self) -> None:
        loop = self.loop
        if can_clear(self.console):
            clear(self.console)
        updates = [Text(line, style="bold") for line in loop.updates(self.seat, self.seat)]
        who = "" if len(loop.people) == 1 else f"{loop.called(self.seat)}: "
        question = Text().append(who + self.ui.question(self.view, self.legal), style=self.colours.heading)
        question.append("   " + _("help: ?"), style=self.colours.muted)
        unavailable = [Text(line, style=self.colours.muted) for line in self.ui.unavailable(self.view, self.legal)]
        show(
            self.console,
            Screen(
                self.view,
                loop.players,
                self.seat,
                highlighted=self.highlighted,
                recent=loop.recent(self.seat),
                gains=self.gains,
                updates=updates + self.notice,
                question=[question, *unavailable],
                menu=self.menu,
            ),
        )

    # ---- commands ------------------------------------------------------------------------------------------------

    def help(self, _argument: str) -> None:
        self.say(_("Type a number from the list, a move such as “{step}”, or its beginning.", step=self.legal[0]))
        self.say(self.ui.example(self.legal))
        table = Table.grid(padding=(0, 0, 0, 2))
        for command, text in self.ui.commands.items():
            table.add_row(command, Text(_(text)))
        self.console.print(table)

    def hint(self, _argument: str) -> None:
        from lutetia.bots.hints import suggest

        found = suggest(self.game.view(self.seat), self.loop.seed)
        steps = (found.step, *found.then)
        text = _("Hint: {step}", step=" → ".join(steps))
        if found.points:
            text += " " + _("({points} ahead)", points=signed(found.points))
        self._main_menu()
        self.notice = [Text(f"{text}: {found}.", style=self.colours.heading)]
        self.highlighted = self._places(steps)
        self._draw()

    def log(self, _argument: str) -> None:
        for number, line in enumerate(self.ui.log(self.view, self.loop.names), 1):
            self.say(f"{number:>3}  {line}")

    def score(self, _argument: str) -> None:
        self.console.print(self.ui.visible_score_sheet(self.console, self.game, self.seat, self.loop.players))

    def rules(self, argument: str) -> None:
        try:
            lines = self.ui.rules(argument.strip().lower(), self.game.ruleset.edition.data)
        except ValueError as error:
            lines = [str(error)]
        for line in lines:
            self.say(line)

    def _extra_command(self, command: str) -> None:
        lines = self.ui.run_command(command, self.view, self.gains, room_in(self.console.width))
        paint(self.console, lines, self.colours)

    def more(self, _argument: str) -> None:
        self.menu = replace(self.menu, show_all=True)
        paint(self.console, self.menu.lines(room_in(self.console.width), self.colours), self.colours)

    def save(self, argument: str) -> None:
        if not argument:
            self.say(_("save FILE: give a file name."))
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
