"""Legal steps in words. With the bundled edition the same few thousand come again and again, so they are kept."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any

from lutetia.core.game import Game
from lutetia.core.i18n import _, current_language
from lutetia.core.json_types import Json
from lutetia.core.viewcache import Encode, unchanged
from lutetia.text.interface import GameText, text_for

KEPT = 20_000
"""How many are kept, of all games and languages together: ten megabytes."""


def offers(game: Game, view: Json, legal: Sequence[str], encode: Encode = unchanged) -> list[Any]:
    """The legal steps: `does` is short; `text` is for the list and adds what the board shows; `ends`: the turn.

    Treat them as read-only: they are shared. `encode`: see `ViewCache`.
    """
    name, language = view["game"], current_language()
    text, ends = text_for(name), _end_turn(game, legal)
    if not isinstance(view["edition"], dict):
        return [
            _kept(name, language, step, text.on_board(step, view), end, encode)
            for step, end in zip(legal, ends, strict=True)
        ]
    data = text.data(view)
    return [_offer(text, data, step, text.on_board(step, view), end) for step, end in zip(legal, ends, strict=True)]


@lru_cache(KEPT)
def _kept(game: str, language: str, step: str, on_board: Hashable, ends: bool, encode: Encode) -> Any:
    """An encoded offer with the bundled edition; `language` is the current one."""
    text = text_for(game)
    return encode(_offer(text, text.data(None), step, on_board, ends))


def _offer(text: GameText, data: Json, step: str, on_board: Hashable, ends: bool) -> Json:
    does, more = text.choice(step, data), text.details(step, data, on_board)
    full = _("{step} ({what})", step=does, what=more) if more else does
    return {"step": step, "does": does, "text": full, "kind": step.partition(" ")[0], "ends": ends}


def _end_turn(game: Game, legal: Sequence[str]) -> list[bool]:
    """For each legal step whether it ends the turn."""
    before, after, ids = game.kernel, game.ruleset.new_kernel(), game.ruleset.step_ids
    seat, turn, found = before.seat, before.turn, []
    for step in legal:
        after.become(before)
        after.play(ids[step])
        found.append(after.seat != seat or after.turn != turn)
    return found
