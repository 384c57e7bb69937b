"""Whether games can be played: there is room on the disk, the database can be written, and it is not damaged."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa
import structlog

from lutetia.core.i18n import N_
from lutetia.server.errors import Refused, StorageError
from lutetia.server.ops import heartbeat
from lutetia.server.store.database import Database
from lutetia.server.store.storage_faults import REASONS

VALID = 1.0
"""Seconds for which a check counts, so that asking often costs nothing."""
PATIENCE = 4.0
"""Seconds within which the database must have written something."""
RECENT = 5.0
"""Seconds for which a failed write counts."""
DAY = 86_400.0
"""Seconds between two checks of the whole database."""
CHECK_AGAIN = 60.0
"""Seconds between two such checks while it is damaged."""
MEGABYTE = 1_000_000

log = structlog.get_logger("health")


class NotReady(Refused):
    """Games cannot be played now, or not for long."""

    def __init__(self, code: str, reason: str, cause: str, **values: object) -> None:
        super().__init__(503, code, reason, rule="", **values)
        self.cause = cause


class Health:
    """The health of one server's database."""

    def __init__(self, database: Database, now: Callable[[], int], folder: Path, least_free_mb: int) -> None:
        self._database = database
        self._folder = database.file.parent if database.file is not None else folder
        self._write = try_to_write if database.shared else lambda connection: heartbeat.beat(connection, now())
        self._least_free = least_free_mb * MEGABYTE
        self._damage = ""
        """What SQLite found when it last looked at the whole database."""
        self._last: Refused | None = None
        self._checked = self._looked = float("-inf")
        self._checking = asyncio.Lock()

    async def check(self) -> None:
        """Raises Refused (503) if games cannot be played."""
        async with self._checking:
            if time.monotonic() - self._checked >= VALID:
                found = await self._find_fault()
                if found is not None and (self._last is None or found.cause != self._last.cause):
                    log.error("not ready", cause=found.cause)
                if found is None and self._last is not None:
                    log.warning("ready again")
                self._last, self._checked = found, time.monotonic()
        if self._last is not None:
            raise self._last

    async def run(self) -> None:
        """Look at the whole database soon after the start and once a day, as long as the server runs."""
        while True:
            await self._look_at_everything()
            await asyncio.sleep(DAY)

    def free_bytes(self) -> float:
        """Free space on the disk of the database; NaN if it is unknown, as that of another server is."""
        if self._database.shared:
            return float("nan")
        try:
            return float(shutil.disk_usage(self._folder).free)
        except OSError:
            return float("nan")

    async def _find_fault(self) -> Refused | None:
        free = self.free_bytes()
        if free < self._least_free:
            reason = N_("The disk is almost full: only {free} MB are free.")
            cause = f"less than {self._least_free // MEGABYTE} MB free"
            return NotReady("low-space", reason, cause, free=int(free // MEGABYTE))
        if self._database.faults.damage_seen and time.monotonic() - self._looked >= CHECK_AGAIN:
            await self._look_at_everything()
        if self._damage or self._database.faults.damage_seen:
            return NotReady("store", REASONS["damaged"], f"damaged: {self._damage or 'reported by a query'}")
        try:
            async with asyncio.timeout(PATIENCE):
                await self._database.write(self._write)
        except StorageError as error:
            return error
        except TimeoutError:
            return StorageError(kind="busy", cause=f"no write within {PATIENCE:g} s")
        # The last room on a full disk may do for a heartbeat and not for a step.
        when, failed = self._database.faults.last_write or (float("-inf"), None)
        return failed if time.monotonic() - when < RECENT else None

    async def _look_at_everything(self) -> None:
        """SQLite's own check of all pages. It takes about a second for 300 MB, in a thread, and disturbs nobody."""
        if self._database.file is None:
            return
        self._looked = time.monotonic()
        query = sa.text("PRAGMA quick_check(1)")
        try:
            found = await self._database.read(lambda connection: connection.execute(query).scalar())
        except StorageError as error:
            self._damage = error.cause if error.kind == "damaged" else self._damage
            return
        self._damage = "" if found == "ok" else str(found)
        if self._damage:
            log.error("database damaged", found=self._damage)
        else:
            self._database.faults.damage_seen = False


def try_to_write(connection: sa.Connection) -> None:
    """A transaction that PostgreSQL must log, but that changes nothing, so that processes do not meet here."""
    connection.exec_driver_sql("SELECT pg_current_xact_id()")


async def is_ready(health: Health) -> bool:
    """The same as a flag, for the metrics."""
    with contextlib.suppress(Refused):
        await health.check()
        return True
    return False
