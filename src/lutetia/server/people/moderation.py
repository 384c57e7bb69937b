"""What operators and moderators do to people, games and networks. Everything is written to the audit log.

These are plain functions of a connection: `lutetia admin` and the moderators' routes call the same ones.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.ids import new_id
from lutetia.server.people import audit, blocks
from lutetia.server.people.changes import note_change
from lutetia.server.people.sessions import CHANGED, MODERATOR
from lutetia.server.store import schema


def block(
    connection: sa.Connection, now: int, by: str | None, people: Collection[str], until: int | None, reason: str
) -> None:
    """Block people until a time; None: until somebody lifts it. A block that there is already is replaced."""
    row = schema.person.c
    values = {"blocked": True, "blocked_until": until, "blocked_reason": reason}
    for person in people:
        connection.execute(sa.update(schema.person).where(row.id == person).values(**values))
        audit.record(connection, now, by, "block", "person", person, reason, until=until)
    notify_server(connection, *people)


def unblock(connection: sa.Connection, now: int, by: str | None, people: Collection[str], reason: str = "") -> None:
    row = schema.person.c
    values = {"blocked": False, "blocked_until": None, "blocked_reason": ""}
    for person in people:
        connection.execute(sa.update(schema.person).where(row.id == person).values(**values))
        audit.record(connection, now, by, "unblock", "person", person, reason)
    notify_server(connection, *people)


def block_network(connection: sa.Connection, now: int, text: str, until: int | None, reason: str) -> str:
    """Block an address or a network; returns how it is stored. Raises Refused."""
    network = str(blocks.parsed_network(text))
    table = schema.blocked_network
    connection.execute(sa.delete(table).where(table.c.network == network))
    connection.execute(sa.insert(table).values(network=network, since=now, until=until, reason=reason))
    audit.record(connection, now, None, "block-network", "network", network, reason, until=until)
    notify_server(connection)
    return network


def unblock_network(connection: sa.Connection, now: int, text: str, reason: str = "") -> str:
    """Unblock an address or a network; returns how it was stored. Raises Refused if it is not blocked."""
    network = str(blocks.parsed_network(text))
    table = schema.blocked_network
    if not connection.execute(sa.delete(table).where(table.c.network.in_((network, text.strip())))).rowcount:
        raise Refused(404, "no-network", N_("{network} is not blocked"), network=network)
    audit.record(connection, now, None, "unblock-network", "network", network, reason)
    notify_server(connection)
    return network


def set_moderator(connection: sa.Connection, now: int, person: str, moderator: bool) -> None:
    """Give a member the rights of a moderator, or take them. Only operators do this."""
    changed = sa.update(schema.person).where(schema.person.c.id == person)
    connection.execute(changed.values(role=MODERATOR if moderator else None))
    audit.record(connection, now, None, "make-moderator" if moderator else "remove-moderator", "person", person)
    notify_server(connection, person)


def remove_games(connection: sa.Connection, now: int, games: Collection[str], reason: str = "") -> None:
    """Remove games with their logs and chats, permanently. Raises Refused if one does not exist."""
    for game in games:
        if not connection.execute(sa.delete(schema.game).where(schema.game.c.id == game)).rowcount:
            raise Refused(404, "no-game", N_("there is no game {name}"), name=game)
        audit.record(connection, now, None, "remove-game", "game", game, reason)


def find_people(
    connection: sa.Connection, search: str, *, logins: bool, limit: int | None, blocked_at: int | None = None
) -> list[sa.Row[Any]]:
    """People by id or part of a name (`logins`: or of a login), the newest first.

    `blocked_at`: only those to whom a block applies at that time.
    """
    row = schema.person.c
    wanted = sa.select(schema.person).where(row.deleted.is_(None)).order_by(row.created.desc(), row.id).limit(limit)
    if blocked_at is not None:
        wanted = wanted.where(blocks.is_blocked(blocked_at))
    if search:
        found = [row.id == search, row.name.icontains(search, autoescape=True)]
        wanted = wanted.where(sa.or_(*found, *([row.login.icontains(search, autoescape=True)] if logins else [])))
    return list(connection.execute(wanted).all())


def blocked_now(connection: sa.Connection, now: int) -> Json:
    """All blocks that apply: people and networks."""
    people = sa.select(schema.person).where(blocks.is_blocked(now)).order_by(schema.person.c.name)
    networks = [row for row in blocks.read_networks(connection) if row[1] is None or row[1] > now]
    return {"people": list(connection.execute(people).all()), "networks": networks}


def notify_server(connection: sa.Connection, *people: str) -> None:
    """Tell a running server that what it knows about people and networks may be outdated.

    `people`: those who have changed. Their open connections notice, if the server has several processes.
    """
    note_change(connection, *people)
    connection.execute(sa.delete(schema.server_state).where(schema.server_state.c.key == CHANGED))
    connection.execute(sa.insert(schema.server_state).values(key=CHANGED, value=new_id()))
