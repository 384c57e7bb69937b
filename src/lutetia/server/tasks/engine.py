"""The engine: the best turns of a hypothetical position, in words."""

from __future__ import annotations

from lutetia.core.json_types import Json
from lutetia.server.tasks.positions import play_on
from lutetia.text.interface import text_for


def best_turns(basis: Json, at: int | None, steps: list[str], seat: str | None, budget: int) -> Json:
    """The best turns of whoever decides, from what that seat may know; see `positions.play_on` for the arguments.

    At the end of a game there are none.
    """
    from lutetia.bots import lines  # slow to import

    game = play_on(basis, at, steps, seat, "seat")[0]
    if game.seat is None:
        return {"seat": None, "budget": budget, "lines": []}
    view = game.view(game.seat)
    found = lines.best_turns(view, budget=budget)
    text = text_for(view["game"])
    data = text.data(view)
    worded = [{**line, "texts": [text.choice(step, data) for step in line["steps"]]} for line in found["lines"]]
    return {**found, "lines": worded}
