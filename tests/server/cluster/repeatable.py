"""Processes that do the same again: with the clock, the deal and the random numbers of a folder, which they share.

For a test that compares two runs byte by byte. Random numbers are drawn one after the other, whichever process draws;
so nothing may draw in the background, where the moment depends on how busy the machine is.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import secrets
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

VARIABLE = "REPEATABLE"
"""The variable that names the folder to a forked process."""
STARTS = 1_000_000
"""More numbers than are drawn while the processes start."""
CLOCK, DEAL, DRAWN = "clock", "deal.json", "drawn"


class FileClock:
    """A clock that shows what is in a file. The server takes it for its own."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __call__(self) -> int:
        return int(self._file.read_text())

    def follow(self, *_reading: float) -> None:
        """The database's clock does not count."""


class Draws:
    """Random numbers that are the same in the next run."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def number(self) -> int:
        with self._file.open("r+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            count = int(file.read())
            file.seek(0)
            file.truncate()
            file.write(str(count + 1))
        return int.from_bytes(hashlib.sha256(str(count).encode()).digest())

    def choice(self, of: Sequence[Any]) -> Any:
        return of[self.number() % len(of)]

    def below(self, limit: int) -> int:
        return self.number() % limit

    def token(self, size: int) -> str:
        return f"{self.number():064x}"[: size * 2]


def prepare(folder: Path, record: dict[str, Any], now: int) -> None:
    """What the processes will use: a game that begins like this record, at this time."""
    folder.mkdir(parents=True)
    (folder / DEAL).write_text(json.dumps(record))
    (folder / DRAWN).write_text(str(-STARTS))
    set_clock(folder, now)


def begin(folder: Path) -> None:
    """All processes have started. How many numbers they have drawn for that depends on who came first."""
    (folder / DRAWN).write_text("0")


def set_clock(folder: Path, now: int) -> None:
    """At once, for whoever reads."""
    there = folder / f"{CLOCK}.new"
    there.write_text(str(now))
    there.rename(folder / CLOCK)


def repeat(folder: Path) -> None:
    """In a forked process: use what is in the folder."""
    import lutetia
    from lutetia.server import services
    from lutetia.server.cluster import outbox
    from lutetia.server.jobs.queue import JobQueue
    from lutetia.server.live import feed

    draws, deal = Draws(folder / DRAWN), json.loads((folder / DEAL).read_text())
    secrets.choice, secrets.randbelow = draws.choice, draws.below  # type: ignore[assignment]
    secrets.token_urlsafe = draws.token  # type: ignore[assignment]
    outbox.new_id = lambda: uuid.uuid4().hex  # on a busy machine it draws at any time, and nobody sees it
    services.ServerClock = lambda **_options: FileClock(folder / CLOCK)  # type: ignore[assignment, misc]
    services.Services.__init__.__kwdefaults__["deal"] = lambda *_game, **_more: lutetia.replay(deal)
    JobQueue.suggest = suggest  # type: ignore[assignment, method-assign]
    feed.KEEPALIVE = 3_600


async def suggest(_jobs: object, view: dict[str, Any], _owner: object) -> Any:
    """A bot's hint, which is made of this view and nothing else (jobs/queue.py), and takes no time."""
    import lutetia
    from lutetia.bots.suggestion import Suggestion

    return Suggestion(lutetia.imagine(view, seed=0).legal()[0], (("{view}", {"view": json.dumps(view)}),))
