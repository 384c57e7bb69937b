"""The second factor of an account: codes of an authenticator app (TOTP, RFC 6238), and recovery codes.

Every code works once. We do not use a library: the algorithm is six lines, and a library would not store which
codes were used.
"""

from __future__ import annotations

import base64
import hmac
import secrets
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
import structlog

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.ids import hash_of, new_id
from lutetia.server.people.sessions import Person
from lutetia.server.rate_limit import Rate, RateLimiter
from lutetia.server.store import schema
from lutetia.server.store.database import Database

log = structlog.get_logger("people")

SECRET_BYTES = 20
DIGITS, PERIOD = 6, 30
"""The values that every app assumes."""
TOLERANCE = 1
"""Codes accepted before and after the current one: clocks differ, and typing takes time (RFC 6238, 5.2)."""
RECOVERY_CODES = 10


def code_at(secret: str, period: int) -> str:
    """The code that an app with this secret shows in a period; periods are counted from 1970 (RFC 4226, 5.3)."""
    digest = hmac.digest(base64.b32decode(secret), period.to_bytes(8), "sha1")  # the only hash that all apps support
    offset = digest[-1] & 0xF
    number = int.from_bytes(digest[offset : offset + 4]) & 0x7FFF_FFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def link(secret: str, login: str) -> str:
    """The otpauth link that the QR code contains."""
    return f"otpauth://totp/Lutetia:{quote(login)}?secret={secret}&issuer=Lutetia"


def status(connection: sa.Connection, person: str) -> Json | None:
    """The state of a person's second factor, without secrets; None if there is none."""
    row = _row(connection, person)
    return None if row is None or row.since is None else {"since": row.since, "recovery_codes": len(row.recovery)}


class SecondFactors:
    """The second factors of all members.

    `wall` is the machine's wall clock, in seconds. Apps use it too, while the server's own clock may differ from it.
    """

    def __init__(
        self, database: Database, now: Callable[[], int], codes: Rate, wall: Callable[[], float] = time.time
    ) -> None:
        """`codes`: how often codes of the app may be tried for one account. Recovery codes cannot be guessed and are
        not counted: an attacker who knows the password cannot lock the owner out by guessing."""
        self._codes = codes
        self.database = database
        self.now = now
        self.wall = wall
        self.limiter = RateLimiter()

    async def begin(self, asker: Person) -> tuple[str, str]:
        """A new secret and its link. It takes effect once a code of it was entered. Raises Refused."""
        secret = base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode()

        def change(connection: sa.Connection) -> str:
            login = connection.execute(sa.select(schema.person.c.login).where(schema.person.c.id == asker.id)).scalar()
            if login is None:
                raise Refused(409, "no-password", N_("You have no account yet, so you have no password."))
            if status(connection, asker.id):
                raise _already_on()
            connection.execute(sa.delete(schema.factor).where(schema.factor.c.person == asker.id))
            connection.execute(sa.insert(schema.factor).values(person=asker.id, secret=secret))
            return str(login)

        return secret, link(secret, await self.database.write(change))

    async def turn_on(self, asker: Person, code: str) -> list[str]:
        """From now on signing in needs a code. Returns the recovery codes. Raises Refused."""
        codes, kept = _recovery()
        change = sa.update(schema.factor).values(since=self.now(), recovery=kept)
        await self._change(asker, code, False, change)
        log.info("second factor on", person=asker.id)
        return codes

    async def renew(self, asker: Person, code: str) -> list[str]:
        """Replace the recovery codes. Returns the new ones. Raises Refused."""
        codes, kept = _recovery()
        await self._change(asker, code, True, sa.update(schema.factor).values(recovery=kept))
        log.info("recovery codes renewed", person=asker.id)
        return codes

    async def turn_off(self, asker: Person, code: str) -> None:
        """From now on the password alone is enough. Raises Refused."""
        await self._change(asker, code, True, sa.delete(schema.factor))
        log.info("second factor off", person=asker.id)

    async def count_attempt(self, person: str, code: str | None) -> None:
        """Count an attempt with a code of the app. Raises RateLimited."""
        if code is not None and len(_plain(code)) == DIGITS:
            await self.limiter.check_exactly(self._codes, person)

    def check_sign_in(self, connection: sa.Connection, person: str, code: str | None) -> None:
        """Check the second step of signing in. Without a second factor there is nothing to check. Raises Refused."""
        row = _row(connection, person)
        if row is None or row.since is None:
            return
        if code is None:
            raise Refused(401, "code-wanted", N_("Enter a code from your app or a recovery code."))
        self._use_code(connection, row, code)

    async def _change(self, asker: Person, code: str, on: bool, change: sa.Update | sa.Delete) -> None:
        """Change the asker's second factor, given a valid code. It must be on, or (`on` False) not yet turned on."""

        def use_and_change(connection: sa.Connection) -> None:
            row = _row(connection, asker.id)
            if row is None or (row.since is not None) != on:
                raise _not_set_up() if row is None or on else _already_on()
            self._use_code(connection, row, code)
            connection.execute(change.where(schema.factor.c.person == asker.id))

        await self.count_attempt(asker.id, code)
        try:
            await self.database.write(use_and_change)
        except Refused as no:
            log.warning("code refused", person=asker.id, why=no.code)
            raise

    def _use_code(self, connection: sa.Connection, row: sa.Row[Any], code: str) -> None:
        """Check a code and mark it as used. Raises Refused."""
        entered = _plain(code)
        mine = sa.update(schema.factor).where(schema.factor.c.person == row.person)
        if (hashed := hash_of(entered)) in row.recovery:
            connection.execute(mine.values(recovery=[code for code in row.recovery if code != hashed]))
            return
        now = int(self.wall() // PERIOD)
        periods = range(now - TOLERANCE, now + TOLERANCE + 1)
        matching = [one for one in periods if hmac.compare_digest(code_at(row.secret, one).encode(), entered.encode())]
        if not matching:
            raise Refused(403, "wrong-code", N_("That code is wrong or has expired; enter the one shown now."))
        if matching[-1] <= row.used:
            raise Refused(403, "wrong-code", N_("This code has already been used; wait for the next one."))
        connection.execute(mine.values(used=matching[-1]))


def _already_on() -> Refused:
    return Refused(409, "factor-on", N_("Two-factor authentication is already on."))


def _not_set_up() -> Refused:
    return Refused(409, "factor-off", N_("Two-factor authentication is off; set it up first."))


def _row(connection: sa.Connection, person: str) -> sa.Row[Any] | None:
    return connection.execute(sa.select(schema.factor).where(schema.factor.c.person == person)).first()


def _recovery() -> tuple[list[str], list[str]]:
    """New recovery codes of 138 bits each, and the hashes that are stored."""
    codes = ["-".join(new_id(7) for _part in range(4)) for _code in range(RECOVERY_CODES)]
    return codes, [hash_of(_plain(code)) for code in codes]


def _plain(code: str) -> str:
    """A code without spaces, hyphens and capitals."""
    return "".join(letter for letter in code.lower() if letter.isalnum())
