"""The engine: the best turns of a hypothetical position, and what a turn that somebody tries there is worth."""

from __future__ import annotations

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.play import history
from lutetia.server.tasks.analyses import with_words
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


def judged_turn(basis: Json, at: int | None, steps: list[str], seat: str | None) -> Json:
    """The turn that `steps` are, judged as an analysis judges those that were played. Raises Refused."""
    from lutetia.bots import analysis  # slow to import

    if not steps:
        raise Refused(409, "no-turn", N_("There is no turn to judge."))
    game = play_on(basis, at, [], seat, "seat")[0]
    history.play_on(game.copy(), steps)
    text = text_for(game.ruleset.game)
    return with_words(analysis.judge_turn(game, steps), text, text.data(game.view(None)))
