"""Past and hypothetical positions of records, and what whole turns would bring."""

from __future__ import annotations

import lutetia
from lutetia.core.json_types import Json
from lutetia.core.record import steps_of
from lutetia.server.play import history


def check_record(content: Json) -> Json:
    """An untrusted record after checking every step of it: `{"record", "steps"}`."""
    game = history.replay(content)
    return {"record": game.record(), "steps": history.step_count(game)}


def open_position(record: Json, step: int, seat: str | None) -> Json:
    """A position of a record that hides nothing, as any seat sees it."""
    game = history.position_after(record, step)
    history.check_seat(game, seat)
    return _position(game, seat, game.legal(), step, len(steps_of(record)))


def own_position(record: Json, step: int | None, viewer: str | None) -> Json:
    """What a viewer of a running game could know after `step` steps (None: all)."""
    game = history.position_after(record, step)
    legal = game.legal() if viewer is not None and game.seat == viewer else []
    return _position(game, viewer, legal, history.step_count(game), len(steps_of(record)))


def what_if(basis: Json, at: int | None, steps: list[str], seat: str | None) -> Json:
    """A hypothetical position. See `play_on` for the arguments."""
    game, viewer, whole = play_on(basis, at, steps, seat)
    count = history.step_count(game)
    found = _position(game, viewer, game.legal(), count, count)
    return found | {"score": found["view"]["position"]["scores"], "imagined": not whole}


def prospects(record: Json, seat: str) -> Json:
    """What whole turns would bring the seat that decides at the end of a record."""
    return {"seat": seat, "prospects": history.position_after(record, None).prospects()}


def play_on(basis: Json, at: int | None, steps: list[str], seat: str | None) -> tuple[lutetia.Game, str | None, bool]:
    """The hypothetical game after further `steps`, its viewer, and whether nothing in it had to be imagined.

    `basis` is a `record` that hides nothing (`foreign`: nobody has checked it), a `view`, or the `record` of a running
    game of which only the `viewer`'s view may be used.
    """
    if "view" in basis or "viewer" in basis:
        view = basis["view"] if "view" in basis else own_position(basis["record"], at, basis["viewer"])["view"]
        game, viewer, whole = history.imagine(view), view["viewer"], False
    else:
        record = history.replay(basis["record"]).record() if basis.get("foreign") else basis["record"]
        game, viewer, whole = history.position_after(record, at), seat, True
    history.check_seat(game, seat)
    history.play_on(game, steps)
    return game, viewer, whole


def _position(game: lutetia.Game, viewer: str | None, legal: list[str], step: int, steps: int) -> Json:
    return {"view": game.view(viewer), "legal": legal, "step": step, "steps": steps}
