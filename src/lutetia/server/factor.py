"""The second factor of an account: the codes of an authenticator app (TOTP, RFC 6238), and recovery codes for who has
lost the app. Every code works once."""

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
from lutetia.server.errors import Refused, TooOften
from lutetia.server.ids import hash_of, new_id
from lutetia.server.sessions import Person
from lutetia.server.store import schema
from lutetia.server.store.database import Database
from lutetia.server.windows import Rate, Windows

log = structlog.get_logger("people")

SECRET_BYTES = 20
DIGITS, PERIOD = 6, 30
"""What every app takes for granted: so many digits, others after so many seconds."""
TOLERANCE = 1
"""So many codes before and after are good too: clocks differ, and typing takes its time (RFC 6238, 5.2)."""
RECOVERY_CODES = 10
TRIES = Rate(10, 3600)
"""Codes of the app that may be tried for one account, from wherever. Recovery codes, which cannot be guessed, are not
counted: who knows the password and keeps guessing locks nobody out."""


def code_at(secret: str, period: int) -> str:
    """The code that an app with this secret shows in a period, counted from 1970 (RFC 4226, 5.3)."""
    digest = hmac.digest(base64.b32decode(secret), period.to_bytes(8), "sha1")  # the only hash that all apps know
    offset = digest[-1] & 0xF
    number = int.from_bytes(digest[offset : offset + 4]) & 0x7FFF_FFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def link(secret: str, login: str) -> str:
    """What the app reads from the QR code."""
    return f"otpauth://totp/Lutetia:{quote(login)}?secret={secret}&issuer=Lutetia"


def shown(connection: sa.Connection, person: str) -> dict[str, Any] | None:
    """What a person may read of their own second factor; None: there is none."""
    row = _row(connection, person)
    return None if row is None or row.since is None else {"since": row.since, "recovery_codes": len(row.recovery)}


class Factors:
    """The second factors of everybody. `wall` is the machine's clock, in seconds: an app knows no other, while the
    house's own clock may have been set long ago."""

    def __init__(self, database: Database, now: Callable[[], int], wall: Callable[[], float] = time.time) -> None:
        self.database = database
        self.now = now
        self.wall = wall
        self._tries = Windows()

    async def begin(self, asker: Person) -> tuple[str, str]:
        """A new secret, and the link of it. It counts only once a code of it was told. Raises Refused."""
        secret = base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode()

        def change(connection: sa.Connection) -> str:
            login = connection.execute(sa.select(schema.person.c.login).where(schema.person.c.id == asker.id)).scalar()
            if login is None:
                raise Refused(409, "no-password", N_("You have no account yet, and so no password."))
            if shown(connection, asker.id):
                raise _on()
            connection.execute(sa.delete(schema.factor).where(schema.factor.c.person == asker.id))
            connection.execute(sa.insert(schema.factor).values(person=asker.id, secret=secret))
            return str(login)

        return secret, link(secret, await self.database.write(change))

    async def turn_on(self, asker: Person, code: str) -> list[str]:
        """The app has the secret: from now on its codes are needed. Returns the recovery codes. Raises Refused."""
        codes, kept = _recovery()
        change = sa.update(schema.factor).values(since=self.now(), recovery=kept)
        await self._change(asker, code, False, change)
        log.info("second factor on", person=asker.id)
        return codes

    async def renew(self, asker: Person, code: str) -> list[str]:
        """Other recovery codes in place of those that are left. Raises Refused."""
        codes, kept = _recovery()
        await self._change(asker, code, True, sa.update(schema.factor).values(recovery=kept))
        log.info("recovery codes renewed", person=asker.id)
        return codes

    async def turn_off(self, asker: Person, code: str) -> None:
        """The password alone is enough again. Raises Refused."""
        await self._change(asker, code, True, sa.delete(schema.factor))
        log.info("second factor off", person=asker.id)

    def count(self, person: str, code: str | None) -> None:
        """One more code is tried. Raises TooOften."""
        if code is not None and len(_plain(code)) == DIGITS and (seconds := self._tries.wait(TRIES, person)):
            raise TooOften(seconds)

    def pass_by(self, connection: sa.Connection, person: str, code: str | None) -> None:
        """Whoever has told the password may come in: without a second factor, or with a code of it. Raises Refused."""
        row = _row(connection, person)
        if row is None or row.since is None:
            return
        if code is None:
            raise Refused(401, "code-wanted", N_("Now a code of your app, or one of your recovery codes."))
        self._spend(connection, row, code)

    async def _change(self, asker: Person, code: str, on: bool, change: sa.Update | sa.Delete) -> None:
        """Change the second factor of who asks, which must be `on` or still to be turned on, for a good code."""

        def spend_and_change(connection: sa.Connection) -> None:
            row = _row(connection, asker.id)
            if row is None or (row.since is not None) != on:
                raise _off() if row is None or on else _on()
            self._spend(connection, row, code)
            connection.execute(change.where(schema.factor.c.person == asker.id))

        self.count(asker.id, code)
        try:
            await self.database.write(spend_and_change)
        except Refused as no:
            log.warning("code refused", person=asker.id, why=no.code)
            raise

    def _spend(self, connection: sa.Connection, row: sa.Row[Any], code: str) -> None:
        """Take a code, which is good now and never again. Raises Refused."""
        told = _plain(code)
        mine = sa.update(schema.factor).where(schema.factor.c.person == row.person)
        if (hashed := hash_of(told)) in row.recovery:
            connection.execute(mine.values(recovery=[kept for kept in row.recovery if kept != hashed]))
            return
        now = int(self.wall() // PERIOD)
        periods = range(now - TOLERANCE, now + TOLERANCE + 1)
        fits = [one for one in periods if hmac.compare_digest(code_at(row.secret, one).encode(), told.encode())]
        if not fits:
            raise Refused(403, "wrong-code", N_("That code is not right, or no longer; take the one shown now."))
        if fits[-1] <= row.used:
            raise Refused(403, "wrong-code", N_("This code has been used already; wait for the next one."))
        connection.execute(mine.values(used=fits[-1]))


def _on() -> Refused:
    return Refused(409, "factor-on", N_("Your second factor is on already."))


def _off() -> Refused:
    return Refused(409, "factor-off", N_("You have no second factor; set one up first."))


def _row(connection: sa.Connection, person: str) -> sa.Row[Any] | None:
    return connection.execute(sa.select(schema.factor).where(schema.factor.c.person == person)).first()


def _recovery() -> tuple[list[str], list[str]]:
    """New recovery codes, 138 bits each, and what is kept of them."""
    codes = ["-".join(new_id(7) for _part in range(4)) for _code in range(RECOVERY_CODES)]
    return codes, [hash_of(_plain(code)) for code in codes]


def _plain(code: str) -> str:
    """A code however it was typed: with gaps, with capitals."""
    return "".join(letter for letter in code.lower() if letter.isalnum())
