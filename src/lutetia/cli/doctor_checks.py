"""What `lutetia doctor` looks at. Each check says what it found, and the one command or setting that helps."""

from __future__ import annotations

import os
import platform
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from lutetia.core.i18n import N_, _

if TYPE_CHECKING:
    import sqlalchemy as sa

    from lutetia.server.ops.settings import Settings

Status = Literal["ok", "warning", "missing", "broken"]
PACKAGES = ("typer", "rich", "fastapi", "uvicorn", "sqlalchemy", "pydantic", "numpy")
EXTRAS = {
    "arena": N_("ratings of bots"),
    "server": N_("games in the browser"),
    "online": N_("email from the server"),
    "postgres": N_("a server of several processes"),
    "pictures": N_("pictures as PNG"),
    "rl": N_("environments for learning agents"),
}
"""The optional parts, and what each is for."""
NATS_PORT = 4222
GIGABYTE = 1_000_000_000
PATIENCE = 2.0
"""Seconds that whatever listens on the port has to answer."""


@dataclass(frozen=True)
class Check:
    """What was found. Only "broken" means that something which is needed does not work."""

    name: str
    status: Status
    text: str
    fix: str | None = None
    """A command or a setting that helps."""


def run_checks() -> Iterator[Check]:
    """Every check, in the order of the report."""
    yield core()
    yield versions()
    if missing_packages("server"):  # then there are no settings, and neither data nor a port
        yield from map(extra, EXTRAS)
        return
    from lutetia.server.ops.setting_faults import unknown_variables
    from lutetia.server.ops.settings import Settings

    for warning in unknown_variables(Settings.model_fields):
        yield Check("settings", "warning", warning)
    try:
        settings = Settings.read()
    except ValueError as error:
        yield Check("settings", "broken", str(error))
    else:
        yield data_folder(settings)
        yield port(settings)
        yield database(settings)
        if settings.nats:
            yield message_bus(settings.nats)
    yield from map(extra, EXTRAS)


def core() -> Check:
    """Whether the rules and bots run compiled."""
    from lutetia.cli.common import how_to_compile, is_core_compiled

    if is_core_compiled():
        return Check("core", "ok", _("compiled"))
    return Check("core", "warning", _("not compiled: everything works, but bots think slowly"), how_to_compile())


def versions() -> Check:
    """Lutetia, Python, and the packages that matter most."""
    import lutetia

    found = [f"Lutetia {lutetia.__version__}", f"Python {platform.python_version()}"]
    found += [f"{name} {version}" for name in PACKAGES if (version := _version(name))]
    return Check("versions", "ok", " · ".join(found))


def data_folder(settings: Settings) -> Check:
    """The folder of the database: path, rights, free space."""
    folder = settings.data
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not there.is_dir():
        return Check("data", "broken", _("{folder} is not a folder", folder=there), "LUTETIA_DATA=…")
    if not os.access(there, os.W_OK | os.X_OK):
        text = _("{folder} cannot be written", folder=folder)
        return Check("data", "broken", text, "LUTETIA_DATA=…" if there != folder else f"chmod u+rwx {folder}")
    free = shutil.disk_usage(there).free
    space = _("{n} GB free", n=f"{free / GIGABYTE:.1f}")
    if free < settings.least_free_mb * 1_000_000:
        return Check(
            "data", "broken", _("{folder} is almost full: {space}", folder=folder, space=space), "LUTETIA_DATA=…"
        )
    made = "" if folder.exists() else " · " + _("created on first start")
    return Check("data", "ok", f"{folder} · {space}{made}")


def port(settings: Settings) -> Check:
    """Whether a server could listen, or one of ours already does."""
    from lutetia.cli.serve import listen
    from lutetia.server.store.lock import address_of

    where = f"{settings.host}:{settings.port}"
    running = address_of(settings.data) if os.access(settings.data, os.W_OK) else None
    if running is not None:
        return Check("port", "ok", _("a Lutetia server with this data is running at {address}", address=running))
    try:
        listen(settings.host, settings.port).close()
    except OSError as error:
        if _is_lutetia(settings):
            text = _("another Lutetia server is running at {address}", address=where)
        else:
            text = _("{address} cannot be used: {why}", address=where, why=error.strerror or str(error))
        return Check("port", "warning", text, "lutetia serve --port 0")
    return Check("port", "ok", _("{address} is free", address=where))


def _is_lutetia(settings: Settings) -> bool:
    """Whether a Lutetia server answers at the address of these settings."""
    import json
    from urllib.request import urlopen

    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    address = f"[{host}]" if ":" in host else host
    try:
        with urlopen(f"http://{address}:{settings.port}/healthz", timeout=PATIENCE) as answer:
            return set(json.load(answer)) == {"status", "version"}
    except (OSError, ValueError, TypeError):
        return False


def database(settings: Settings) -> Check:
    """The file, the version of its schema, and whether it is whole."""
    import sqlalchemy as sa

    from lutetia.server.errors import StorageError
    from lutetia.server.store.database import sqlite_file

    url = sa.make_url(settings.database_url())
    file = sqlite_file(url)
    shown = str(file) if file else url.render_as_string(hide_password=True)
    if file is not None and not file.exists():
        return Check("database", "ok", _("{file}: none yet, created on first start", file=shown))
    try:
        version, damage = _looked_at(url)
    except StorageError as error:
        return Check("database", "broken", f"{shown}: {error}", "lutetia restore FILE" if file else None)
    if damage:
        return Check(
            "database", "broken", _("{file} is damaged: {what}", file=shown, what=damage), "lutetia restore FILE"
        )
    return _schema(shown, version, copied=file is not None)


def _looked_at(url: sa.URL) -> tuple[str | None, str]:
    """The version of the schema, and what is damaged. Raises StorageError. Changes nothing."""
    import sqlalchemy as sa

    from lutetia.server.store import versions
    from lutetia.server.store.database import make_engine
    from lutetia.server.store.storage_faults import opening_error

    sqlite = url.get_backend_name() == "sqlite"
    file = Path(url.database or "").absolute().as_uri()
    engine = sa.create_engine(f"sqlite:///{file}?mode=ro&uri=true") if sqlite else make_engine(url)
    try:
        with engine.connect() as connection:
            found = connection.execute(sa.text("PRAGMA quick_check(1)")).scalar() if sqlite else "ok"
            return versions.of_connection(connection), "" if found == "ok" else str(found)
    except sa.exc.DBAPIError as error:
        raise opening_error(url, error) from error
    finally:
        engine.dispose()


def _schema(file: str, version: str | None, *, copied: bool) -> Check:
    from lutetia.server.store import versions

    newest, *older = versions.known()
    if version == newest:
        return Check("database", "ok", f"{file} · " + _("schema {version}", version=version) + " · " + _("intact"))
    if version is None or version in older:
        text = N_("{file} has an older schema; the next start upgrades it and keeps a copy")
        if not copied:
            text = N_("{file} has an older schema; the next start upgrades it: make a backup first")
        return Check("database", "ok", _(text, file=file))
    text = _("{file} was created by a newer Lutetia", file=file)
    return Check("database", "broken", text, "pip install --upgrade lutetia")


def message_bus(servers: str) -> Check:
    """Whether one of the NATS servers greets whoever connects. Without it, games go on by polling."""
    import socket
    from urllib.parse import urlsplit

    addresses = []
    for url in servers.split(","):
        parts = urlsplit(url.strip())
        address = str(parts.hostname), parts.port or NATS_PORT
        addresses.append(f"{address[0]}:{address[1]}")
        try:
            with socket.create_connection(address, PATIENCE) as connection:
                connection.settimeout(PATIENCE)
                if parts.scheme.startswith("ws") or connection.recv(4) == b"INFO":
                    return Check("nats", "ok", _("{address} answers", address=addresses[-1]))
        except OSError:
            continue
    text = _("{address} does not answer: others see each step up to a second later", address=", ".join(addresses))
    return Check("nats", "warning", text, "LUTETIA_NATS=nats://HOST:4222")


def extra(name: str) -> Check:
    """An optional part: installed, or the command that installs it."""
    missing = missing_packages(name)
    if not missing:
        return Check(name, "ok", _(EXTRAS[name]))
    text = _("{purpose}: not installed ({packages})", purpose=_(EXTRAS[name]), packages=", ".join(missing))
    return Check(name, "missing", text, f"pip install 'lutetia[{name}]'")


def missing_packages(name: str) -> list[str]:
    """The packages of an optional part that are not installed."""
    found = []
    for line in metadata.requires("lutetia") or []:
        requirement, _semicolon, condition = line.partition(";")
        if not re.search(rf"""extra\s*==\s*['"]{name}['"]""", condition):
            continue
        package = re.split(r"[^\w.-]", requirement.strip())[0]
        if package == "lutetia":
            inner = requirement.partition("[")[2].partition("]")[0].split(",")
            found += [one for part in inner for one in missing_packages(part.strip())]
        elif _version(package) is None:
            found.append(package)
    return found


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
