"""Sends mail over SMTP, where LUTETIA_MAIL is set. What cannot be delivered is tried again (link_mails.py)."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import structlog

from lutetia.core.errors import MissingExtra
from lutetia.core.i18n import _
from lutetia.server.errors import error_fields

PORTS = {"smtp": 587, "smtps": 465}
TIMEOUT = 20.0
RETRY_AFTER = (10.0, 120.0)
"""Seconds after which a mail that was not delivered is tried again."""

log = structlog.get_logger("mail")  # never the recipient, never the text


class MailServer(NamedTuple):
    """Where mail is handed in. With `smtps`, or with a password, the connection is encrypted."""

    scheme: str
    host: str
    port: int
    user: str | None
    password: str | None


def parse_mail_server(address: str) -> MailServer:
    """Read smtp://user:password@host:port or smtps://…. Raises ValueError, without the password in its text."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in PORTS or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ValueError(_("write smtp://user:password@host:port or smtps://user:password@host:port"))
    user, password = (None if text is None else unquote(text) for text in (parts.username, parts.password))
    return MailServer(parts.scheme, parts.hostname, port or PORTS[parts.scheme], user, password)


class NotDelivered(Exception):
    """The mail server did not take a mail."""


class Mailer:
    """Sends plain text. Raises MissingExtra if the library is not installed."""

    def __init__(self, server: str, sender: str) -> None:
        try:
            import aiosmtplib
        except ImportError as error:
            command = "pip install 'lutetia[online]'"
            raise MissingExtra(_("email needs more packages: {command}", command=command)) from error
        self._smtp = aiosmtplib
        self._server = parse_mail_server(server)
        self._sender = sender

    async def deliver(self, recipient: str, subject: str, text: str) -> None:
        """Hand in a message. Raises NotDelivered."""
        try:
            await self._deliver(self._message(recipient, subject, text))
        except (OSError, self._smtp.SMTPException) as error:
            log.warning("mail not delivered", why=self._reason(error), **error_fields(error))
            raise NotDelivered from error
        log.info("mail sent")

    async def _deliver(self, message: EmailMessage) -> None:
        server = self._server
        await self._smtp.send(
            message,
            hostname=server.host,
            port=server.port,
            username=server.user,
            password=server.password,
            use_tls=server.scheme == "smtps",
            start_tls=True if server.scheme == "smtp" and server.user else None,  # None: if the server offers it
            timeout=TIMEOUT,
        )

    def _reason(self, error: BaseException) -> str:
        """Why a mail was not delivered. Never in the words of the other server, which may name the recipient."""
        for cause in _causes(error):
            if isinstance(cause, ssl.SSLCertVerificationError):
                return f"the certificate of the mail server is not trusted: {cause.verify_message}"
            if isinstance(cause, ssl.SSLError):
                return f"no encrypted connection to the mail server: {cause.reason}"
            if isinstance(cause, self._smtp.SMTPAuthenticationError):
                return f"the mail server refuses the user or the password ({cause.code})"
            if type(cause) in (self._smtp.SMTPException, self._smtp.SMTPNotSupported):
                return str(cause)  # the library's own words, such as that STARTTLS is not supported
            if isinstance(cause, self._smtp.SMTPResponseException):
                return f"the mail server answers {cause.code}"
            if isinstance(cause, self._smtp.SMTPTimeoutError | TimeoutError):
                return "the mail server does not answer in time"
            if isinstance(cause, OSError) and cause.strerror:
                return f"no connection to the mail server: {cause.strerror}"
        return "the mail server does not take it"

    def _message(self, recipient: str, subject: str, text: str) -> EmailMessage:
        message = EmailMessage()
        message["From"] = self._sender
        message["To"] = recipient
        message["Subject"] = subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=parseaddr(self._sender)[1].rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        return message


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error and what it comes from, the first cause first: it says most."""
    if error.__cause__ is not None:
        yield from _causes(error.__cause__)
    elif error.__context__ is not None:
        yield from _causes(error.__context__)
    yield error
