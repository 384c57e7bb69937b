"""Exceptions of a game's Python code that were raised while C code called it: kept, and raised again in Python.

C methods of kernels, guides and observers cannot pass exceptions on. `PythonKernel` and `PythonObserver` keep the first
one of the thread here, and every function that runs C code over them ends with `raise_failure()`.
"""

from __future__ import annotations

import threading

_kept = threading.local()


def keep_failure(error: BaseException) -> None:
    """Keep an exception until this thread calls `raise_failure`; the first one counts."""
    if getattr(_kept, "failure", None) is None:
        _kept.failure = error


def raise_failure() -> None:
    """Raise the exception that was kept in this thread, if there is one."""
    error: BaseException | None = getattr(_kept, "failure", None)
    if error is not None:
        _kept.failure = None
        raise error
