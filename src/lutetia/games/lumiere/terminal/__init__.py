"""La Cité de la Lumière in the terminal: the UI that joins the parts in this folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console, RenderableType

from lutetia.core.errors import shown, with_guess
from lutetia.core.game import Game
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.core.numbers import signed
from lutetia.games.lumiere import MANIFEST
from lutetia.games.lumiere.rules.edition import CARD_NAMES
from lutetia.games.lumiere.terminal import board, edition, layout, palette, panels, sheet, steps, texts
from lutetia.games.lumiere.text import log
from lutetia.games.lumiere.text import steps as game_texts
from lutetia.games.lumiere.text.sheet import verdict
from lutetia.terminal.canvas import Block
from lutetia.terminal.menu import Gain, Menu
from lutetia.terminal.screen import Screen
from lutetia.terminal.ui import Players, TerminalUI


class LumiereUI(TerminalUI):
    """Paris at night; two seats, orange and blue."""

    colours = palette.COLOURS
    everyone = "both"
    kinds = steps.KINDS
    extra_commands: Mapping[str, str] = {"cards": N_("the postcards with their effects")}
    topics = tuple(CARD_NAMES)

    def title(self) -> str:
        return _(MANIFEST.title)

    def seat(self, seat: str, *, first: bool = False) -> str:
        return _(game_texts.SEATS_FIRST[seat]) if first else _(game_texts.SEATS[seat])

    def log(self, view: Json, names: Players) -> list[str]:
        turns = [(names.get(turn["seat"], turn["seat"]), turn["steps"]) for turn in view["turns"]]
        return [" ".join(log.sentence(step, who) for step in steps) for who, steps in turns]

    def report(self, view: Json, since: int, changes: Sequence[Json], names: Players) -> list[str]:
        recent = [(turn["seat"], step) for turn in view["turns"] for step in turn["steps"]][since:]
        sentences = [
            _sentence(step, names.get(seat, seat), change[seat]["total"])
            for (seat, step), change in zip(recent, changes, strict=True)
        ]
        return [" ".join(sentences)] if sentences else []

    def question(self, view: Json, legal: Sequence[str]) -> str:
        return game_texts.question(view, legal)

    def unavailable(self, view: Json, legal: Sequence[str]) -> list[str]:
        """Buildings of the reserve that have no place now."""
        position = view["position"]
        if position["phase"] != "building" or position["question"]:
            return []
        placed = {step.split(" ")[1] for step in legal if step.startswith("build ")}
        names = [name for name in position["reserve"][view["viewer"]] if name not in placed]
        return [_("These fit nowhere at present: {buildings}", buildings=", ".join(names))] if names else []

    def example(self, legal: Sequence[str]) -> str:
        for step in legal:
            kind, *words = step.split(" ")
            if kind == "build":
                return _(
                    "“build {building}” lists where a building fits, “{space}” all moves that touch {space}. "
                    "Press Tab to complete.",
                    building=words[0],
                    space=words[1],
                )
            if kind == "tile":
                return _(
                    "“tile {tile}” lists the squares for a tile, “{square}” all moves on that square. "
                    "Press Tab to complete.",
                    tile=words[0],
                    square=words[1],
                )
        return _("Type a move or its beginning; press Tab to complete it.")

    def rules(self, topic: str, data: Json) -> list[str]:
        if not topic:
            return ["· " + _(line, **game_texts.numbers(data)) for line in (*game_texts.RULES, texts.COMMANDS)]
        cards = [card for card in CARD_NAMES if card.startswith(topic) or CARD_NAMES[card].lower().startswith(topic)]
        if not cards:
            fault = _("there is no postcard {name}; there are: {known}", name=shown(topic), known=", ".join(CARD_NAMES))
            raise ValueError(with_guess(fault, topic, CARD_NAMES))
        return [f"{CARD_NAMES[card]}: {game_texts.effect(card, data)}" for card in cards]

    def gains(self, game: Game) -> dict[str, Gain]:
        return steps.gains_of(game)

    def main_menu(self, view: Json, legal: Sequence[str], gains: Mapping[str, Gain], *, small: bool) -> Menu:
        return steps.main_menu(legal, gains)

    def submenu(self, view: Json, some: Sequence[str], gains: Mapping[str, Gain]) -> Menu:
        return steps.submenu(some, gains)

    def places(self, step: str) -> list[str]:
        return board.spaces_of(step)

    def highlighted(self, view: Json, legal: Sequence[str]) -> list[str]:
        """Where the piece of a postcard may go; nothing in an ordinary turn."""
        asked = view["position"]["question"]
        return sorted({space for step in legal for space in board.spaces_of(step)}) if asked else []

    def normalised(self, entry: str) -> str:
        return steps.in_reading_order(entry)

    def why_no_place(self, view: Json, step: str) -> str:
        kind, building = step.split(" ")[:2]
        if kind == "build" and building in view["position"]["reserve"][view["viewer"]]:
            return _("{building} fits nowhere at present.", building=building)
        return ""

    def hides(self, view: Json) -> bool:
        return game_texts.hides(view)

    def reveals(self, step: str) -> str:
        return ""

    def render(self, screen: Screen, wide: int, high: int) -> Block:
        return layout.render(screen, wide, high)

    def run_command(self, command: str, view: Json, gains: Mapping[str, Gain], room: int) -> Block:
        return panels.postcards(view, min(60, room), steps.postcard_gains(gains), effects=True)

    def score_sheet(self, console: Console, game: Game, players: Players, *, turns: bool = False) -> RenderableType:
        return sheet.score_sheet(console, game.score(), game.result(), players)

    def visible_score_sheet(self, console: Console, game: Game, seat: str, players: Players) -> RenderableType:
        return sheet.score_sheet(console, game.score(), None, players)  # all points are public

    def verdict(self, game: Game) -> str:
        return verdict(game.score(), game.result(), {})

    def draw_edition(self, data: Json) -> Block:
        return edition.draw(data)

    def totals(self, result: Json) -> dict[str, int]:
        return {seat: page["total"] for seat, page in result["scores"].items()}

    def winners(self, result: Json) -> list[str]:
        return [seat for seat in result["scores"] if seat == result["winner"]]


def _sentence(step: str, seat: str, points: int) -> str:
    """What a seat did and the points it brought."""
    text = log.sentence(step, seat)
    if points and not step.startswith(("take", "card", "swap")):
        text = text.rstrip(".") + f": {signed(points)}."
    return text


UI = LumiereUI()
