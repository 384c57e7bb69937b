"""The database of each test: SQLite in its folder, or PostgreSQL if LUTETIA_TEST_DATABASE is `postgres`.

On PostgreSQL there is one real server per process of pytest, and a new database for each data folder, copied from one
that a new Lutetia has made.
"""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from lutetia.server.ops.settings import Settings
from lutetia.server.store.database import Database
from lutetia.server.store.engines import make_engine

from configurations import ON_POSTGRES
from server.backends import PostgresServer, postgres_server

TEMPLATE = "empty"
_numbers = count(1)


@cache
def server() -> PostgresServer:
    """The PostgreSQL server of this process, with a database to copy."""
    running = postgres_server()
    started = running.__enter__()
    atexit.register(running.__exit__, None, None, None)
    database = Database(started.new_database(TEMPLATE))
    database.open()
    database.close()
    return started


def new_database() -> str:
    """A database as a new server makes it; returns its URL."""
    return server().new_database(f"test_{next(_numbers)}", TEMPLATE)


@cache
def of_folder(folder: Path) -> str:
    """The PostgreSQL database that takes the place of the SQLite file in a folder."""
    return new_database()


def url_of(folder: Path | str) -> str:
    """The database of a server with this data folder. A URL stays as it is."""
    if isinstance(folder, str):
        return folder
    return of_folder(folder) if ON_POSTGRES else f"sqlite:///{folder / 'lutetia.db'}"


@contextmanager
def opened(folder: Path | str) -> Iterator[sa.Connection]:
    """A transaction in that database, past the server."""
    engine = make_engine(sa.make_url(url_of(folder)))
    with engine.begin() as connection:
        yield connection
    engine.dispose()


@cache
def use_postgres() -> None:
    """From now on settings without a database mean PostgreSQL."""
    usual = Settings.__init__

    def on_postgres(self: Settings, **values: Any) -> None:
        usual(self, **values)
        if self.database is None:
            self.database = of_folder(self.data)

    Settings.__init__ = on_postgres  # type: ignore[method-assign]
