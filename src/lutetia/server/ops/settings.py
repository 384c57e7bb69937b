"""Settings of the server: options of the command, or environment variables LUTETIA_…"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, ValidationError, ValidationInfo, field_validator
from pydantic_settings import NoDecode, SettingsConfigDict

from lutetia.core.i18n import _
from lutetia.server.ops.limit_settings import LimitSettings
from lutetia.server.ops.mailer import parse_mail_server
from lutetia.server.ops.setting_faults import PREFIX, explain
from lutetia.server.ops.setting_values import check_bus, check_database, is_shared, origins_in
from lutetia.server.ops.syslog import parse_address


def data_folder() -> Path:
    """The default data folder, by the XDG conventions."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "lutetia"


def host_and_port(address: str) -> tuple[str, int]:
    """Parse `127.0.0.1:9189` or `[::1]:9189`. Raises ValueError."""
    host, _colon, port = address.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host or not port.isdecimal() or int(port) > 65_535:
        raise ValueError(_("an address and a port are needed, such as 127.0.0.1:9189"))
    return host, int(port)


class Settings(LimitSettings):
    """The defaults suit one machine and a few friends."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore")

    data: Path = Field(default_factory=data_folder, description="Folder of the database")
    database: str | None = Field(default=None, description="Another database, as an SQLAlchemy URL")
    database_direct: str | None = Field(
        default=None,
        description="The same PostgreSQL database without a pooler, if `LUTETIA_DATABASE` leads through one",
    )
    database_connections: int = Field(
        default=6, ge=3, description="Connections to PostgreSQL that one process has at most, besides those for jobs"
    )
    nats: str | None = Field(
        default=None, description="Message bus of several processes: `nats://HOST:4222`, more with commas"
    )
    host: str = Field(default="127.0.0.1", description="Address to listen on")
    port: int = Field(default=1889, ge=0, le=65_535, description="Port to listen on; 0: any that is free")
    origins: Annotated[list[str], NoDecode, BeforeValidator(origins_in)] = Field(
        default=[],
        description="Further origins from which pages of this server may be loaded, with commas or as a JSON list",
    )
    behind_proxy: bool = Field(default=False, description="Trust `X-Forwarded-For` and `-Proto` of the reverse proxy")
    public_docs: bool = Field(default=False, description="Publish the OpenAPI schema and the metrics")
    tables_kept: int = Field(
        default=2_000,
        ge=1,
        description="Capacity of the table cache; a table that nobody asks for leaves it after a minute",
    )
    bot_processes: int = Field(
        default_factory=lambda: max(1, (os.cpu_count() or 2) - 1),
        ge=1,
        le=64,
        description="Worker processes for bots, hints, texts, files and analyses, the first for long work only; one "
        "more for quick work only",
    )
    work: bool = Field(
        default=True,
        description="With PostgreSQL: whether a web process also does the work of `lutetia worker`",
    )
    bot_seconds: float = Field(default=20.0, gt=0, description="Time limit of a bot's step")
    away_seconds: int = Field(
        default=120, ge=1, description="Absence from a live game after which the others may choose what to do"
    )
    games_per_person: int = Field(default=200, ge=1, description="Unfinished games that one person may host")
    rated_steps: int = Field(
        default=5, ge=0, description="Steps each side must have taken; a rated game given up before does not count"
    )
    rated_halving: int = Field(
        default=3, ge=1, description="Rated games between the same people in 30 days after which the next counts half"
    )
    registration: Literal["open", "invited", "closed"] = Field(
        default="open", description="Who may register: everybody (`open`), who is `invited`, nobody (`closed`)"
    )
    guests: bool = Field(default=True, description="Whether people without an account may play")
    mail_from: str | None = Field(default=None, description="Sender of mail")
    mail: str | None = Field(
        default=None,
        description="Server that takes mail: `smtp://USER:PASSWORD@HOST:587` or `smtps://USER:PASSWORD@HOST:465`",
    )
    migration_backups: int = Field(
        default=3, ge=0, description="Copies kept of the database as it was before an upgrade; 0: none is made"
    )
    least_free_mb: int = Field(
        default=50, ge=0, description="Free space on the disk of the database, in MB, below which `/readyz` says no"
    )
    metrics: str | None = Field(default=None, description="Address for Prometheus: `127.0.0.1:9189`")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="`debug`, `info`, `warning` or `error`"
    )
    log_to: str | None = Field(
        default=None, description="Syslog server: `tls://HOST:6514`, `tcp://HOST:514` or `udp://HOST:514`"
    )

    @field_validator("database")
    @classmethod
    def _usable_database(cls, url: str | None) -> str | None:
        if url:
            check_database(url)
        return url or None

    @field_validator("database_direct")
    @classmethod
    def _usable_direct(cls, url: str | None, info: ValidationInfo) -> str | None:
        if not url:
            return None
        check_database(url)
        if not is_shared(url) or ("database" in info.data and not is_shared(info.data["database"])):
            raise ValueError(_("LUTETIA_DATABASE and this must lead to the same PostgreSQL database"))
        return url

    @field_validator("nats")
    @classmethod
    def _usable_bus(cls, servers: str | None, info: ValidationInfo) -> str | None:
        if not servers:
            return None
        check_bus(servers)
        if "database" in info.data and not is_shared(info.data["database"]):
            raise ValueError(_("LUTETIA_DATABASE must be a PostgreSQL database: several processes cannot share SQLite"))
        return servers

    @field_validator("mail")
    @classmethod
    def _valid_mail_server(cls, server: str | None, info: ValidationInfo) -> str | None:
        if not server:
            return None
        parse_mail_server(server)
        if not info.data.get("mail_from"):
            raise ValueError(_("LUTETIA_MAIL_FROM is needed as well: the sender, such as lutetia@example.org"))
        if not info.data.get("origins"):
            raise ValueError(_("LUTETIA_ORIGINS is needed as well: its first entry is the address in the links"))
        return server

    @field_validator("log_to")
    @classmethod
    def _valid_address(cls, address: str | None) -> str | None:
        return str(parse_address(address)) if address else None

    @field_validator("metrics")
    @classmethod
    def _valid_metrics(cls, address: str | None) -> str | None:
        if address:
            host_and_port(address)
        return address or None

    @classmethod
    def read(cls, **options: Any) -> Self:
        """Settings from the environment, overridden by options that are not None.

        Raises ValueError in one line: the variable, what was found, what is allowed.
        """
        try:
            return cls(**{name: value for name, value in options.items() if value is not None})
        except ValidationError as error:
            raise ValueError(explain(error, cls.model_fields)) from None

    @property
    def shared(self) -> bool:
        """Whether other processes may use the same database at the same time."""
        return is_shared(self.database)

    def database_url(self) -> str:
        """The database's URL; by default an SQLite file in the data folder."""
        return self.database or f"sqlite:///{self.data / 'lutetia.db'}"
