"""Paris in the terminal: the UI that joins the parts in this folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from rich.console import Console, RenderableType

from lutetia.core.errors import shown, with_guess
from lutetia.core.game import Game
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.core.numbers import signed
from lutetia.games.paris import MANIFEST
from lutetia.games.paris.terminal import board, edition, layout, palette, panels, sheet, steps, texts
from lutetia.games.paris.text import log
from lutetia.games.paris.text import steps as game_texts
from lutetia.terminal.canvas import Block
from lutetia.terminal.menu import Gain, Menu
from lutetia.terminal.screen import Screen
from lutetia.terminal.ui import Players, TerminalUI


class ParisUI(TerminalUI):
    """A poster in daylight; two to four seats."""

    colours = palette.COLOURS
    everyone = "all"
    kinds = steps.KINDS
    extra_commands: Mapping[str, str] = {
        "tiles": N_("the bonus tiles, their effects, and what each would give you"),
        "display": N_("landmarks, VP tiles, supply and the bonus track"),
    }
    topics = (*texts.TOPICS, *map(str, game_texts.TILES))

    def title(self) -> str:
        return _(MANIFEST.title)

    def seat(self, seat: str, *, first: bool = False) -> str:
        return palette.name(seat)

    def log(self, view: Json, names: Players) -> list[str]:
        told = iter(log.predicates(view))
        turns = [(turn, list(islice(told, len(turn["steps"])))) for turn in view["turns"]]
        return [_line(palette.called(turn["seat"], names), turn["steps"], texts) for turn, texts in turns]

    def report(self, view: Json, since: int, changes: Sequence[Json], names: Players) -> list[str]:
        """One line for each turn, with the VP that each step brought."""
        taken = [(n, turn["seat"], step) for n, turn in enumerate(view["turns"]) for step in turn["steps"]]
        told = log.predicates(view)
        turns: dict[tuple[int, str], tuple[list[str], list[str]]] = {}
        for (number, seat, step), text, change in zip(taken[since:], told[since:], changes, strict=True):
            points = change[seat]["total"]
            gain = " " + _("({points} VP)", points=signed(points)) if points else ""
            steps, texts = turns.setdefault((number, seat), ([], []))
            steps.append(step)
            texts.append(text + gain)
        return [_line(palette.called(seat, names), steps, texts) for (_number, seat), (steps, texts) in turns.items()]

    def question(self, view: Json, legal: Sequence[str]) -> str:
        return game_texts.question(view, legal)

    def unavailable(self, view: Json, legal: Sequence[str]) -> list[str]:
        position = view["position"]
        actions = ("key ", "move ", "end ", "draw ")
        can_act = any(step.startswith(actions) for step in legal)
        if position["phase"] == "action" and not position["question"] and not can_act:
            return [_("No action is possible.")]
        return []

    def example(self, legal: Sequence[str]) -> str:
        move = next((step for step in legal if step.startswith("move ")), None)
        if move is None:
            return _("Type a move or its beginning; “tiles” explains every bonus tile. Press Tab to complete.")
        start = " ".join(move.split(" ")[:2])
        return _(
            "“{start}” lists where that key can go, “tiles” explains every bonus tile. Press Tab to complete.",
            start=start,
        )

    def rules(self, topic: str, data: Json) -> list[str]:
        if not topic:
            return ["· " + _(line) for line in (*game_texts.RULES, texts.COMMANDS)]
        if topic.isdecimal() and int(topic) in game_texts.TILES:
            return [_("Tile {n}: {effect}.", n=topic, effect=game_texts.tile(int(topic), data, 2))]
        found = [name for name in texts.TOPICS if name.startswith(topic)]
        if not found:
            known = ", ".join(texts.TOPICS)
            fault = _("there is no topic {name}; there are: {known}, and 1 to 30", name=shown(topic), known=known)
            raise ValueError(with_guess(fault, topic, texts.TOPICS))
        return [_(texts.TOPICS[name], **_numbers(data)) for name in found]

    def gains(self, game: Game) -> dict[str, Gain]:
        return steps.gains_of(game)

    def main_menu(self, view: Json, legal: Sequence[str], gains: Mapping[str, Gain], *, small: bool) -> Menu:
        return steps.main_menu(view, legal, gains, small=small)

    def submenu(self, view: Json, some: Sequence[str], gains: Mapping[str, Gain]) -> Menu:
        return steps.submenu(view, some, gains)

    def places(self, step: str) -> list[str]:
        return board.places_of(step)

    def highlighted(self, view: Json, legal: Sequence[str]) -> list[str]:
        """Where keys may go now, and the bonus tiles that can be taken."""
        wanted = ("move ", "key ", "track ")
        return sorted({place for step in legal if step.startswith(wanted) for place in board.places_of(step)})

    def normalised(self, entry: str) -> str:
        return entry

    def why_no_place(self, view: Json, step: str) -> str:
        return ""

    def hides(self, view: Json) -> bool:
        return game_texts.hides(view)

    def reveals(self, step: str) -> str:
        if step.startswith("draw "):
            return _("You can undo a draw, but you have seen the tile: the same building will come again.")
        return ""

    def render(self, screen: Screen, wide: int, high: int) -> Block:
        return layout.render(screen, wide, high)

    def run_command(self, command: str, view: Json, gains: Mapping[str, Gain], room: int) -> Block:
        return panels.tiles(view, min(100, room)) if command == "tiles" else panels.whole_display(view, room)

    def score_sheet(self, console: Console, game: Game, players: Players, *, turns: bool = False) -> RenderableType:
        return sheet.score_sheet(console, game.score(), game.result(), players, game.history() if turns else ())

    def visible_score_sheet(self, console: Console, game: Game, seat: str, players: Players) -> RenderableType:
        return sheet.visible_score_sheet(console, game.view(seat), players)

    def verdict(self, game: Game) -> str:
        return sheet.signed_verdict(game.score(), game.result())

    def draw_edition(self, data: Json) -> Block:
        return edition.draw(data)

    def totals(self, result: Json) -> dict[str, int]:
        return dict(result["vp"])

    def winners(self, result: Json) -> list[str]:
        return list(result["winners"])


def _line(who: str, steps: Sequence[str], texts: Sequence[str]) -> str:
    """A turn as a sentence. Its full stop says that the turn has ended; only a turn without other steps says it."""
    said = [text for step, text in zip(steps, texts, strict=True) if step != "done"] or texts
    return f"{who} {'; '.join(said)}."


def _numbers(data: Json) -> dict[str, object]:
    """The edition's numbers that the topics quote."""
    part, prices = data["section_vp"], data["tokens"]
    return {
        "bronze": part["bronze"],
        "silver": part["silver"],
        "gold": part["gold_prestige"],
        "tiles": ", ".join(map(game_texts.prize, data["vp_tiles"]["tiles"])),
        "buy": ", ".join(f"{game_texts.good(good)} {n}" for good, n in prices["buy"].items()),
        "sell": ", ".join(f"{game_texts.good(good)} {n}" for good, n in prices["sell"].items()),
    }


UI = ParisUI()
