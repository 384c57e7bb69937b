"""Accounts: guests, who have only a cookie, and members, who have a login and a password."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import IntegrityError

from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused, no_session
from lutetia.server.ids import hash_of, new_id, new_token
from lutetia.server.people import invitations, mail_links, member_names, passwords, personal_data
from lutetia.server.people.blocks import block_of
from lutetia.server.people.changes import note_change
from lutetia.server.people.devices import Devices
from lutetia.server.people.invitations import Registration
from lutetia.server.people.name_rules import checked_name
from lutetia.server.people.sessions import DAY, Person, Sessions
from lutetia.server.people.totp import SecondFactors
from lutetia.server.rate_limit import Rate
from lutetia.server.store import schema
from lutetia.server.store.database import Database

log = structlog.get_logger("people")  # security events; people are named by id, never by name or login

MAX_SETTINGS = 50
GIVEN_FOR = 3 * DAY
"""How long a password that the operator has set can be used to choose a new one."""
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
"""People in the streets of 1889. Guests are named after them."""


def guest_name() -> str:
    """A name for a new guest, in the language of the request."""
    name = secrets.choice(GUESTS)
    return f"{_(name)} {secrets.randbelow(900) + 100}"


class People(Sessions):
    """All guests and members. Every change of a person also drops that person from the session cache."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], int],
        codes: Rate,
        *,
        registration: Registration = "open",
        guests: bool = True,
    ) -> None:
        """`codes`: how often codes of an authenticator app may be tried for one account."""
        super().__init__(database, now, guests=guests)
        self.registration = registration
        self.second_factors = SecondFactors(database, now, codes)
        self.devices = Devices(database, now)

    async def guest(self, agent: str) -> tuple[Person, str]:
        """A new guest, and the session token for its cookie. Raises Refused if only members may play."""
        if not self.guests:
            raise no_guests()
        person, token = new_id(), new_token()
        name = guest_name()
        await self.database.write(lambda c: self._add(c, person, name, token, agent))
        return Person(person, name, False, None, hash_of(token)), token

    async def register(
        self,
        asker: Person | None,
        login: str,
        password: str,
        name: str | None,
        agent: str,
        invitation: str | None = None,
    ) -> tuple[Person, str]:
        """Make a guest or a newcomer a member. A guest stays the same person and keeps its games.

        `invitation`: the secret of one, needed if registration is not open. Returns the person and the new session
        token. Raises Refused.
        """
        await self._check_registration(invitation)
        login = login.lower()
        chosen = None if name is None else checked_name(name)
        values = {"login": login, "password": await passwords.hash_new(password, login)}
        token, new, unnamed = new_token(), new_id(), guest_name()
        row = schema.person.c

        def change(connection: sa.Connection) -> sa.Row[Any]:
            if invitation is not None and self.registration == "invited":
                invitations.use(connection, invitation, self.now())
            person = asker.id if asker else new
            if asker is None:
                connection.execute(sa.insert(schema.person).values(id=person, name=unnamed, created=self.now()))
            before = connection.execute(sa.select(row.name).where(row.id == person)).scalar_one_or_none() or unnamed
            name = chosen or member_names.free_variation(connection, before, person)
            named = values | member_names.columns(connection, name, person)
            guest = sa.update(schema.person).where(row.id == person, row.login.is_(None), row.deleted.is_(None))
            if connection.execute(guest.values(**named)).rowcount == 0:
                raise Refused(409, "already-member", N_("You already have an account."))
            self._rotate_session(connection, asker, person, token, agent)
            return connection.execute(sa.select(schema.person).where(row.id == person)).one()

        try:
            found = await self.database.write(change)
        except IntegrityError:
            raise Refused(409, "login-taken", N_("This login is taken; choose another.")) from None
        self.forget(found.id)
        log.info("registered", person=found.id)
        return Person(found.id, found.name, True, found.language, hash_of(token)), token

    async def _check_registration(self, invitation: str | None) -> None:
        """Raises Refused if nobody may register here, or only who is invited."""
        if self.registration == "closed":
            raise Refused(403, "registration-closed", N_("Registration on this server is closed at present."))
        if self.registration == "invited":
            if invitation is None:
                reason = N_("Only people with an invitation can register on this server: ask for one.")
                raise Refused(403, "invitation-wanted", reason)
            await self.database.read(lambda c: invitations.check(c, invitation, self.now()))

    async def sign_in(
        self,
        asker: Person | None,
        login: str,
        password: str,
        agent: str,
        new: str | None = None,
        code: str | None = None,
    ) -> tuple[Person, str, list[str]]:
        """Sign a member in. The games of the guest who asks become the member's.

        Returns the person, the new session token, and the games whose seats have a new owner. Raises Refused, with the
        same text and after the same time whether the login or the password is wrong. A password that the operator has
        set needs a `new` one as well, and a second factor needs a `code`.
        """
        row = schema.person.c
        wanted = sa.select(schema.person).where(row.login == login.lower(), row.deleted.is_(None))
        found = await self.database.read(lambda c: c.execute(wanted).first())
        if not await passwords.matches(password, found.password if found else None) or found is None:
            log.warning("sign-in refused", person=found.id if found else None)
            raise Refused(401, "no-match", N_("Wrong login or password."))
        block = block_of(found)
        if block is not None and block.applies(self.now()):
            raise block.refused()
        values = await self._own_password(found, password, new)
        token = new_token()

        def change(connection: sa.Connection) -> list[str]:
            self.second_factors.check_sign_in(connection, found.id, code)
            if values:
                connection.execute(sa.update(schema.person).where(row.id == found.id).values(**values))
            self._rotate_session(connection, asker, found.id, token, agent)
            if asker is not None and not asker.member and asker.id != found.id:
                return personal_data.merge(connection, asker.id, found.id)
            return []

        try:
            await self.second_factors.count_attempt(found.id, code)
            games = await self.database.write(change)
        except Refused as no:
            log.warning("sign-in refused", person=found.id, why=no.code)
            raise
        self.forget(found.id, *([asker.id] if asker else []))
        log.info("signed in", person=found.id, own_password_chosen=bool(values))
        return Person(found.id, found.name, True, found.language, hash_of(token)), token, games

    async def _own_password(self, found: sa.Row[Any], given: str, new: str | None) -> Json:
        """The columns to change if the operator has set the password: the new one. Raises Refused."""
        if found.given is None:
            return {}
        if self.now() > found.given + GIVEN_FOR:
            raise Refused(403, "given-ended", N_("This temporary password has expired; ask for another one."))
        if new is None or new == given:
            raise Refused(403, "choose-password", N_("This is a temporary password: now choose your own."))
        return {"password": await passwords.hash_new(new, found.login), "given": None}

    async def confirm(self, asker: Person, password: str, agent: str) -> str:
        """Check the password once more and rotate the session. Returns the new session token. Raises Refused."""
        await self._check_password(asker, password)
        token = new_token()
        await self.database.write(lambda c: self._rotate_session(c, asker, asker.id, token, agent))
        self.forget(asker.id)
        log.info("password confirmed", person=asker.id)
        return token

    async def _check_password(self, asker: Person, password: str) -> sa.Row[Any]:
        """The asker's row, if the password is right. Raises Refused."""
        found = await self.details(asker)
        if found.login is None:
            raise Refused(409, "no-password", N_("You have no account yet, so you have no password."))
        if not await passwords.matches(password, found.password):
            log.warning("password refused", person=asker.id)
            raise Refused(403, "no-match", N_("That is not your password."))
        return found

    async def change_password(self, asker: Person, old: str, new: str, agent: str) -> str:
        """Change the password and end every other session. Returns the new session token. Raises Refused."""
        row = schema.person.c
        found = await self._check_password(asker, old)
        values = {"password": await passwords.hash_new(new, found.login)}
        token = new_token()

        def change(connection: sa.Connection) -> None:
            connection.execute(sa.update(schema.person).where(row.id == asker.id).values(**values))
            connection.execute(sa.delete(schema.session).where(schema.session.c.person == asker.id))
            note_change(connection, asker.id)
            mail_links.end_resets(connection, asker.id)
            self.open_session(connection, asker.id, token, agent, confirmed=True)

        await self.database.write(change)
        self.forget(asker.id)
        log.info("password changed", person=asker.id)
        return token

    async def change(self, asker: Person, changes: Json) -> list[str]:
        """Change the name, the language (None: the browser's) or settings (None removes one).

        Returns the games that show the changed name. Raises Refused.
        """
        values = dict(changes)
        if "name" in values:
            values["name"] = checked_name(values["name"])
        row = schema.person.c

        def change(connection: sa.Connection) -> list[str]:
            if "name" in values:
                columns = member_names.columns(connection, values["name"], asker.id)
                values.update(columns if asker.member else {"name": columns["name"]})
            if "settings" in changes:
                before = connection.execute(sa.select(row.settings).where(row.id == asker.id)).scalar() or {}
                after = {key: value for key, value in (before | changes["settings"]).items() if value is not None}
                if len(after) > MAX_SETTINGS:
                    reason = N_("At most {most} settings can be kept.")
                    raise Refused(422, "many-settings", reason, most=MAX_SETTINGS)
                values["settings"] = after
            if values:
                mine = sa.update(schema.person).where(row.id == asker.id, row.deleted.is_(None))
                connection.execute(mine.values(**values))
                note_change(connection, asker.id)
            return personal_data.games_of(connection, asker.id) if "name" in values else []

        games = await self.database.write(change)
        self.forget(asker.id)
        return games

    async def delete(self, asker: Person) -> list[str]:
        """Delete the account. Returns the games whose seats have no owner now."""

        def change(connection: sa.Connection) -> list[str]:
            note_change(connection, asker.id)
            return personal_data.delete(connection, asker.id, self.now())

        games = await self.database.write(change)
        self.forget(asker.id)
        log.info("account deleted", person=asker.id)
        return games

    async def details(self, asker: Person) -> sa.Row[Any]:
        """The asker's row. Raises Refused if the account has been deleted."""
        wanted = sa.select(schema.person).where(schema.person.c.id == asker.id)
        found = await self.database.read(lambda c: c.execute(wanted).first())
        if found is None:
            raise no_session()
        return found

    def _add(self, connection: sa.Connection, person: str, name: str, token: str, agent: str) -> None:
        connection.execute(sa.insert(schema.person).values(id=person, name=name, created=self.now()))
        self.open_session(connection, person, token, agent)

    def _rotate_session(
        self, connection: sa.Connection, asker: Person | None, person: str, token: str, agent: str
    ) -> None:
        """Session rotation: a new session replaces the current one, so an old cookie becomes worthless."""
        if asker is not None:
            connection.execute(sa.delete(schema.session).where(schema.session.c.id == asker.session))
        note_change(connection, person, *([asker.id] if asker else []))
        self.open_session(connection, person, token, agent, confirmed=True)


def no_guests() -> Refused:
    return Refused(403, "no-guests", N_("Only members can play on this server: sign in first."))
