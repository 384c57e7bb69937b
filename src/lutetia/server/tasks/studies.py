"""What a study needs the rules for: records with variations, and further steps."""

from __future__ import annotations

import lutetia
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.core.record import VARIATIONS_KEY, steps_of
from lutetia.server.errors import Refused
from lutetia.server.play import history


def check_study(content: Json) -> Json:
    """An untrusted record, after checking every step, also of its variations: `{"record", "variations"}`."""
    game = history.replay(content)
    return {"record": game.record(), "variations": content.get(VARIATIONS_KEY, [])}


def deal(game: str, players: int, options: Json) -> Json:
    """The record of a game that has just been dealt. Raises Refused that names what is allowed."""
    try:
        return lutetia.new(game, players=players, options=options).record()
    except ValueError as error:
        raise Refused(422, "deal", N_("{why}"), why=str(error)) from None


def check_line(record: Json, at: int, before: list[str], steps: list[str]) -> Json:
    """Further steps after `before`, which left the game after `at` steps: `{"at", "steps"}`.

    Steps that follow the game itself are left out. Raises Refused if a step is illegal.
    """
    game = history.position_after(record, at)
    history.play_on(game, before + steps)
    played = [step for _turn, _seat, step in steps_of(record)]
    while not before and steps and at < len(played) and steps[0] == played[at]:
        at, steps = at + 1, steps[1:]
    return {"at": at, "steps": steps}
