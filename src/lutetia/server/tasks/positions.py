"""Past and hypothetical positions of records with their texts, and what whole turns would bring."""

from __future__ import annotations

from typing import Literal

import lutetia
from lutetia.core.json_types import Json
from lutetia.core.record import steps_of
from lutetia.server.play import history, moving
from lutetia.text.position import position_text

Perspective = Literal["seat", "decider", "open"]
"""Whose view a hypothetical position shows: a seat's, that of whoever decides there, or one with all hands open."""


def check_record(content: Json) -> Json:
    """An untrusted record after checking every step of it: `{"record", "steps"}`."""
    game = history.replay(content)
    return {"record": game.record(), "steps": history.step_count(game)}


def moved_game(content: Json, mine: int) -> Json:
    """The record of a game that goes on here, dealt anew for whoever brings it. `mine`: the number of their seat."""
    game = moving.brought(content)
    seats = game.ruleset.seats
    return moving.dealt_anew(game, seats[min(mine, len(seats) - 1)]).record()


def open_position(record: Json, step: int, seat: str | None, opened: bool, about: Json | None = None) -> Json:
    """A position of a record that hides nothing: as any seat sees it, or with all hands open.

    `about`: what the texts have to know, `{"names", "resigned"}`; None: without texts.
    """
    game = history.position_after(record, step)
    history.check_seat(game, seat)
    view = game.open_view() if opened else game.view(seat)
    found = _position(view, game.legal(), step, len(steps_of(record)))
    if about is not None:
        legal = found["legal"] if seat in (None, game.seat) else []
        found["told"] = position_text(game, seat, legal, **about, opened=opened)
    return found


def own_position(record: Json, step: int | None, viewer: str | None, about: Json | None = None) -> Json:
    """What a viewer of a running game could know after `step` steps (None: all). `about`: see `open_position`."""
    game = history.position_after(record, step)
    legal = game.legal() if viewer is not None and game.seat == viewer else []
    found = _position(game.view(viewer), legal, history.step_count(game), len(steps_of(record)))
    if about is not None:
        found["told"] = position_text(game, viewer, legal, **about)
    return found


def what_if(
    basis: Json, at: int | None, steps: list[str], seat: str | None, perspective: Perspective, text: bool = False
) -> Json:
    """A hypothetical position. See `play_on` for the arguments. `text`: with texts; steps are for whoever decides."""
    game, viewer, whole = play_on(basis, at, steps, seat, perspective)
    count, opened = history.step_count(game), perspective == "open"
    view = game.open_view() if opened else game.view(viewer)
    found = _position(view, game.legal(), count, count)
    if text:
        legal = found["legal"] if whole or perspective != "seat" or game.seat == viewer else []
        found["told"] = position_text(game, viewer, legal, basis.get("names"), opened=opened)
    return found | {"score": found["view"]["position"]["scores"], "imagined": not whole}


def what_if_preview(basis: Json, at: int | None, steps: list[str], seat: str | None, step: str) -> Json:
    """What a further step would change in a hypothetical position, or why it is illegal."""
    return history.preview_step(play_on(basis, at, steps, seat, "seat")[0], step)


def what_if_prospects(basis: Json, at: int | None, steps: list[str], seat: str | None) -> Json:
    """What whole turns would bring the seat that decides in a hypothetical position."""
    game = play_on(basis, at, steps, seat, "seat")[0]
    return {"seat": game.seat or "", "prospects": game.prospects()}


def what_if_view(basis: Json, at: int | None, steps: list[str], seat: str | None) -> Json:
    """The view of the seat that decides in a hypothetical position; its viewer is None at the end."""
    game = play_on(basis, at, steps, seat, "seat")[0]
    return game.view(game.seat)


def prospects(record: Json, seat: str) -> Json:
    """What whole turns would bring the seat that decides at the end of a record."""
    return {"seat": seat, "prospects": history.position_after(record, None).prospects()}


def play_on(
    basis: Json, at: int | None, steps: list[str], seat: str | None, perspective: Perspective
) -> tuple[lutetia.Game, str | None, bool]:
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
    if perspective != "seat" and game.seat is not None:
        viewer = game.seat
    return game, viewer, whole


def _position(view: Json, legal: list[str], step: int, steps: int) -> Json:
    return {"view": view, "legal": legal, "step": step, "steps": steps}
