"""Background work that goes on as long as the server runs, whatever happens in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from lutetia.server.errors import error_fields

Duty = Callable[[], Coroutine[Any, Any, None]]
PAUSE = 1.0
"""Seconds until a duty that has failed begins anew."""
log = structlog.get_logger("duties")


async def endless(duty: Duty) -> None:
    """An unexpected error is logged, and ends neither this duty nor others."""
    while True:
        try:
            await duty()
        except Exception as error:
            log.error("duty failed", **error_fields(error))
        await asyncio.sleep(PAUSE)
