"""Move an installation from one database to another, SQLite or PostgreSQL, in steps that can be interrupted.

Each batch of rows is committed together with the mark that says how far the copy is. So a transfer that was killed
continues after the last batch, and no row is written twice. At the end everything is compared, and every game is
rebuilt from its log in the new database. Nothing is deleted or changed where the data come from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from lutetia.core.i18n import N_
from lutetia.server.errors import Refused, StorageError
from lutetia.server.play.rebuild import rebuild
from lutetia.server.store import in_use, raw_rows, schema, snapshot, transfer_mark, versions
from lutetia.server.store.database import make_engine, migrate, write_transaction
from lutetia.server.store.event_log import read_game
from lutetia.server.store.raw_rows import TABLES, Digest, Raw
from lutetia.server.store.storage_faults import storage_error
from lutetia.server.store.transfer_mark import Mark

COPYING, COMPARING, REBUILDING = N_("Copying rows"), N_("Comparing rows"), N_("Verifying games")
Progress = Callable[[str, int, int], None]
"""Called with one of the three, and how much of it is done."""
NAMED = 10
"""How many damaged games an error names."""


class TransferError(StorageError):
    """The transfer cannot begin, or what was copied is not what it should be."""


class Transferred(NamedTuple):
    """What a transfer has moved and verified."""

    games: int
    events: int
    rows: int


def transfer(source: sa.URL, target: sa.URL, *, restart: bool = False, progress: Progress | None = None) -> Transferred:
    """Copy everything from `source` into `target`, which must be empty or hold the beginning of this transfer.

    `restart` first discards what an unfinished transfer has copied. Raises StorageError, BackupError, OSError.
    """
    if snapshot.identity(source) == snapshot.identity(target):
        raise TransferError(N_("{place} cannot be moved to itself"), place=snapshot.place(source))
    try:
        with ExitStack() as held:
            held.enter_context(in_use.unused(source))
            held.enter_context(in_use.unused(target))
            beats = in_use.beats_of(source)
            engine = held.enter_context(_prepared(target))
            old = held.enter_context(snapshot.reading(source))
            mark = begin(old, engine, snapshot.place(source), restart=restart)
            copy(old, engine, mark, progress)
            found = _verify(old, engine, progress)
            if in_use.beats_of(source) != beats:
                reason = N_("a server has used {place} since the transfer began; stop it, and repeat with --restart")
                raise TransferError(reason, place=snapshot.place(source))
            finish(engine)
            return found
    except DBAPIError as error:
        raise storage_error(error) from error


def copy(old: sa.Connection, engine: sa.Engine, mark: Mark, progress: Progress | None = None) -> None:
    """Copy what the mark says is missing. Each batch is one transaction."""
    total = _rows_in(old, *TABLES)
    with engine.connect() as new:
        done = _rows_in(new, *TABLES) - 1  # the mark
    names = [table.name for table in TABLES]
    first = len(names) if mark["table"] is None else names.index(mark["table"])
    for table in TABLES[first:]:
        after = mark["after"] if table.name == mark["table"] else None
        for batch in raw_rows.batches(raw_rows.stored_rows(old, table, after)):
            with write_transaction(engine) as new:
                _insert(new, table, batch)
                transfer_mark.write(new, mark | {"table": table.name, "after": raw_rows.key_of(table, batch[-1])})
            done += len(batch)
            if progress is not None:
                progress(COPYING, done, total)
    with write_transaction(engine) as new:
        transfer_mark.write(new, mark | {"table": None, "after": None})


def compare(old: sa.Connection, new: sa.Connection, progress: Progress | None = None) -> dict[str, int]:
    """Compare the rows of all tables. Returns how many each has. Raises TransferError that names the table."""
    counts: dict[str, int] = {}
    total = 2 * _rows_in(old, *TABLES)
    done = 0
    for table in TABLES:
        digests: list[Digest] = []
        for connection in (old, new):
            digests.append(raw_rows.digest(_counted(_kept(connection, table), done, total, progress), table))
            done += digests[-1].rows
        if digests[0] != digests[1]:
            reason = N_(
                "the table {table} differs: {old} rows there, {new} here. The data have changed since the transfer "
                "began; repeat it with --restart"
            )
            raise TransferError(reason, table=table.name, old=digests[0].rows, new=digests[1].rows)
        counts[table.name] = digests[1].rows
    return counts


def _rows_in(connection: sa.Connection, *tables: sa.Table) -> int:
    return sum(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar() or 0 for table in tables)


def _counted(rows: Iterator[Raw], before: int, total: int, progress: Progress | None) -> Iterator[Raw]:
    for n, row in enumerate(rows, before + 1):
        yield row
        if progress is not None and (n % raw_rows.READ_AT_ONCE == 0 or n == total):
            progress(COMPARING, n, total)


def _kept(connection: sa.Connection, table: sa.Table) -> Iterator[Raw]:
    """The rows of a table without the mark of the transfer."""
    rows = raw_rows.stored_rows(connection, table)
    return rows if table is not schema.server_state else (row for row in rows if row[0] != transfer_mark.KEY)


def damaged_games(engine: sa.Engine, progress: Progress | None = None) -> list[str]:
    """The games whose logs do not lead to the stored positions. Every game is rebuilt."""
    damaged = []
    ids = sa.select(schema.game.c.id).order_by(schema.game.c.id).execution_options(yield_per=raw_rows.READ_AT_ONCE)
    with engine.connect() as listing, engine.connect() as connection:
        total = _rows_in(listing, schema.game)
        for n, game in enumerate(listing.execute(ids).scalars(), 1):
            try:
                stored = read_game(connection, game)
                assert stored is not None, "nothing else writes"
                rebuild(*stored)
            except (Refused, ValueError, TypeError):  # the last two: a column does not hold valid JSON
                damaged.append(game)
            if progress is not None:
                progress(REBUILDING, n, total)
    return damaged


@contextmanager
def _prepared(target: sa.URL) -> Iterator[sa.Engine]:
    """The target, with the tables of this version."""
    engine = make_engine(target)
    try:
        with in_use.reached(target), engine.connect() as connection:
            strange = versions.of_connection(connection) is None and sa.inspect(connection).has_table("game")
        if strange:
            raise TransferError(N_("{place} holds tables of another program"), place=snapshot.place(target))
        migrate(engine)
    finally:
        engine.dispose()
    patient = snapshot.patient_engine(target)
    try:
        yield patient
    finally:
        patient.dispose()


def begin(old: sa.Connection, engine: sa.Engine, source: str, *, restart: bool = False) -> Mark:
    """How far an earlier attempt came; a new mark if there was none. Raises TransferError if the target is in use.

    A transfer that was killed just after its end has left no mark: then the target holds the same as the source.
    """
    transfer_mark.refuse_unfinished(old)
    new_mark: Mark = {"source": source, "table": TABLES[0].name, "after": None}
    with write_transaction(engine) as new:
        mark = transfer_mark.read(new)
        if mark is not None and not restart:
            if mark["source"] != source:
                reason = N_("a transfer from {source} is unfinished there; finish it, or discard it with --restart")
                raise TransferError(reason, source=mark["source"])
            return mark
        if mark is None and (filled := _filled_table(new)) is not None:
            try:
                compare(old, new)
            except TransferError:
                reason = N_("{place} is not empty (it has rows in {table}); give an empty database")
                raise TransferError(reason, place=snapshot.place(new.engine.url), table=filled) from None
            return {"source": source, "table": None, "after": None}
        for table in reversed(TABLES):
            new.execute(sa.delete(table))
        transfer_mark.write(new, new_mark)
    return new_mark


def _filled_table(new: sa.Connection) -> str | None:
    """A table with rows; None if there is none. A server that was started once has left no more than its heartbeat."""
    for table in TABLES:
        any_row = sa.select(sa.literal(1)).select_from(table).limit(1)
        if table is not schema.server_state and new.execute(any_row).first():
            return table.name
    return None


def _insert(new: sa.Connection, table: sa.Table, batch: list[Raw]) -> None:
    try:
        raw_rows.insert_rows(new, table, batch)
    except (sa.exc.DataError, sa.exc.IntegrityError) as error:
        first, last = raw_rows.key_of(table, batch[0]), raw_rows.key_of(table, batch[-1])
        reason = N_("rows of {table} cannot be stored there, between {first} and {last}: {why}")
        why = str(error.orig).partition("\n")[0]
        raise TransferError(reason, table=table.name, first=first, last=last, why=why) from error


def _verify(old: sa.Connection, engine: sa.Engine, progress: Progress | None) -> Transferred:
    with engine.connect() as new:
        counts = compare(old, new, progress)
    if damaged := damaged_games(engine, progress):
        names = ", ".join(damaged[:NAMED]) + (" …" if len(damaged) > NAMED else "")
        reason = N_(
            "damaged games: {games}. Their logs do not lead to the stored positions. Restore them from a backup or "
            "remove them (lutetia admin remove-game), then repeat with --restart"
        )
        raise TransferError(reason, games=names)
    return Transferred(counts[schema.game.name], counts[schema.event.name], sum(counts.values()))


def finish(engine: sa.Engine) -> None:
    """Let new rows be numbered after the copied ones, and let servers start."""
    with write_transaction(engine) as new:
        if engine.dialect.name == "postgresql":
            for table in TABLES:
                if (column := table.autoincrement_column) is not None:
                    last = sa.select(sa.func.max(column)).scalar_subquery()
                    sequence = sa.func.pg_get_serial_sequence(table.name, column.name)
                    new.execute(sa.select(sa.func.setval(sequence, sa.func.coalesce(last, 1), last.isnot(None))))
            new.exec_driver_sql("ANALYZE")
        transfer_mark.write(new, None)
