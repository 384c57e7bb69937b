"""A line that says who is thinking and for how long. It is shown on a terminal only, and erased afterwards."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

from lutetia.cli.console import can_clear
from lutetia.core.i18n import _

PATIENCE = 0.5
"""Seconds before the line appears; most steps take less."""
ERASE = "\r\x1b[2K"


@contextmanager
def thinking(console: Console, who: str) -> Iterator[None]:
    """Show the line while the body runs."""
    if not can_clear(console):
        yield
        return
    done = threading.Event()
    line = threading.Thread(target=_count, args=(console, who, done), daemon=True)
    line.start()
    try:
        yield
    finally:
        done.set()
        line.join()


def _count(console: Console, who: str, done: threading.Event) -> None:
    began = time.monotonic()
    if done.wait(PATIENCE):
        return
    while True:
        seconds = int(time.monotonic() - began)
        text = _("{who} is thinking … {n} s", who=who, n=seconds)[: console.width - 1]
        console.file.write(ERASE + text)
        console.file.flush()
        if done.wait(began + seconds + 1 - time.monotonic()):
            break
    console.file.write(ERASE)
    console.file.flush()
