"""Progress of long commands: a bar on a terminal; elsewhere a line now and then, or nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from lutetia.core.i18n import _

PATIENCE = 1.0
"""Seconds before a progress bar appears."""
LINE_EVERY = 10.0
"""Seconds between two lines where there is no terminal."""
Report = Callable[[str, int, int], None]
"""Called with what is being done, as a message of the catalogue, and how much of it is done."""


@contextmanager
def progress_bar(*, lines: bool = False) -> Iterator[Report]:
    """A progress bar on the terminal, if it takes longer than a moment. `lines`: without a terminal, lines instead."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from lutetia.cli.console import err

    console = err()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    shown = time.monotonic()
    with Progress(
        *columns, console=console, auto_refresh=False, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", visible=False)
        doing = ""

        def report(what: str, done: int, total: int) -> None:
            nonlocal doing, shown
            if what != doing:
                bar.reset(task, description=_(what), total=total, visible=bar.tasks[0].visible)
                doing = what
            now = time.monotonic()
            if console.is_terminal and now - shown > (0.1 if bar.tasks[0].visible else PATIENCE):
                bar.update(task, completed=done, total=total, visible=True, refresh=True)
                shown = now
            elif lines and not console.is_terminal and now - shown > LINE_EVERY:
                print(f"{_(what)}: {done:,} / {total:,}", file=sys.stderr, flush=True)
                shown = now

        yield report
