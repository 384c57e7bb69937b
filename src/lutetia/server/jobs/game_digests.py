"""Digests of finished games, computed in worker processes and kept: a finished game never changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import partial

import orjson
import sqlalchemy as sa

from lutetia.core.json_types import Json
from lutetia.server.jobs.fair_queue import Owner
from lutetia.server.jobs.queue import JobQueue
from lutetia.server.store.database import Database
from lutetia.server.store.finished_games import replayable
from lutetia.server.tasks import finished_games as tasks

KEPT = 4_000
"""Digests in memory, about a kilobyte each."""
AT_ONCE = 20
"""Games that one piece of work replays: a tenth of a second or so."""


class GameDigests:
    """What `tasks.finished_games` finds, by the game's id."""

    def __init__(self, database: Database, jobs: JobQueue) -> None:
        self._database = database
        self._jobs = jobs
        self._kept: OrderedDict[str, Json] = OrderedDict()

    async def of(self, owner: Owner, games: Sequence[str]) -> dict[str, Json]:
        """The digests of finished games. Raises Refused like any request to the workers."""
        missing = [game for game in games if game not in self._kept]
        while missing:
            some, missing = missing[:AT_ONCE], missing[AT_ONCE:]
            rows = await self._database.read(partial(_replayable, some))
            for digest in orjson.loads(await self._jobs.compute(owner, tasks.digests, rows)):
                self._kept[digest["id"]] = digest
        found = {game: self._kept[game] for game in games if game in self._kept}
        for game in found:
            self._kept.move_to_end(game)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found


def _replayable(games: Sequence[str], connection: sa.Connection) -> list[Json]:
    return replayable(connection, games)
