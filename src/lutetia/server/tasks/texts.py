"""The texts around a position of a game or of a view, in the language of the request."""

from __future__ import annotations

from lutetia.core.json_types import Json
from lutetia.server.play import history
from lutetia.text.position import position_text


def game_text(
    record: Json,
    viewer: str | None,
    at: int | None,
    decides: bool,
    over: bool,
    names: dict[str, str],
    resigned: bool,
    opened: bool,
) -> Json:
    """Of a game's position, now or after `at` steps. `decides`: the viewer may decide now, if it is their turn.

    `opened`: with all hands open, for games that are over.
    """
    game = history.position_after(record, at)
    history.check_seat(game, viewer)
    mine = (decides or at is not None) and game.seat == viewer
    legal = game.legal() if mine or (over and viewer is None) else []
    return position_text(game, viewer, legal, names, ended=over and at is None, resigned=resigned, opened=opened)


def view_text(view: Json) -> Json:
    """Of a view that was shared."""
    return position_text(history.imagine(view), view["viewer"], [])
