"""A folder of games belongs to one server at a time: a lock that ends with its process, however that ends."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType

from lutetia.core.i18n import N_
from lutetia.server.store.database import StoreTrouble

try:
    import fcntl
except ImportError:  # Windows: there two servers on one folder are not kept apart
    fcntl = None  # type: ignore[assignment]

NAME = "lutetia.lock"


class FolderLock:
    """Held between `take` and `release`, or within `with`."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._file: int | None = None

    def take(self) -> None:
        """Raises StoreTrouble while another process has it, OSError where nothing can be written."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise StoreTrouble(N_("Another server is using this folder; stop it first.")) from None
        except OSError:
            os.close(file)
            raise
        self._file = file

    def say(self, address: str) -> None:
        """Write down where the server is found, for whoever starts another by mistake."""
        if self._file is not None:
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, address.encode(), 0)

    def release(self) -> None:
        """May be called again. The file stays: taking it away would let two hold two different ones."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __enter__(self) -> FolderLock:
        self.take()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def address_of(folder: Path) -> str | None:
    """Where the server that uses a folder is found; None if there is none, or it has not said."""
    lock = FolderLock(folder)
    if not (folder / NAME).exists():
        return None
    try:
        with lock:
            return None
    except StoreTrouble:
        return (folder / NAME).read_text(encoding="utf-8") or None
