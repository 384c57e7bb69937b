"""What the engine loads only when it is first needed: the rule book, the puzzles, the openings, and all their texts.

Natively everything is installed, and nothing happens.
"""

from __future__ import annotations

import asyncio
import importlib
import io
import sys
import zipfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from lutetia.core import catalogue
from lutetia.core.i18n import N_, language
from lutetia.server.errors import Refused

FOLDER = "/engine"
"""Where the engine's files are, in Pyodide."""
_loaded: set[str] = set()
_lock = asyncio.Lock()


def is_installed() -> bool:
    """Whether everything is here, as it is natively."""
    return "pyodide" not in sys.modules or (find_spec("lutetia.text.rulebook") is not None and not _loaded)


async def load() -> None:
    """Load it, and its texts in the current language. Raises Refused if the network is needed and there is none."""
    if is_installed():
        return
    async with _lock:
        await _load("library.zip")
        tag = catalogue.lookup(language.get() or catalogue.SOURCE) or catalogue.SOURCE
        for one in dict.fromkeys((tag.partition("-")[0], tag)):
            if one != catalogue.SOURCE:
                await _load(f"library-{one}.zip")


async def _load(name: str) -> None:
    if name in _loaded:
        return
    from js import URL, fetch, location  # type: ignore[import-not-found]  # of the worker

    try:
        answer: Any = await fetch(URL.new(name, location.href).href)
        data = (await answer.arrayBuffer()).to_bytes() if answer.ok else None
    except Exception:  # pyodide.ffi.JsException
        data = None
    if data is None:
        why = N_("Rules, puzzles and openings are not on this device yet. Connect to the network once to load them.")
        raise Refused(503, "no-library", why)
    unpack(name, data)


def unpack(name: str, archive: bytes) -> None:
    """Lay the files of an archive over those of the engine. More texts of a language are added to those it has."""
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        files.extractall(FOLDER)
        for more in (Path(FOLDER, file) for file in files.namelist() if file.endswith("/library.po")):
            with more.with_name("lutetia.po").open("a", encoding="utf-8") as texts:
                texts.write("\n" + more.read_text("utf-8"))
    importlib.invalidate_caches()
    forget_languages()
    _loaded.add(name)


def forget_languages() -> None:
    """The file of another language has come."""
    for cached in (catalogue.languages, catalogue.catalogue, catalogue.for_pages, catalogue.is_complete):
        cached.cache_clear()


@cache
def needs_library(task: str) -> bool:
    """Whether a task of `lutetia.server.tasks` does."""
    return task.partition(".")[0] in ("puzzles", "rules", "openings")
