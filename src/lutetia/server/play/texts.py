"""The text part of a state message: prompt, legal steps and new lines of the log, in the reader's language.

It belongs to the view in the same message and is made from it. Viewers who see the same in the same language
share it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from lutetia.core.i18n import current_language
from lutetia.core.json_types import Json
from lutetia.server import json_bytes
from lutetia.server.play.canonical_json import json_fragment, json_fragment_in_order
from lutetia.server.play.names import player_names
from lutetia.server.play.table import Table
from lutetia.text.interface import Names, text_for
from lutetia.text.log import Entry, Log, gains, known_step, sentence
from lutetia.text.position import game_text, hides, prompt_text, seat_names
from lutetia.text.rule_links import question_rule

WHOLE_TEXT = -1
"""As `since`: the reader knows nothing yet, so the text includes what stays the same, and the whole log."""


def text_part(table: Table, viewer: str | None, view: Json, legal: list[str], since: int) -> bytes:
    """The text that goes with a view, as JSON, for a reader who has the text of the position after event `since`.

    In `log`, `from` is the number of log lines to keep; `lines` replaces the rest.
    """
    language = current_language()
    head = {"language": language, "since": since, "viewer": viewer, "hides": hides(view)}
    prompt, log = _prompt(table, view, legal, language), _log_update(table, viewer, language, since)
    parts = [json_bytes.dumps(head)[:-1], b",", prompt, b',"log":', log]
    if since == WHOLE_TEXT:
        parts += b',"game":', json_bytes.dumps(_game_text(view))
    return b"".join((*parts, b"}"))


def _prompt(table: Table, view: Json, legal: list[str], language: str) -> bytes:
    """The prompt without its braces. For those who have nothing to decide it is made once for all.

    During a game it then depends only on who decides and about what, so it is kept for later positions.
    """
    if legal:
        return _new_prompt(table, view, legal, language)
    texts = table.derived.texts if table.status == "over" else table.derived.prompts
    key = ("prompt", language, view["seat"], question_rule(view))
    if key not in texts:
        texts[key] = _new_prompt(table, view, legal, language)
    return texts[key]


def _new_prompt(table: Table, view: Json, legal: list[str], language: str) -> bytes:
    assert table.game is not None
    names, ended = _names(table, language), table.status == "over"
    prompt = prompt_text(table.game, view, legal, names, ended=ended, resigned=table.resigned, encode=json_fragment)
    return json_bytes.dumps(prompt)[1:-1]


def _log_update(table: Table, viewer: str | None, language: str, since: int) -> bytes:
    """The new lines of the log; where all see the same, they are made once for all.

    When the game ends, nothing is hidden any more, so earlier lines that hid something are sent again.
    """
    texts, key = table.derived.texts, ("log", language, since)
    if key in texts:
        return texts[key]
    game, log = table.game, table.derived.log
    assert game is not None
    log = table.derived.log = log or Log(game)
    kept = unchanged_steps(table, since)
    if game.over:
        kept = min(kept, log.alike)
    new = log.entries(game, kept)
    lines = b",".join([_line(table, entry, viewer, language) for entry in new])
    found = b'{"from":%d,"lines":[%b]}' % (kept, lines)
    if game.over or all(entry.alike for entry in new):
        texts[key] = found
    return found


def _line(table: Table, entry: Entry, viewer: str | None, language: str) -> bytes:
    """A line of the log. Where viewers see different gains, at least its sentence is made once for all."""
    game, texts = table.game, table.derived.texts
    assert game is not None
    ruleset, over = game.ruleset, game.over
    changed = gains(entry, viewer, ruleset, over, json_fragment_in_order)
    if entry.alike:
        return json_bytes.dumps(sentence(entry, entry.step, ruleset, _names(table, language)) | changed)
    step = known_step(entry, viewer, ruleset, over)
    key = ("line", language, entry.at, step)
    if key not in texts:
        texts[key] = json_bytes.dumps(sentence(entry, step, ruleset, _names(table, language)))[:-1]
    return b"%b,%b" % (texts[key], json_bytes.dumps(changed)[1:])


def _game_text(view: Json) -> Any:
    """The text that stays the same during a game; for the bundled edition it is made once."""
    if isinstance(view["edition"], dict):
        return game_text(view)
    return _bundled_text(view["game"], tuple(view["seats"]), current_language())


@lru_cache(maxsize=100)
def _bundled_text(game: str, seats: tuple[str, ...], language: str) -> json_bytes.Fragment:
    """The same as JSON; `language` is the current one."""
    return json_fragment(game_text({"game": game, "seats": seats, "edition": None}))


def _names(table: Table, language: str) -> Names:
    """Each player's name as the first word of a sentence; a player without a name is called by the seat."""
    names = table.derived.names
    if language not in names:
        names[language] = seat_names(text_for(table.row["game"]), list(table.seats), player_names(table))
    return names[language]


def unchanged_steps(table: Table, since: int) -> int:
    """How many of the steps taken by event `since` have not been undone."""
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
