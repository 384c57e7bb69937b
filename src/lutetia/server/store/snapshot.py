"""One consistent look at a whole database, while others may go on writing to it. Nothing in it is changed."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import sqlalchemy as sa

from lutetia.core.i18n import N_
from lutetia.server.errors import StorageError
from lutetia.server.store import versions
from lutetia.server.store.backup import backup, open_read_only
from lutetia.server.store.bulk_rows import to_json
from lutetia.server.store.engines import make_engine, sqlite_file
from lutetia.server.store.migration import migrate


@contextmanager
def reading(url: sa.URL) -> Iterator[sa.Connection]:
    """A transaction that sees the database as it is now. Of an earlier version's SQLite file, an upgraded copy.

    Raises StorageError if it is not a database of Lutetia, or of a version that cannot be read.
    """
    with ExitStack() as held:
        connection = held.enter_context(transaction(url))
        version, known = versions.of_connection(connection), versions.known()
        if version is None:
            raise StorageError(N_("{place} is not a Lutetia database"), place=place(url))
        if version not in known:
            raise StorageError(versions.NEWER, path=place(url))
        if version == known[0]:
            yield connection
            return
        if (file := sqlite_file(url)) is None:
            reason = N_("{place} is of an earlier version; start a server of this version on it once")
            raise StorageError(reason, place=place(url))
        copy = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="lutetia-"))) / file.name
        backup(file, copy)
        engine = make_engine(sa.URL.create("sqlite", database=str(copy)))
        migrate(engine, backups=0)
        engine.dispose()
        yield held.enter_context(transaction(sa.URL.create("sqlite", database=str(copy))))


@contextmanager
def transaction(url: sa.URL) -> Iterator[sa.Connection]:
    if (file := sqlite_file(url)) is not None:
        if not file.is_file():
            raise StorageError(N_("there is no database {path}"), path=file)
        engine = sa.create_engine("sqlite://", creator=partial(open_read_only, file), poolclass=sa.NullPool)
        sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        options = {}
    else:
        engine = patient_engine(url)
        options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    try:
        with engine.connect().execution_options(**options) as connection:
            yield connection
    finally:
        engine.dispose()


def patient_engine(url: sa.URL) -> sa.Engine:
    """An engine whose statements and transactions may take as long as a large database needs."""
    if sqlite_file(url) is not None:
        return make_engine(url)
    from lutetia.server.store import postgres  # its driver is an extra

    arguments = postgres.connect_arguments(url)
    arguments["options"] += " -c statement_timeout=0 -c idle_in_transaction_session_timeout=0"
    return sa.create_engine(url, connect_args=arguments, json_serializer=to_json)


def place(url: sa.URL) -> str:
    """Which database it is, in words for people, without its password."""
    file = sqlite_file(url)
    return str(file.absolute()) if file is not None else url.set(password=None).render_as_string()


def identity(url: sa.URL) -> str:
    """What tells two databases apart."""
    file = sqlite_file(url)
    return str(file.resolve()) if file is not None else place(url)
