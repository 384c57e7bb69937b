"""Blocks: a person or a network may not use the server, until a time or until the block is lifted."""

from __future__ import annotations

import ipaddress
from datetime import UTC, datetime
from typing import Any, NamedTuple

import sqlalchemy as sa

from lutetia.core.i18n import N_
from lutetia.server.errors import Refused
from lutetia.server.rate_limit import parsed_address
from lutetia.server.store import schema

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
WIDEST = {4: 8, 6: 19}
"""The shortest prefix that can be blocked, so that nobody blocks the whole internet by a typing error."""


class Block(NamedTuple):
    """`until`: when it ends, in milliseconds; None: when somebody lifts it."""

    until: int | None
    reason: str

    def applies(self, now: int) -> bool:
        return self.until is None or now < self.until

    def refused(self) -> Refused:
        """What the blocked person is told."""
        values = {"until": time_text(self.until), "why": self.reason}
        if self.until is None:
            reason = (
                N_("You have been blocked by the operator of this server: {why}")
                if self.reason
                else N_("You have been blocked by the operator of this server.")
            )
        elif self.reason:
            reason = N_("You are blocked here until {until}: {why}")
        else:
            reason = N_("You are blocked here until {until}.")
        return Refused(403, "blocked", reason, **values)


def time_text(at: int | None) -> str:
    """A time as everybody can read it; "" for None."""
    return "" if at is None else datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def block_of(row: Any) -> Block | None:
    """The block in a row of `person`, whether or not it has ended."""
    return Block(row.blocked_until, row.blocked_reason) if row.blocked else None


def is_blocked(now: int) -> sa.ColumnElement[bool]:
    """A condition on people: a block applies."""
    row = schema.person.c
    return sa.and_(row.blocked, sa.or_(row.blocked_until.is_(None), row.blocked_until > now))


class BlockedPlayer(NamedTuple):
    """Somebody who is blocked, since when, and a game of theirs that is not over."""

    id: str
    name: str
    member: bool
    since: int
    game: str


def blocked_players(connection: sa.Connection, now: int) -> list[BlockedPlayer]:
    """All who are blocked, once for each unfinished game in which they sit, and each table of theirs that waits."""
    person, game, seat, audit = schema.person.c, schema.game.c, schema.seat.c, schema.audit.c
    since = sa.select(sa.func.max(audit.at)).where(audit.subject == person.id, audit.action == "block")
    sits = sa.exists().where(seat.game == game.id, seat.person == person.id)
    hosts = sa.and_(game.status == "waiting", game.host == person.id)
    columns = (person.id, person.name, person.login.isnot(None), sa.func.coalesce(since.scalar_subquery(), 0), game.id)
    found = sa.select(*columns).join_from(schema.person, schema.game, sa.or_(sits, hosts))
    return [BlockedPlayer(*row) for row in connection.execute(found.where(is_blocked(now), game.status != "over"))]


def parsed_network(text: str) -> Network:
    """An address or a network as people write it. Raises Refused."""
    try:
        found = _as_network(text.strip())
    except ValueError:
        reason = N_("{text} is neither an address nor a network; write 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48")
        raise Refused(422, "no-network", reason, text=text) from None
    if found.prefixlen < WIDEST[found.version]:
        reason = N_("{text} is too large a network to be blocked: at least /{least} is needed")
        raise Refused(422, "large-network", reason, text=text, least=WIDEST[found.version])
    return found


def _as_network(text: str) -> Network:
    """A network as clients are seen in it: IPv4 networks that are written as IPv6 ones are what they are.

    >>> _as_network("::ffff:203.0.113.7"), _as_network("::ffff:203.0.113.0/120"), _as_network("2001:db8::/48")
    (IPv4Network('203.0.113.7/32'), IPv4Network('203.0.113.0/24'), IPv6Network('2001:db8::/48'))
    """
    found = ipaddress.ip_network(text, strict=False)
    if found.version == 6 and found.prefixlen >= 96 and (first := found.network_address.ipv4_mapped) is not None:
        return ipaddress.ip_network((first, found.prefixlen - 96))
    return found


class BlockedNetworks:
    """The blocked networks, in memory: every request asks.

    >>> networks = BlockedNetworks()
    >>> networks.replace([("203.0.113.0/24", None, "spam")])
    >>> networks.find("203.0.113.9", 0), networks.find("::ffff:203.0.113.9", 0), networks.find("198.51.100.1", 0)
    (Block(until=None, reason='spam'), Block(until=None, reason='spam'), None)
    >>> networks.replace([("::ffff:203.0.113.9/128", None, "spam")])
    >>> networks.find("203.0.113.9", 0)
    Block(until=None, reason='spam')
    """

    def __init__(self) -> None:
        self._blocks: dict[tuple[int, int], dict[int, Block]] = {}
        """By version and length of the prefix: by the network's number."""

    def __bool__(self) -> bool:
        return bool(self._blocks)

    def replace(self, rows: list[tuple[str, int | None, str]]) -> None:
        """These are all: network, until when, and why."""
        self._blocks = {}
        for text, until, reason in rows:
            found = _as_network(text)
            same_length = self._blocks.setdefault((found.version, found.prefixlen), {})
            same_length[int(found.network_address)] = Block(until, reason)

    def find(self, address: str, now: int) -> Block | None:
        """The block that applies to an address."""
        client = parsed_address(address)
        if client is None:
            return None
        for (version, length), blocks in self._blocks.items():
            if version == client.version:
                rest = client.max_prefixlen - length
                block = blocks.get(int(client) >> rest << rest)
                if block is not None and block.applies(now):
                    return block
        return None


def read_networks(connection: sa.Connection) -> list[tuple[str, int | None, str]]:
    """All blocked networks: network, until when, and why."""
    row = schema.blocked_network.c
    wanted = sa.select(row.network, row.until, row.reason).order_by(row.since)
    return [(found.network, found.until, found.reason) for found in connection.execute(wanted)]
