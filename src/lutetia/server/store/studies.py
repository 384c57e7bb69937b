"""Studies: a record with a tree of positions beside it, found by a secret link for readers or one for writers.

Everything but the tree's nodes is in one row. Each node counts its changes, so that a writer who has not seen the last
one is refused, and the study counts all of them, so that readers learn when something is new.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import orjson
import sqlalchemy as sa

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.ids import SECRET, new_id
from lutetia.server.play.study_tree import Node, Tree, variations_of
from lutetia.server.store import schema
from lutetia.server.store.shares import LARGEST, too_large

MAX_STUDIES = 200
"""Per person."""
Link = Literal["read", "write"]


class Found(NamedTuple):
    """A study that a link leads to."""

    row: sa.Row[Any]
    writes: bool
    """Whether it is the link for writers."""


def ids() -> Iterator[str]:
    """Names for nodes."""
    while True:
        yield new_id()


def add(connection: sa.Connection, row: Json, nodes: list[Node]) -> str:
    """Store a new study; returns the secret for writers. Raises Refused if it is too large or there are too many.

    `row`: person, name, game, record, step, created.
    """
    if len(orjson.dumps(row["record"])) > LARGEST:
        raise too_large()
    study = schema.study
    mine = sa.select(sa.func.count()).select_from(study).where(study.c.person == row["person"])
    if connection.execute(mine).scalar_one() >= MAX_STUDIES:
        reason = N_("You have {most} studies, which is the limit; delete one first.")
        raise Refused(429, "too-many-studies", reason, most=MAX_STUDIES)
    variations_of(nodes)  # raises Refused if it is too deep
    id_, read, write = new_id(), new_id(SECRET), new_id(SECRET)
    values = row | {"id": id_, "read": read, "write": write, "version": 1, "changed": row["created"]}
    connection.execute(sa.insert(study).values(**values))
    _insert(connection, id_, nodes, 0, row["person"], row["created"])
    _check_size(connection, id_)
    return write


def studies_of(connection: sa.Connection, person: str) -> list[Json]:
    """A person's studies, those changed last first."""
    study, node = schema.study.c, schema.study_node.c
    count = sa.select(sa.func.count()).where(node.study == study.id).scalar_subquery()
    wanted = sa.select(
        study.name, study.game, study.read, study.write, study.created, study.changed, count.label("positions")
    )
    mine = wanted.where(study.person == person).order_by(study.changed.desc(), study.id)
    return [dict(row) for row in connection.execute(mine).mappings()]


def find(connection: sa.Connection, token: str, *, writes: bool = False) -> Found:
    """The study of a link; `writes`: it must be the link for writers. Raises Refused."""
    study = schema.study.c
    wanted = sa.select(schema.study).where(sa.or_(study.read == token, study.write == token))
    row = connection.execute(wanted).first()
    if row is None:
        raise Refused(404, "no-study", N_("There is no study at this address: its link has been changed or deleted."))
    if writes and row.write != token:
        raise Refused(403, "read-only", N_("This link is for readers: ask for the one for writers."))
    return Found(row, row.write == token)


def owned(connection: sa.Connection, token: str, person: str) -> sa.Row[Any]:
    """The study of a link, if it is this person's. Raises Refused."""
    row = find(connection, token).row
    if row.person != person:
        raise Refused(403, "not-yours", N_("Only the person whose study it is may do that."))
    return row


def nodes_of(connection: sa.Connection, study: str) -> list[Json]:
    """All positions with what is written there, in the order in which they were added."""
    node = schema.study_node.c
    columns = (
        node.id, node.parent, node.at, node.step, node.name, node.comment, node.marks, node.version, node.changed,
    )  # fmt: skip
    who = schema.person.c.name.label("by")
    wanted = sa.select(*columns, who).join_from(schema.study_node, schema.person, isouter=True)
    found = connection.execute(wanted.where(node.study == study).order_by(node.place, node.id))
    return [dict(row) for row in found.mappings()]


def tree_of(found: list[Json]) -> list[Node]:
    """The nodes without what only the database knows."""
    keys = ("id", "parent", "at", "step", "name", "comment", "marks")
    return [Node(**{key: row[key] for key in keys}) for row in found]


def add_line(
    connection: sa.Connection, token: str, parent: str | None, at: int, steps: list[str], person: str, now: int
) -> str:
    """Add the steps after a node, or after `at` steps of the game; returns the last node. Raises Refused.

    The steps are known to be legal. Without steps, the node of the game's own position is added.
    """
    row = find(connection, token, writes=True).row
    _lock(connection, row.id)
    nodes = tree_of(nodes_of(connection, row.id))
    tree, known = Tree(nodes, ids()), len(nodes)
    last = None if parent is None else next((node for node in nodes if node.id == parent), None)
    if parent is not None and last is None:
        raise no_node()
    if last is not None and not last.step:
        last = None  # lines leave the game itself, not the node of what is written there
    if not steps and last is None:
        last = tree.add(None, at, "")
    for number, step in enumerate(steps, 1 + (last.at if last else at)):
        last = tree.add(last, number, step)
    assert last is not None
    variations_of(tree.nodes)  # raises Refused if it is too deep
    if len(tree.nodes) > known:
        place = sa.select(sa.func.max(schema.study_node.c.place)).where(schema.study_node.c.study == row.id)
        first = 1 + (connection.execute(place).scalar() or 0)
        _insert(connection, row.id, tree.nodes[known:], first, person, now)
        _count_change(connection, row.id, now)
    return last.id


def change_node(
    connection: sa.Connection, token: str, id_: str, version: int, changes: Json, person: str, now: int
) -> None:
    """Change what is written at a node, if nobody has changed it since `version`. Raises Refused."""
    row, node = find(connection, token, writes=True).row, schema.study_node
    _lock(connection, row.id)
    here = sa.and_(node.c.study == row.id, node.c.id == id_)
    values = changes | {"version": version + 1, "person": person, "changed": now}
    done = connection.execute(sa.update(node).where(here, node.c.version == version).values(**values))
    if done.rowcount == 0:
        raise _missed(connection, here)
    _check_size(connection, row.id)
    _count_change(connection, row.id, now)


def remove_node(
    connection: sa.Connection, token: str, id_: str, version: int, now: int, study_version: int | None = None
) -> None:
    """Remove a node and all that follow it, if nobody has changed it since `version`. Raises Refused.

    `study_version`: of the study, in which nobody may have changed anything since; None: they may.
    """
    row, node = find(connection, token, writes=True).row, schema.study_node
    if _lock(connection, row.id) != study_version and study_version is not None:
        raise changed()
    here = sa.and_(node.c.study == row.id, node.c.id == id_)
    if connection.execute(sa.delete(node).where(here, node.c.version == version)).rowcount == 0:
        raise _missed(connection, here)
    removed = {id_}
    for other in nodes_of(connection, row.id):  # parents were added before their children
        if other["parent"] in removed:
            removed.add(other["id"])
    connection.execute(sa.delete(node).where(node.c.study == row.id, node.c.id.in_(removed)))
    _count_change(connection, row.id, now)


def rename(connection: sa.Connection, token: str, person: str, name: str, now: int) -> None:
    """Raises Refused if it is not this person's study."""
    row = owned(connection, token, person)
    connection.execute(sa.update(schema.study).where(schema.study.c.id == row.id).values(name=name))
    _count_change(connection, row.id, now)


def renew_link(connection: sa.Connection, token: str, person: str, which: Link) -> str:
    """Replace one of the two secrets, so that the old link leads nowhere; returns the new one. Raises Refused."""
    row, secret = owned(connection, token, person), new_id(SECRET)
    connection.execute(sa.update(schema.study).where(schema.study.c.id == row.id).values({which: secret}))
    return secret


def remove(connection: sa.Connection, token: str, person: str) -> None:
    """Raises Refused if it is not this person's study."""
    row = owned(connection, token, person)
    connection.execute(sa.delete(schema.study).where(schema.study.c.id == row.id))


def no_node() -> Refused:
    return Refused(404, "no-node", N_("This position is no longer part of the study."))


def changed() -> Refused:
    return Refused(409, "changed", N_("Somebody else has changed this in the meantime."))


def _lock(connection: sa.Connection, study: str) -> int | None:
    """Let no other process change the tree meanwhile, and return the study's version. SQLite has one writer anyway."""
    wanted = sa.select(schema.study.c.version).where(schema.study.c.id == study)
    return connection.execute(wanted.with_for_update()).scalar()


def _check_size(connection: sa.Connection, study: str) -> None:
    """Raises Refused if all comments and marks together are too long: every change is answered with all of them."""
    node = schema.study_node.c
    written = sa.func.length(node.comment) + sa.func.length(sa.cast(node.marks, sa.Text))
    found = connection.execute(sa.select(sa.func.sum(written)).where(node.study == study)).scalar() or 0
    if found > LARGEST:
        raise too_large()


def _missed(connection: sa.Connection, here: sa.ColumnElement[bool]) -> Refused:
    """Why a change of a node was not made."""
    if connection.execute(sa.select(schema.study_node.c.version).where(here)).first() is None:
        return no_node()
    return changed()


def _insert(connection: sa.Connection, study: str, nodes: list[Node], first: int, person: str, now: int) -> None:
    if nodes:
        rows = [
            vars(node) | {"study": study, "place": place, "version": 1, "person": person, "changed": now}
            for place, node in enumerate(nodes, first)
        ]
        connection.execute(sa.insert(schema.study_node), rows)


def _count_change(connection: sa.Connection, study: str, now: int) -> None:
    table = schema.study
    counted = sa.update(table).where(table.c.id == study)
    connection.execute(counted.values(version=table.c.version + 1, changed=now))
