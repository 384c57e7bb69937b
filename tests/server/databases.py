"""The database of each test: SQLite in its folder, or PostgreSQL if LUTETIA_TEST_DATABASE is `postgres`.

On PostgreSQL there is one real server per process of pytest, and a new database for each data folder, copied from one
that a new Lutetia has made.
"""

from __future__ import annotations

import atexit
import os
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from lutetia.server.ops.settings import Settings
from lutetia.server.store.database import Database

from server.backends import PostgresServer, postgres_server

ON_POSTGRES = os.environ.get("LUTETIA_TEST_DATABASE") == "postgres"
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


def use_postgres() -> None:
    """From now on settings without a database mean PostgreSQL."""
    usual = Settings.__init__

    def on_postgres(self: Settings, **values: Any) -> None:
        usual(self, **values)
        if self.database is None:
            self.database = of_folder(self.data)

    Settings.__init__ = on_postgres  # type: ignore[method-assign]
