"""One decision of a human: the list of steps, what is typed at it, and the commands beside the steps."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from lutetia.bots.reason import signed
from lutetia.bots.turns import Turns
from lutetia.cli import menu as menus
from lutetia.cli import palette, texts
from lutetia.cli.board import touched
from lutetia.cli.canvas import Block
from lutetia.cli.console import clear, clears
from lutetia.cli.door import one_line
from lutetia.cli.menu import Meaning, Menu, Worth
from lutetia.cli.panels import postcards
from lutetia.cli.screen import WIDEST, Screen, paint, show
from lutetia.cli.sheet import sheet
from lutetia.core import record as records
from lutetia.core.errors import IllegalStep
from lutetia.core.game import Game
from lutetia.core.words import _

if TYPE_CHECKING:
    from lutetia.cli.session import Session


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
        self.legal = self.game.legal()
        self.worth, self.best = _worth(self.game)
        self.menu = menus.first(self.legal, self.worth)
        self.notice: Block = []
        self.position = self.game.view(self.seat)["position"]
        self.marked = self._effect_spaces()

    def _effect_spaces(self) -> list[str]:
        """Where the piece of a postcard may go, shown from the start; an ordinary turn shows nothing yet."""
        return sorted({space for step in self.legal for space in touched(step)}) if self.position["question"] else []

    def take(self) -> None:
        self._draw()
        while True:
            entry = self.session.prompt.ask("> ", self._completions)
            meaning = menus.understand(entry, self.menu, self.legal)
            if len(meaning.steps) == 1:
                self.session.news, self.session.recent = [], []
                self.session.step(meaning.steps[0])
                return
            if meaning.command == "undo":
                if self.session.undo(self.seat):
                    return
                self.say(_("There is no step of yours to take back."))
            elif meaning.command == "quit":
                raise Left
            elif meaning.command:
                _COMMANDS[meaning.command](self, meaning.argument)
            else:
                self._listed(entry, meaning)

    def _listed(self, entry: str, meaning: Meaning) -> None:
        if meaning.steps:
            self.menu = menus.listed(meaning.steps, self.worth)
            self.marked = sorted({space for step in meaning.steps for space in touched(step)})
            self.notice = []
            self._draw()
        elif meaning.back:
            self.menu, self.marked, self.notice = menus.first(self.legal, self.worth), self._effect_spaces(), []
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
        spelled = {word.lower(): word for word in self.game.table.words}
        ordered = menus.reading_order(text.lower())
        wanted = spelled.get(text.lower()) or spelled.get(ordered)
        if wanted in self.legal:
            self.say(_("Did you mean “{step}”?", step=wanted))
            return
        words = text.split(" ")
        begun = menus.matches(words, self.game.table.words) if wanted is None and len(words) == 2 else []
        if begun and words[0].lower() == "build" and begun[0].split(" ")[1] in self.position["reserve"][self.seat]:
            self.say(_("{building} has no place at present.", building=begun[0].split(" ")[1]))
            return
        try:
            self.game.play(wanted or (begun[0] if begun else text))
        except IllegalStep as refused:
            self.say(str(refused))

    def _completions(self, line: str) -> list[str]:
        return menus.completions(line, self.menu, self.legal, list(texts.CARDS))

    # ---- showing -------------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        self.console.print(Text(text), highlight=False)

    def _draw(self) -> None:
        session = self.session
        if clears(self.console):
            clear(self.console)
        told = Text(" ".join(session.news), style=f"bold {palette.CREAM}")
        asked = Text().append(self._question(), style=palette.GOLD).append("   " + _("help: ?"), style=palette.FAINT)
        show(
            self.console,
            Screen(
                self.game.view(self.seat),
                session.players,
                self.seat,
                marked=self.marked,
                recent=session.recent,
                best=self.best,
                news=([told] if session.news else []) + self.notice,
                asked=[asked, *self._idle()],
                menu=self.menu,
            ),
        )

    def _idle(self) -> Block:
        """Buildings of the reserve that have no place at present."""
        if self.position["phase"] != "building" or self.position["question"]:
            return []
        placed = {step.split(" ")[1] for step in self.legal if step.startswith("build ")}
        names = [name for name in self.position["reserve"][self.seat] if name not in placed]
        said = _("No place at present for: {buildings}", buildings=", ".join(names))
        return [Text(said, style=palette.FAINT)] if names else []

    def _question(self) -> str:
        position = self.position
        who = "" if self.session.bots else f"{_(texts.SEATS_FIRST[self.seat])}: "
        question = position["question"]
        if question and question["build"]:
            return who + _("Where does {building} go?", building=question["build"])
        if question:
            return who + _("{card}: choose, or decline.", card=texts.CARDS[question["card"]])
        if position["phase"] == "paving":
            return who + _("Lay a tile or take a building.")
        return who + _("Build, or use a postcard.")

    # ---- commands ------------------------------------------------------------------------------------------------

    def help(self, _argument: str) -> None:
        self.say(_("Type a number of the list, a step such as “{step}”, or its beginning.", step=self.legal[0]))
        self.say(_("“build L4” lists the places of a building, “e5” all steps that touch e5. Tab completes."))
        for command, meaning in menus.COMMANDS.items():
            self.say(f"  {command:<6} {_(meaning)}")

    def hint(self, _argument: str) -> None:
        from lutetia.bots.greedy import Greedy

        found = Greedy(self.session.seed).suggest(self.game.view(self.seat))
        said = _("Hint: {step}", step=" → ".join((found.step, *found.then)))
        if found.points:
            said += " " + _("({points} in the lead)", points=signed(found.points))
        self.notice = [Text(f"{said}: {found}.", style=f"bold {palette.GOLD}")]
        self.marked = sorted({space for step in (found.step, *found.then) for space in touched(step)})
        self.menu = menus.first(self.legal, self.worth)
        self._draw()

    def log(self, _argument: str) -> None:
        for i, turn in enumerate(self.game.view(self.seat)["turns"], 1):
            said = " ".join(texts.sentence(step, turn["seat"]) for step in turn["steps"])
            self.say(f"{i:>3}  {said}")

    def score(self, _argument: str) -> None:
        self.console.print(sheet(self.console, self.game.score(), None, self.session.players))

    def rules(self, argument: str) -> None:
        data = self.game.table.edition.data
        wanted = argument.strip().lower()
        if not wanted:
            for line in texts.RULES:
                self.say("· " + _(line, **texts.numbers(data)))
            return
        cards = [
            card for card in texts.CARDS if card.startswith(wanted) or texts.CARDS[card].lower().startswith(wanted)
        ]
        for card in cards:
            self.say(f"{texts.CARDS[card]}: {texts.effect(card, data)}")
        if not cards:
            self.say(_("There is no postcard {name}; there are: {known}.", name=wanted, known=", ".join(texts.CARDS)))

    def cards(self, _argument: str) -> None:
        view, room = self.game.view(self.seat), min(60, self.console.width - 2)
        paint(self.console, postcards(view, room, self.best, effects=True))

    def more(self, _argument: str) -> None:
        self.menu = Menu(self.menu.entries, self.menu.under, whole=True)
        paint(self.console, self.menu.lines(min(self.console.width, WIDEST) - 2))

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
    "cards": Decision.cards,
    "more": Decision.more,
    "save": Decision.save,
}


def _worth(game: Game) -> tuple[dict[str, Worth], dict[str, int]]:
    """What each legal step would bring, and each open postcard; nothing while tiles are being laid."""
    if game.view(None)["position"]["phase"] != "building":
        return {}, {}
    table: Any = game.table
    kernel: Any = game.kernel
    worth = {table.words[turn.steps[0]]: Worth(turn.mine, turn.rival) for turn in Turns(table).listed(kernel)}
    best = {step.split(" ")[1]: value.mine for step, value in worth.items() if step.startswith("card ")}
    return worth, best
