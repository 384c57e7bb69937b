"""Work about records, positions and texts that a worker process does: plain data in, JSON out.

It is too long for the event loop, and a thread would share the interpreter's lock with every step that is taken. May
import `play`, the games and the shared modules; no web framework and no database. Each task raises Refused like a route
does.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module


def name_of(task: Callable[..., object]) -> str:
    """What a worker process knows a task by."""
    return f"{task.__module__.removeprefix(__name__ + '.')}.{task.__name__}"


def find(name: str) -> Callable[..., object]:
    """The task of this name. Its module is imported when it is first needed."""
    module, _dot, task = name.partition(".")
    found: Callable[..., object] = getattr(import_module(f"{__name__}.{module}"), task)
    return found
