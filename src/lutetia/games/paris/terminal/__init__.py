"""Paris in the terminal: the UI that joins the parts in this folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console, RenderableType

from lutetia.core.game import Game
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.core.numbers import signed
from lutetia.games.paris.terminal import board, box, layout, palette, panels, sheet, steps, texts
from lutetia.games.paris.text.steps import clauses
from lutetia.terminal.canvas import Block
from lutetia.terminal.menu import Menu, Worth
from lutetia.terminal.screen import Screen
from lutetia.terminal.ui import Players, TerminalUI


class ParisUI(TerminalUI):
    """A poster by day, two to four seats."""

    tones = palette.TONES
    everyone = "all"
    kinds = steps.KINDS
    own_commands: Mapping[str, str] = {"tiles": N_("the bonus tiles with their effects, and what each would pay you")}
    topics = (*texts.TOPICS, *map(str, texts.TILES))

    def title(self) -> str:
        return _(texts.GAME)

    def seat(self, seat: str, *, first: bool = False) -> str:
        return f"{palette.SIGN[seat]} {seat}"

    def log(self, view: Json) -> list[str]:
        all_said = clauses(view)
        lines = []
        for turn in view["turns"]:
            told = [all_said.pop(0) for _step in turn["steps"]]
            lines.append(f"{self.seat(turn['seat'])}: {'; '.join(said for said in told if said)}.")
        return lines

    def report(self, view: Json, since: int, changes: Sequence[Json]) -> list[str]:
        """One line for each turn, with the VP that came and francs of banks."""
        all_said = clauses(view)
        lines: list[tuple[int, str, list[str]]] = []
        at = 0
        for t, turn in enumerate(view["turns"]):
            for _step in turn["steps"]:
                said, change = all_said[at], changes[at - since] if at >= since else None
                at += 1
                if change is None or not said:
                    continue
                points = change[turn["seat"]]["total"]
                if points:
                    said += " " + _("({points} VP)", points=signed(points))
                if not lines or lines[-1][0] != t:
                    lines.append((t, turn["seat"], []))
                lines[-1][2].append(said)
        return [f"{self.seat(seat)}: {'; '.join(told)}." for _t, seat, told in lines]

    def question(self, view: Json, legal: Sequence[str]) -> str:
        return texts.question(view, legal)

    def idle(self, view: Json, legal: Sequence[str]) -> list[str]:
        position = view["position"]
        acts = ("key ", "move ", "end ", "draw ")
        if position["phase"] == "action" and not position["question"] and not any(s.startswith(acts) for s in legal):
            return [_("No action is possible.")]
        return []

    def example(self) -> str:
        return _("“move arc” lists where that key can go, “tiles” every bonus tile in words. Tab completes.")

    def rules(self, topic: str, data: Json) -> list[str]:
        if not topic:
            return ["· " + _(line) for line in (*texts.RULES, texts.COMMANDS)]
        if topic.isdecimal() and int(topic) in texts.TILES:
            return [_("Tile {n}: {effect}.", n=topic, effect=texts.tile(int(topic), data, 2))]
        found = [name for name in texts.TOPICS if name.startswith(topic)]
        if not found:
            known = ", ".join(texts.TOPICS)
            return [_("There is nothing on {name}; there are: {known}, and 1 to 30.", name=topic, known=known)]
        return [_(texts.TOPICS[name], **_numbers(data)) for name in found]

    def worth(self, game: Game) -> dict[str, Worth]:
        return steps.worth_of(game)

    def first(self, view: Json, legal: Sequence[str], worth: Mapping[str, Worth], *, small: bool) -> Menu:
        return steps.first(view, legal, worth, small=small)

    def listed(self, view: Json, some: Sequence[str], worth: Mapping[str, Worth]) -> Menu:
        return steps.listed(view, some, worth)

    def touched(self, step: str) -> list[str]:
        return board.touched(step)

    def marked(self, view: Json, legal: Sequence[str]) -> list[str]:
        """Where keys may go now, and the bonus tiles in reach."""
        wanted = ("move ", "key ", "track ")
        return sorted({place for step in legal if step.startswith(wanted) for place in board.touched(step)})

    def spelled(self, entry: str) -> str:
        return entry

    def unplaced(self, view: Json, step: str) -> str:
        return ""

    def hides(self, view: Json) -> bool:
        return texts.hides(view)

    def reveals(self, step: str) -> str:
        if step.startswith("draw "):
            return _("A draw is taken back, but what it showed is known: the same building will come again.")
        return ""

    def lines(self, screen: Screen, wide: int, high: int) -> Block:
        return layout.lines(screen, wide, high)

    def look(self, command: str, view: Json, worth: Mapping[str, Worth], room: int) -> Block:
        return panels.tiles(view, min(100, room))

    def sheet(self, console: Console, game: Game, players: Players, *, turns: bool = False) -> RenderableType:
        return sheet.sheet(console, game.score(), game.result(), players, game.history() if turns else ())

    def seen_sheet(self, console: Console, game: Game, seat: str, players: Players) -> RenderableType:
        return sheet.seen(console, game.view(seat), players)

    def verdict(self, game: Game) -> str:
        return sheet.signed_verdict(game.score(), game.result())

    def drawn(self, data: Json) -> Block:
        return box.drawn(data)

    def totals(self, result: Json) -> dict[str, int]:
        return dict(result["vp"])

    def winners(self, result: Json) -> list[str]:
        return list(result["winners"])


def _numbers(data: Json) -> dict[str, object]:
    """The edition's numbers that stand in the topics."""
    part, prices = data["section_vp"], data["tokens"]
    return {
        "bronze": part["bronze"],
        "silver": part["silver"],
        "gold": part["gold_prestige"],
        "tiles": ", ".join(map(texts.prize, data["vp_tiles"]["tiles"])),
        "buy": ", ".join(f"{texts.good(good)} {n}" for good, n in prices["buy"].items()),
        "sell": ", ".join(f"{texts.good(good)} {n}" for good, n in prices["sell"].items()),
    }


UI = ParisUI()
