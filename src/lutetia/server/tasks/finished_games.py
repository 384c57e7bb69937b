"""What statistics need of finished games beyond their result: length, points by source, and how they were opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import lutetia
from lutetia.arena.statistics import statistics_for
from lutetia.core.json_types import Json
from lutetia.openings.book import book_for, is_comparable
from lutetia.openings.sample import sample_of
from lutetia.server.play.table import dealt_game


def digests(games: list[Json]) -> list[Json]:
    """One for each game, as `store.finished_games.replayable` gives them. One that cannot be replayed has `turns` 0."""
    return [_digest(one) for one in games]


def _digest(row: Json) -> Json:
    try:
        game = dealt_game(row, row["seats"])
        for step in row["steps"]:
            game.play(step)
    except (ValueError, TypeError, LookupError):  # a damaged log must not hide the other games
        return {"id": row["id"], "turns": 0, "points": {}, "opening": None}
    return {
        "id": row["id"],
        "turns": game.turn_count,
        "points": _points(game) if game.over else {},
        "opening": _opening(game) if game.over else None,
    }


def _points(game: lutetia.Game) -> dict[str, dict[str, int]]:
    """Each seat's points by source, in the order in which reports list them."""
    scores, sources = game.ruleset.scores(game.kernel), statistics_for(game.ruleset.game).sources
    return {seat: {name: _sum(scores[seat].get(name, 0)) for name in sources} for seat in game.ruleset.seats}


def _opening(game: lutetia.Game) -> Json | None:
    """The game's choices, if the opening book of its kind of table has any."""
    book = book_for(game.ruleset.game)
    if book is None or not is_comparable(book, game.shared_record()):
        return None
    return sample_of(game).as_json()


def _sum(points: Any) -> int:
    return sum(map(_sum, points.values())) if isinstance(points, Mapping) else int(points)
