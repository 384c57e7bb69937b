"""The lock on the data folder: one server at a time. The operating system releases it when the process ends."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType

from lutetia.core.i18n import N_
from lutetia.server.errors import StorageError
from lutetia.server.store.private_files import FILE, make_folder

try:
    import fcntl
except ImportError:  # Windows has no flock: there nothing prevents two servers in one folder
    fcntl = None  # type: ignore[assignment]

NAME = "lutetia.lock"


class FolderLock:
    """Held between `acquire` and `release`, or within `with`."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._file: int | None = None

    def acquire(self) -> None:
        """Raises StorageError while another process holds it, OSError if the folder is not writable."""
        make_folder(self._path.parent)
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), FILE)
        try:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise StorageError(N_("Another server is using this folder; stop it first.")) from None
        except OSError:
            os.close(file)
            raise
        self._file = file

    def write_address(self, address: str) -> None:
        """Write the server's address into the lock file, so that a second `lutetia play` can open that server."""
        if self._file is not None:
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, address.encode(), 0)

    def release(self) -> None:
        """May be called again. The file stays: if it were removed, two servers could lock two different files."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __enter__(self) -> FolderLock:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def address_of(folder: Path) -> str | None:
    """The address of the server that uses a folder; None if there is none, or it has not written its address yet."""
    lock = FolderLock(folder)
    if not (folder / NAME).exists():
        return None
    try:
        with lock:
            return None
    except StorageError:
        return (folder / NAME).read_text(encoding="utf-8") or None
