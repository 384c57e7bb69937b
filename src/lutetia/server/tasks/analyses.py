"""Analyses of whole records, a part at a time: what is stored has no words, so everybody reads it in their language."""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Awaitable, Callable

from lutetia.bots.analysis_report import Found, Task, done, entries_of, next_task, put, report
from lutetia.bots.profile import profile_for
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.text.interface import GameText, text_for

STORED_EVERY = 0.5
"""Seconds between two updates of an analysis's progress."""
Judge = Callable[[Task], Awaitable[Json]]
"""Does a part of the analysis of a record."""
Store = Callable[[int, Found], Awaitable[None]]
"""Stores how much has been done, and what has been found."""
KEY = "analysis:3:"
"""The kind and version of what is stored."""


def key_of(record: Json) -> str:
    """The same for the same record: each has one analysis."""
    canonical = json.dumps(record, sort_keys=True, separators=(",", ":"))
    return KEY + hashlib.sha256(canonical.encode()).hexdigest()


async def carry_on(
    record: Json, stored: Json | None, judge: Judge, store: Store, goes_on: Callable[[], bool] = lambda: True
) -> Found | None:
    """Do the parts that have not been done, and store them now and then. None: it had to stop before the end."""
    found, last = entries_of(stored), -math.inf  # somebody waits for the first part
    while task := next_task(record, found):
        put(found, task, await judge(task))
        stops = not goes_on() and next_task(record, found) is not None
        if stops or time.monotonic() - last >= STORED_EVERY:
            last = time.monotonic()
            await store(done(record, found), found)
        if stops:
            return None
    return found


def in_words(record: Json, stored: Json | None) -> Json | None:
    """What has been found of a record, in the current language; None if there is nothing to see yet."""
    found = entries_of(stored)
    if not found["glance"]:
        return None
    profile = profile_for(record["game"])
    text = text_for(record["game"])
    data = text.data({"edition": record["edition"]})
    told = report(record, found, profile)
    turns = [with_words(turn, text, data) for turn in told["turns"]]
    return told | {"turns": turns, "phases": {phase: _(name) for phase, name in profile.phases.items()}}


def with_words(turn: Json, text: GameText, data: Json) -> Json:
    """A turn of a report with its steps in words."""
    words = {part: [text.choice(step, data) for step in turn[part]] for part in ("played", "best")}
    return {**turn, "played_text": words["played"], "best_text": words["best"]}
