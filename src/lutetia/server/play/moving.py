"""Games that began elsewhere: on a device, in a file, or on a server. A table continues them.

A game moves as a record, which has everything, or as a view, which has what one seat knows. From a view, the rest is
drawn anew: for whoever brings it, the game goes on exactly as it was, and nobody learns what they should not know.
"""

from __future__ import annotations

import secrets

import lutetia
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.play import history

VIEW_FORMAT = "lutetia-view/1"
GAME_FORMAT = "lutetia-game/1"


def brought(content: Json) -> lutetia.Game:
    """The game of a file: an exported game, a record, or a view; the last with its hidden part drawn anew.

    Raises Refused that says what is wrong.
    """
    inner = content
    if content.get("format") == GAME_FORMAT:
        inner = content.get("record") or {}
    elif content.get("format") == VIEW_FORMAT:
        inner = content.get("view") or {}
    if not isinstance(inner, dict):
        raise Refused(422, "record", N_("This is not a record."))
    game = imagined(inner, secrets.randbits(64)) if "viewer" in inner else history.replay(inner)
    if game.over:
        raise Refused(422, "over", N_("This game is over: it can be replayed, but not continued."))
    if game.start is not None:
        raise Refused(422, "record", N_("A game that began at a position set up by hand cannot be moved."))
    return game


def imagined(view: Json, seed: int) -> lutetia.Game:
    """A game that the view's seat cannot tell from the real one. Raises Refused for a bad view."""
    history.imagine(view)  # says what is wrong with it
    return lutetia.imagine(view, seed=seed)


def dealt_anew(game: lutetia.Game, seat: str) -> lutetia.Game:
    """The same game with another hidden part, as far as the seat can tell.

    So whoever brings a record, and may have read it, does not know more than the friend they invite.
    """
    return imagined(game.view(seat), secrets.randbits(64))


def opening(record: Json, wanted: Json) -> Json:
    """What `seating.create` needs to open a table that continues a game. Raises Refused.

    `wanted`: the `seats`, in playing order, and their `names`.
    """
    if len(wanted["seats"]) != len(record["seats"]):
        known = ", ".join(record["seats"])
        raise Refused(422, "seats", N_("This game has these seats: {known}. Say who sits on each."), known=known)
    return {
        "game": record["game"],
        "options": record["options"],
        "edition": record["edition"] if isinstance(record["edition"], dict) else None,
        "seats": wanted["seats"],
        "names": wanted["names"],
        "pace": {"kind": "none"},
        "private": True,
        "rated": False,
        "begun": {key: record[key] for key in ("rules", "first", "setup", "turns")},
    }
