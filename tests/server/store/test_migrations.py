"""Migrations: databases of earlier versions are upgraded when a server opens them, without losing data."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from lutetia.server.store import schema
from lutetia.server.store.engines import make_engine, write_transaction
from lutetia.server.store.migration import migrate
from lutetia.server.store.versions import MIGRATIONS

CONFIG = Config()
CONFIG.set_main_option("script_location", str(MIGRATIONS))
VERSIONS = [version.revision for version in ScriptDirectory.from_config(CONFIG).walk_revisions()][::-1]
GUEST = {"id": "abc", "name": "Lamplighter", "created": 1889}


def tables(connection):
    """Every table's columns, keys and indexes, with what matters of each."""
    look = sa.inspect(connection)

    unlogged, dialect = set(), connection.dialect.name
    if dialect == "postgresql":
        unlogged = set(connection.scalars(sa.text("SELECT relname FROM pg_class WHERE relpersistence = 'u'")))

    def facts(name):
        key = look.get_pk_constraint(name)["constrained_columns"]
        columns = [(one["name"], str(one["type"]), one["nullable"]) for one in look.get_columns(name)]
        indexes = [
            (one["column_names"], bool(one["unique"]), str(one.get("dialect_options", {}).get(f"{dialect}_where")))
            for one in look.get_indexes(name)
        ]
        unique = [one["column_names"] for one in look.get_unique_constraints(name)]
        refers = [
            (one["constrained_columns"], one["referred_table"], one["options"]) for one in look.get_foreign_keys(name)
        ]
        return key, name in unlogged, *(sorted(map(repr, found)) for found in (columns, indexes, unique, refers))

    return {name: facts(name) for name in look.get_table_names() if name != "alembic_version"}


def upgrade(connection: sa.Connection, version: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, version)


def upgraded_through(engine: sa.Engine, fresh: sa.Engine, version: str) -> None:
    """Upgrade to a version, add a guest, upgrade to the newest version: it is what store/schema.py says."""
    with write_transaction(engine) as connection:
        upgrade(connection, version)
        connection.execute(sa.text("INSERT INTO person (id, name, created) VALUES (:id, :name, :created)"), GUEST)
    migrate(engine)
    schema.metadata.create_all(fresh)
    with engine.connect() as now, fresh.connect() as wanted:
        assert tables(now) == tables(wanted), "the migrations and store/schema.py say the same"
        found = now.execute(sa.select(schema.person)).mappings().one()
    assert {key: found[key] for key in GUEST} == GUEST
    engine.dispose()
    fresh.dispose()


@pytest.mark.parametrize("version", VERSIONS)
def test_a_database_of_each_version_is_upgraded(tmp_path, version):
    upgraded_through(
        *(make_engine(sa.make_url(f"sqlite:///{tmp_path / name}")) for name in ("old.db", "new.db")), version
    )


@pytest.mark.parametrize("version", [VERSIONS[0], VERSIONS[-2]])
def test_a_postgresql_database_is_upgraded(postgres, version):
    names = (f"old_{version}", f"new_{version}")
    upgraded_through(*(make_engine(sa.make_url(postgres.new_database(name))) for name in names), version)


STUDY = {"id": "s", "person": "abc", "name": "The lamp at d4", "game": "lumiere", "table_id": "t", "record": {}}
STUDY |= {"step": 2, "read": "r", "write": "w", "version": 1, "created": 1889, "changed": 1889}
NODE = {"study": "s", "id": "n", "at": 2, "step": "pass", "place": 0, "version": 1, "changed": 1889}


def test_studies_keep_everything_but_the_game_they_began_from(tmp_path):
    engine = make_engine(sa.make_url(f"sqlite:///{tmp_path / 'old.db'}"))
    with write_transaction(engine) as connection:
        upgrade(connection, "thirteenth")
        for name, row in (("person", GUEST), ("study", STUDY), ("study_node", NODE)):
            columns = [sa.Column(one, sa.JSON if one == "record" else None) for one in row]
            connection.execute(sa.insert(sa.Table(name, sa.MetaData(), *columns)).values(row))
    migrate(engine)
    with engine.connect() as connection:
        study = connection.execute(sa.select(schema.study)).mappings().one()
        node = connection.execute(sa.select(schema.study_node)).mappings().one()
    assert dict(study) == {name: value for name, value in STUDY.items() if name != "table_id"}
    assert NODE.items() <= dict(node).items()
    engine.dispose()
