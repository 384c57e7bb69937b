"""The companion of the box: a position set up by hand is drawn, checked and scored."""

from __future__ import annotations

from lutetia import companion
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.play import history
from lutetia.text.interface import text_for


def from_record(record: Json) -> Json:
    """The position at the end of an untrusted record, as a start for setting up by hand."""
    game = history.replay(record)
    return {"game": game.ruleset.game, "position": companion.on_table(game)}


def checked_and_counted(game: str, position: object) -> Json:
    """The same as `counted` for a position whose shape nobody has checked."""
    if faults := companion.shape_faults(game, position):
        raise Refused(422, "position", N_("{why}"), why="; ".join(map(str, faults)))
    return counted(game, position)  # type: ignore[arg-type]  # it has just been checked


def counted(game: str, position: Json) -> Json:
    """A position as a spectator sees it, with its faults; with a score sheet if there are none."""
    try:
        settled = companion.settle(game, position)
    except ValueError as error:
        raise Refused(422, "position", N_("{why}"), why=str(error)) from None
    names = {seat: text_for(game).seat(seat) for seat in settled.view["seats"]}
    return {
        "view": settled.view,
        "seats": {seat: {"name": name, "first": first} for seat, (name, first) in names.items()},
        "faults": [{"rule": fault.rule, "text": str(fault)} for fault in settled.faults],
        "notes": [{"rule": note.rule, "text": str(note)} for note in settled.notes],
        "sheet": None if settled.faults else _sheet(game, settled, {seat: first for seat, (_, first) in names.items()}),
    }


def _sheet(game: str, settled: companion.Settled, names: dict[str, str]) -> Json:
    text, sheet = text_for(game), settled.sheet
    return {
        "rows": list(text.rows(sheet)),
        "total": {seat: page["total"] for seat, page in text.pages(sheet).items()},
        "verdict": text.verdict(sheet, settled.result, names),
    }
