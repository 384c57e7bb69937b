"""The names of what a page of La Cité de la Lumière shows, and what the things on the table are for."""

from __future__ import annotations

from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.games.lumiere.rules.edition import CARD_NAMES
from lutetia.games.lumiere.text.steps import PIECES, SIDES, numbers, paving

ABOUT = {
    "take": N_("Taking it uses your turn."),  # L21
    "levitation": N_("In the supply. Now only {card} can take it."),  # L40
    "tile": N_("It goes on any empty square, rotated as you like."),  # L20
    "tiles": N_("Phase I ends when both players have laid their last tile."),  # L23
    "tokens": N_("Each token pays for one postcard."),  # L31
    "chimneys": N_("Chimneys show who owns a building. They do not limit building."),  # L7
    "reserve": N_("Each building you never build: {cost}."),  # L62
}
BUILDING = N_("{building}, size {n}: scores {n} for each lamp beside it, {cost} if you never build it.")  # L60, L62
PAVING = ("orange", "blue", "mixed", "lamp")


def names(data: Json) -> dict[str, str]:
    """Pieces, sides, and as `paving:orange` whom a space is paved for."""
    called = {name: _(message) for name, message in (PIECES | SIDES).items()}
    return called | {f"paving:{kind}": paving(kind) for kind in PAVING}


def about(data: Json) -> dict[str, str]:
    """Each kind of thing, and each building by its name."""
    values = {"card": CARD_NAMES["levitation"], "cost": numbers(data)["unbuilt"]}
    said = {topic: _(message, **values) for topic, message in ABOUT.items()}
    shapes = {name: rows for name, rows in data["buildings"].items() if isinstance(rows, list)}
    return said | {
        name: _(BUILDING, building=name, n=sum(row.count("#") for row in rows), cost=values["cost"])
        for name, rows in shapes.items()
    }
