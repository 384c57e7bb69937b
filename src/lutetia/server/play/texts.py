"""The text part of a state message: prompt, legal steps and new lines of the log, in the reader's language.

It belongs to the view in the same message and is made from it. Who sees the same in the same language shares it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import orjson

from lutetia.core.i18n import current_language
from lutetia.core.json_types import Json
from lutetia.server.play.canonical_json import json_fragment, right_sized
from lutetia.server.play.names import player_names
from lutetia.server.play.table import Table
from lutetia.text.interface import Names, text_for
from lutetia.text.log import Log
from lutetia.text.position import game_text, moment_text, seat_names

EVERYTHING = -1
"""As `since`: the reader knows nothing yet, so the text includes what stays the same, and the whole log."""


def text_part(table: Table, viewer: str | None, view: Json, legal: list[str], since: int) -> bytes:
    """The text that goes with a view, as JSON, for a reader who has the text of the position after event `since`.

    In `log`, `from` says how many lines' steps still stand; what the reader has beyond them is replaced by `lines`.
    """
    game = table.game
    assert game is not None
    names = names_at(table)
    moment = moment_text(game, view, legal, names, ended=table.status == "over")
    text = {"language": current_language(), "since": since, **moment, "log": _log_update(table, viewer, view, since)}
    if since == EVERYTHING:
        text["game"] = _game_text(view)
    return right_sized(orjson.dumps(text))


def _log_update(table: Table, viewer: str | None, view: Json, since: int) -> Any:
    """The new lines of the log. After the end everybody gets all of it, with nothing hidden."""
    if not view["over"]:
        kept = unchanged_steps(table, since)
        return {"from": kept, "lines": _lines(table, viewer, kept)}
    texts, key = table.derived.texts, ("log", current_language())
    if key not in texts:
        texts[key] = json_fragment({"from": 0, "lines": _lines(table, None, 0)})
    return texts[key]


def _game_text(view: Json) -> Any:
    """The text that stays the same during a game; for the bundled edition it is made once."""
    if isinstance(view["edition"], dict):
        return game_text(view)
    return _bundled_text(view["game"], tuple(view["seats"]), current_language())


@lru_cache(maxsize=100)
def _bundled_text(game: str, seats: tuple[str, ...], language: str) -> orjson.Fragment:
    """The same as JSON; `language` is the current one."""
    return json_fragment(game_text({"game": game, "seats": seats, "edition": None}))


def names_at(table: Table) -> Names:
    """The players as sentences begin with them. Who has no name of their own at this table goes by the seat."""
    names, language = table.derived.names, current_language()
    if language not in names:
        names[language] = seat_names(text_for(table.row["game"]), list(table.seats), player_names(table))
    return names[language]


def unchanged_steps(table: Table, since: int) -> int:
    """How many of the steps that had been taken after event `since` have stood ever since."""
    if since < 0:
        return 0
    count = fewest = len(table.steps)
    for event in reversed(table.events[since + 1 :]):
        if event.kind == "step":
            count -= 1
        elif event.kind == "undo":
            count += int(str(event.step))
        fewest = min(fewest, count)
    return fewest


def _lines(table: Table, viewer: str | None, start: int) -> list[Json]:
    """The lines of the log after the first `start`."""
    game, derived = table.game, table.derived
    assert game is not None
    if derived.log is None:
        derived.log = Log(game)
    return derived.log.lines(game, viewer, names_at(table), start)
