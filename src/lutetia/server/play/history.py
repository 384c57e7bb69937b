"""Past and hypothetical positions: from a record, which hides nothing, or from one seat's view."""

from __future__ import annotations

import lutetia
from lutetia import companion
from lutetia.core import record as records
from lutetia.core.i18n import N_, plural
from lutetia.core.json_types import Json
from lutetia.core.record import steps_of
from lutetia.server.errors import Refused


def replay(record: object) -> lutetia.Game:
    """The game of an untrusted record. Raises Refused with the turn, step and rule of the first fault."""
    try:
        # `lutetia.replay` would open a file that it names
        return records.replay(record, lutetia.ruleset, companion.set_up)
    except lutetia.RecordError as error:
        raise Refused(422, "record", N_("{why}"), rule=error.rule, why=str(error)) from None
    except RecursionError:
        raise Refused(422, "record", N_("it is nested too deeply to be a record")) from None


def imagine(view: object) -> lutetia.Game:
    """A game that the view's seat cannot tell from the real one; the same every time. Raises Refused for a bad view."""
    try:
        return lutetia.imagine(view, seed=0)
    except lutetia.RecordError as error:
        raise Refused(422, "view", N_("{why}"), rule=error.rule, why=str(error)) from None
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        # An untrusted view can be wrong in more ways than the rules check for.
        raise Refused(422, "view", N_("This is not a view of a game.")) from None


def preview_step(game: lutetia.Game, step: str) -> Json:
    """What a step would change in every seat's score, and what else the game shows about it; or why it is illegal."""
    try:
        return {"change": game.preview(step), "outlook": game.outlook(step), "forbidden": None}
    except lutetia.IllegalStep as error:
        return {"change": {}, "outlook": {}, "forbidden": {"rule": error.rule, "text": str(error)}}


def step_count(game: lutetia.Game) -> int:
    """How many steps have been taken."""
    return sum(len(turn["steps"]) for turn in game.view(None)["turns"])


def no_step(count: int) -> Refused:
    """There is no such step in a game with so many."""
    why = plural("This game has {n} move.", "This game has {n} moves.", count)
    return Refused(404, "no-step", N_("{why}"), why=why)


def position_after(record: Json, steps: int | None) -> lutetia.Game:
    """The game of a valid record after the given number of steps (None: all). Raises Refused if it has fewer."""
    return lutetia.replay(record, steps=check_step(record, steps))


def check_step(record: Json, steps: int | None) -> int:
    """The given number of steps (None: all of the record). Raises Refused if it has fewer."""
    most = len(steps_of(record))
    if steps is not None and steps > most:
        raise no_step(most)
    return most if steps is None else steps


def check_seat(game: lutetia.Game, seat: str | None) -> None:
    """Raises Refused if there is no such seat."""
    if seat is not None and seat not in game.ruleset.seats:
        known = ", ".join(game.ruleset.seats)
        raise Refused(422, "no-seat", N_("There is no such seat; the seats are: {known}."), known=known)


def play_on(game: lutetia.Game, steps: list[str]) -> None:
    """Take these steps. Raises Refused with the rule that forbids one."""
    for number, step in enumerate(steps, 1):
        try:
            game.play(step)
        except lutetia.IllegalStep as error:
            raise Refused(
                422, "illegal", N_("step {number}: {why}"), rule=error.rule, number=number, why=str(error)
            ) from None
