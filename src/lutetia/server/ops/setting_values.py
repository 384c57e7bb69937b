"""Values of settings that need more than a type: origins, the address of a database and that of a message bus."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

from lutetia.core.i18n import _

DRIVERS = {"psycopg": "lutetia[postgres]"}
"""The package that brings a database's driver, where it is not called like the driver."""
BACKENDS = ("sqlite", "postgresql")


def origins_in(value: object) -> object:
    """Origins as a list, from a JSON list or from texts with commas. Raises ValueError."""
    needed = _("origins such as https://games.example.org are needed, separated by commas or as a JSON list")
    if isinstance(value, str):
        value = _listed(value)
    if not isinstance(value, list):
        raise ValueError(needed)
    for origin in value:
        if not isinstance(origin, str) or not _is_origin(origin):
            raise ValueError(needed)
    return value


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:  # such as an IPv6 address that is cut off
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.path.strip("/")


def _listed(text: str) -> object:
    if not text.lstrip().startswith("["):
        return [part.strip() for part in text.split(",") if part.strip()]
    try:
        return json.loads(text)
    except ValueError:
        return None


def is_shared(database: str | None) -> bool:
    """Whether several processes can use this database at the same time; None is SQLite in the data folder."""
    return database is not None and database.partition(":")[0].partition("+")[0] == "postgresql"


def check_bus(text: str) -> None:
    """Raises ValueError if these are no URLs of NATS servers, separated by commas."""
    for url in text.split(","):
        try:
            parts = urlsplit(url.strip())
            usable = parts.scheme in ("nats", "tls", "ws", "wss") and bool(parts.hostname) and parts.port != 0
        except ValueError:  # such as a port that is no number
            usable = False
        if not usable:
            raise ValueError(_("URLs such as nats://127.0.0.1:4222 are needed, separated by commas"))


def check_database(text: str) -> None:
    """Raises ValueError if this is no URL of a database that can be used, or if its driver is missing."""
    import sqlalchemy as sa

    try:
        url = sa.make_url(text)
        backend = url.get_backend_name()
    except (sa.exc.ArgumentError, ValueError):
        raise ValueError(_("a URL is needed, such as sqlite:////srv/lutetia.db")) from None
    if backend not in BACKENDS:
        raise ValueError(_("games are kept in SQLite or PostgreSQL, and {name} is not supported", name=backend))
    try:
        dialect = url.get_dialect()
        if backend == "postgresql" and dialect.driver != "psycopg":
            raise ValueError(_("PostgreSQL needs the driver psycopg, as in postgresql+psycopg://USER@HOST/NAME"))
        dialect.import_dbapi()
    except sa.exc.NoSuchModuleError:
        raise ValueError(_("there is no driver {name}", name=url.drivername)) from None
    except ImportError:
        driver = url.get_driver_name()
        command = f"pip install '{DRIVERS.get(driver, driver)}'"
        raise ValueError(_("its driver is not installed: {command}", command=command)) from None
