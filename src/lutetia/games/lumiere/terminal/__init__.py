"""La Cité de la Lumière in the terminal: the UI that joins the parts in this folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console, RenderableType

from lutetia.core.game import Game
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.core.numbers import signed
from lutetia.games.lumiere.rules.edition import CARD_NAMES
from lutetia.games.lumiere.terminal import board, box, layout, palette, panels, sheet, steps, texts
from lutetia.games.lumiere.text.sheet import verdict
from lutetia.terminal.canvas import Block
from lutetia.terminal.menu import Menu, Worth
from lutetia.terminal.screen import Screen
from lutetia.terminal.ui import Players, TerminalUI


class LumiereUI(TerminalUI):
    """Night over Paris, two seats, orange and blue."""

    tones = palette.TONES
    everyone = "both"
    kinds = steps.KINDS
    own_commands: Mapping[str, str] = {"cards": N_("the postcards with their effects")}
    topics = tuple(CARD_NAMES)

    def title(self) -> str:
        return _(texts.GAME)

    def seat(self, seat: str, *, first: bool = False) -> str:
        return _(texts.SEATS_FIRST[seat]) if first else _(texts.SEATS[seat])

    def log(self, view: Json) -> list[str]:
        return [" ".join(texts.sentence(step, turn["seat"]) for step in turn["steps"]) for turn in view["turns"]]

    def report(self, view: Json, since: int, changes: Sequence[Json]) -> list[str]:
        steps = [(turn["seat"], step) for turn in view["turns"] for step in turn["steps"]][since:]
        told = [_told(step, seat, change[seat]["total"]) for (seat, step), change in zip(steps, changes, strict=True)]
        return [" ".join(told)] if told else []

    def question(self, view: Json, legal: Sequence[str]) -> str:
        return texts.question(view, legal)

    def idle(self, view: Json, legal: Sequence[str]) -> list[str]:
        """Buildings of the reserve that have no place at present."""
        position = view["position"]
        if position["phase"] != "building" or position["question"]:
            return []
        placed = {step.split(" ")[1] for step in legal if step.startswith("build ")}
        names = [name for name in position["reserve"][view["viewer"]] if name not in placed]
        return [_("No place at present for: {buildings}", buildings=", ".join(names))] if names else []

    def example(self) -> str:
        return _("“build L4” lists the places of a building, “e5” all steps that touch e5. Tab completes.")

    def rules(self, topic: str, data: Json) -> list[str]:
        if not topic:
            return ["· " + _(line, **texts.numbers(data)) for line in (*texts.RULES, texts.COMMANDS)]
        cards = [card for card in CARD_NAMES if card.startswith(topic) or CARD_NAMES[card].lower().startswith(topic)]
        if not cards:
            return [_("There is no postcard {name}; there are: {known}.", name=topic, known=", ".join(CARD_NAMES))]
        return [f"{CARD_NAMES[card]}: {texts.effect(card, data)}" for card in cards]

    def worth(self, game: Game) -> dict[str, Worth]:
        return steps.worth_of(game)

    def first(self, view: Json, legal: Sequence[str], worth: Mapping[str, Worth], *, small: bool) -> Menu:
        return steps.first(legal, worth)

    def listed(self, view: Json, some: Sequence[str], worth: Mapping[str, Worth]) -> Menu:
        return steps.listed(some, worth)

    def touched(self, step: str) -> list[str]:
        return board.touched(step)

    def marked(self, view: Json, legal: Sequence[str]) -> list[str]:
        """Where the piece of a postcard may go, shown from the start; an ordinary turn shows nothing yet."""
        asked = view["position"]["question"]
        return sorted({space for step in legal for space in board.touched(step)}) if asked else []

    def spelled(self, entry: str) -> str:
        return steps.reading_order(entry)

    def unplaced(self, view: Json, step: str) -> str:
        kind, building = step.split(" ")[:2]
        if kind == "build" and building in view["position"]["reserve"][view["viewer"]]:
            return _("{building} has no place at present.", building=building)
        return ""

    def hides(self, view: Json) -> bool:
        return texts.hides(view)

    def reveals(self, step: str) -> str:
        return ""

    def lines(self, screen: Screen, wide: int, high: int) -> Block:
        return layout.lines(screen, wide, high)

    def look(self, command: str, view: Json, worth: Mapping[str, Worth], room: int) -> Block:
        return panels.postcards(view, min(60, room), steps.best_cards(worth), effects=True)

    def sheet(self, console: Console, game: Game, players: Players, *, turns: bool = False) -> RenderableType:
        return sheet.sheet(console, game.score(), game.result(), players)

    def seen_sheet(self, console: Console, game: Game, seat: str, players: Players) -> RenderableType:
        return sheet.sheet(console, game.score(), None, players)  # no point of it is hidden

    def verdict(self, game: Game) -> str:
        return verdict(game.score(), game.result(), {})

    def drawn(self, data: Json) -> Block:
        return box.drawn(data)

    def totals(self, result: Json) -> dict[str, int]:
        return {seat: page["total"] for seat, page in result["scores"].items()}

    def winners(self, result: Json) -> list[str]:
        return [seat for seat in result["scores"] if seat == result["winner"]]


def _told(step: str, seat: str, points: int) -> str:
    """What a seat did, with what it brought."""
    said = texts.sentence(step, seat)
    if points and not step.startswith(("take", "card", "swap")):
        said = said.rstrip(".") + f": {signed(points)}."
    return said


UI = LumiereUI()
