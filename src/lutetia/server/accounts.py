"""People: guests with nothing but a cookie, and members with a login and a password."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import IntegrityError

from lutetia.core.i18n import N_, _
from lutetia.server import belongings, passwords, texts
from lutetia.server.errors import Refused, who_are_you
from lutetia.server.factor import Factors
from lutetia.server.ids import hash_of, new_id, new_token
from lutetia.server.sessions import DAY, Person, Sessions
from lutetia.server.store import schema
from lutetia.server.store.database import Database

__all__ = ["People", "Person", "hash_of", "new_id"]

log = structlog.get_logger("people")  # what concerns anybody's safety; who is told by id, never by name or login

MOST_SETTINGS = 50
GIVEN_FOR = 3 * DAY
"""So long a password that whoever runs the server has given by hand opens the door, to choose one's own."""
GUESTS = (
    N_("Lamplighter"),
    N_("Flower seller"),
    N_("Bookseller"),
    N_("Omnibus driver"),
    N_("Balloonist"),
    N_("Organ grinder"),
    N_("Photographer"),
    N_("Chimney sweep"),
    N_("Poster painter"),
    N_("Pastry cook"),
    N_("Ferryman"),
    N_("Clockmaker"),
    N_("Telegraphist"),
    N_("Riveter"),
    N_("Milliner"),
    N_("Chestnut seller"),
)
"""Whom one meets in the streets of 1889: guests are called after them."""


def guest_name() -> str:
    """A name for who has told none, in the language that is spoken now."""
    name = secrets.choice(GUESTS)
    return f"{_(name)} {secrets.randbelow(900) + 100}"


class People(Sessions):
    """Everybody the house knows. What changes a person also makes the sessions forget what they knew of it."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        super().__init__(database, now)
        self.factors = Factors(database, now)

    async def guest(self, agent: str) -> tuple[Person, str]:
        """A new guest, and the cookie that tells it again."""
        person, token = new_id(), new_token()
        name = guest_name()
        await self.database.write(lambda c: self._add(c, person, name, token, agent))
        return Person(person, name, False, None, hash_of(token)), token

    async def register(
        self, asker: Person | None, login: str, password: str, name: str | None, agent: str
    ) -> tuple[Person, str]:
        """Make a guest, or who is new, a member. It stays the same person, so its games stay its own.

        Returns the person and its new cookie. Raises Refused.
        """
        login = login.lower()
        values = {"login": login, "password": await passwords.hashed(password, login)}
        if name is not None:
            values["name"] = texts.line(name, texts.LONGEST_NAME)
        token, new, unnamed = new_token(), new_id(), guest_name()
        row = schema.person.c

        def change(connection: sa.Connection) -> sa.Row[Any]:
            person = asker.id if asker else new
            if asker is None:
                connection.execute(sa.insert(schema.person).values(id=person, name=unnamed, created=self.now()))
            guest = sa.update(schema.person).where(row.id == person, row.login.is_(None), row.deleted.is_(None))
            if connection.execute(guest.values(**values)).rowcount == 0:
                raise Refused(409, "already-member", N_("You have an account already."))
            self._instead(connection, asker, person, token, agent)
            return connection.execute(sa.select(schema.person).where(row.id == person)).one()

        try:
            found = await self.database.write(change)
        except IntegrityError:
            raise Refused(409, "login-taken", N_("This login is taken; choose another one.")) from None
        self.forget(found.id)
        log.info("registered", person=found.id)
        return Person(found.id, found.name, True, found.language, hash_of(token)), token

    async def sign_in(
        self,
        asker: Person | None,
        login: str,
        password: str,
        agent: str,
        new: str | None = None,
        code: str | None = None,
    ) -> tuple[Person, str, list[str]]:
        """Who knows the password is the member. A guest's games go along with it.

        Returns the person, its new cookie, and the games whose seats have changed hands. Raises Refused, in the same
        words and after the same time whether the login or the password is wrong. A password that was given by hand
        lets nobody in without a `new` one, nor does a second factor without a `code`.
        """
        row = schema.person.c
        wanted = sa.select(schema.person).where(row.login == login.lower(), row.deleted.is_(None))
        found = await self.database.read(lambda c: c.execute(wanted).first())
        if not await passwords.fits(password, found.password if found else None) or found is None:
            log.warning("sign-in refused", person=found.id if found else None)
            raise Refused(401, "no-match", N_("Login and password do not belong together."))
        if found.blocked:
            raise blocked()
        values = await self._own_password(found, password, new)
        token = new_token()

        def change(connection: sa.Connection) -> list[str]:
            self.factors.pass_by(connection, found.id, code)
            if values:
                connection.execute(sa.update(schema.person).where(row.id == found.id).values(**values))
            self._instead(connection, asker, found.id, token, agent)
            if asker is not None and not asker.member and asker.id != found.id:
                return belongings.hand_over(connection, asker.id, found.id)
            return []

        try:
            self.factors.count(found.id, code)
            games = await self.database.write(change)
        except Refused as no:
            log.warning("sign-in refused", person=found.id, why=no.code)
            raise
        self.forget(found.id, *([asker.id] if asker else []))
        log.info("signed in", person=found.id, own_password_chosen=bool(values))
        return Person(found.id, found.name, True, found.language, hash_of(token)), token, games

    async def _own_password(self, found: sa.Row[Any], given: str, new: str | None) -> dict[str, Any]:
        """What to write down if the password is none of one's own: one that is. Raises Refused."""
        if found.given is None:
            return {}
        if self.now() > found.given + GIVEN_FOR:
            raise Refused(403, "given-ended", N_("This password was good for a few days; ask for another one."))
        if new is None or new == given:
            raise Refused(403, "choose-password", N_("This password was given to you: now choose one of your own."))
        return {"password": await passwords.hashed(new, found.login), "given": None}

    async def confirm(self, asker: Person, password: str, agent: str) -> str:
        """Tell one's password once more. Returns the new cookie of this session. Raises Refused."""
        await self._check(asker, password)
        token = new_token()
        await self.database.write(lambda c: self._instead(c, asker, asker.id, token, agent))
        self.forget(asker.id)
        log.info("password confirmed", person=asker.id)
        return token

    async def _check(self, asker: Person, password: str) -> sa.Row[Any]:
        """All columns of who asks, if that is their password. Raises Refused."""
        found = await self.details(asker)
        if found.login is None:
            raise Refused(409, "no-password", N_("You have no account yet, and so no password."))
        if not await passwords.fits(password, found.password):
            log.warning("password refused", person=asker.id)
            raise Refused(403, "no-match", N_("That is not your password."))
        return found

    async def change_password(self, asker: Person, old: str, new: str, agent: str) -> str:
        """Returns the new cookie; every other session ends. Raises Refused."""
        row = schema.person.c
        found = await self._check(asker, old)
        values = {"password": await passwords.hashed(new, found.login)}
        token = new_token()

        def change(connection: sa.Connection) -> None:
            connection.execute(sa.update(schema.person).where(row.id == asker.id).values(**values))
            connection.execute(sa.delete(schema.session).where(schema.session.c.person == asker.id))
            self.open_session(connection, asker.id, token, agent, confirmed=True)

        await self.database.write(change)
        self.forget(asker.id)
        log.info("password changed", person=asker.id)
        return token

    async def change(self, asker: Person, changes: dict[str, Any]) -> list[str]:
        """Another name, another language (None: the browser's), other settings (None ends one).

        Returns the games that show another name now. Raises Refused.
        """
        values = dict(changes)
        if "name" in values:
            values["name"] = texts.line(values["name"], texts.LONGEST_NAME)
        row = schema.person.c

        def change(connection: sa.Connection) -> list[str]:
            if "settings" in changes:
                before = connection.execute(sa.select(row.settings).where(row.id == asker.id)).scalar() or {}
                after = {key: value for key, value in (before | changes["settings"]).items() if value is not None}
                if len(after) > MOST_SETTINGS:
                    reason = N_("At most {most} settings can be kept.")
                    raise Refused(422, "many-settings", reason, most=MOST_SETTINGS)
                values["settings"] = after
            if values:
                mine = sa.update(schema.person).where(row.id == asker.id, row.deleted.is_(None))
                connection.execute(mine.values(**values))
            return belongings.games_of(connection, asker.id) if "name" in values else []

        games = await self.database.write(change)
        self.forget(asker.id)
        return games

    async def delete(self, asker: Person) -> list[str]:
        """Forget who asks. Returns the games whose seats have become nobody's."""
        games = await self.database.write(lambda c: belongings.delete(c, asker.id, self.now()))
        self.forget(asker.id)
        log.info("deleted", person=asker.id)
        return games

    async def details(self, asker: Person) -> sa.Row[Any]:
        """All columns of who asks. Raises Refused if it is gone by now."""
        wanted = sa.select(schema.person).where(schema.person.c.id == asker.id)
        found = await self.database.read(lambda c: c.execute(wanted).first())
        if found is None:
            raise who_are_you()
        return found

    def _add(self, connection: sa.Connection, person: str, name: str, token: str, agent: str) -> None:
        connection.execute(sa.insert(schema.person).values(id=person, name=name, created=self.now()))
        self.open_session(connection, person, token, agent)

    def _instead(self, connection: sa.Connection, asker: Person | None, person: str, token: str, agent: str) -> None:
        """A new session, now that the password was told, in place of the one that asks: its cookie is worth nothing."""
        if asker is not None:
            connection.execute(sa.delete(schema.session).where(schema.session.c.id == asker.session))
        self.open_session(connection, person, token, agent, confirmed=True)


def blocked() -> Refused:
    return Refused(403, "blocked", N_("You have been blocked by whoever runs this server."))
