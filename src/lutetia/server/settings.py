"""What whoever runs a server may set: by options of the command, or by LUTETIA_… in the environment."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Self

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from lutetia.core.i18n import _
from lutetia.server.courier import place


def data_folder() -> Path:
    """Where a person's own games live: the data folder of the XDG conventions."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "lutetia"


class Settings(BaseSettings):
    """Each has a default that serves one machine and a few friends well."""

    model_config = SettingsConfigDict(env_prefix="LUTETIA_", extra="ignore")

    data: Path = Field(default_factory=data_folder, description="Folder of the database")
    database: str | None = Field(default=None, description="Another database, as an SQLAlchemy URL")
    host: str = "127.0.0.1"
    port: int = 1889
    origins: list[str] = Field(default=[], description="Further origins that pages of this server may come from")
    behind_proxy: bool = Field(default=False, description="Trust X-Forwarded-For and -Proto of the proxy in front")
    public_docs: bool = Field(default=False, description="Show the API's documentation and metrics to everybody")
    tables_kept: int = Field(default=2_000, ge=1, description="Positions kept in memory")
    bot_processes: int = Field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1), ge=1, le=64)
    bot_seconds: float = Field(default=20.0, gt=0, description="How long a bot may think about a step")
    away_seconds: int = Field(default=120, ge=1, description="Absence in a live game until the others may choose")
    games_per_person: int = Field(default=200, ge=1, description="Unfinished games one person may host")
    limits: bool = Field(default=True, description="Limit how often an address, a session and a seat may ask")
    log_level: str = "info"
    log_to: str | None = Field(default=None, description="Another machine that gets the log as well, as syslog")

    @field_validator("log_to")
    @classmethod
    def _somewhere(cls, address: str | None) -> str | None:
        return str(place(address)) if address else None

    @classmethod
    def read(cls, **options: Any) -> Self:
        """What the environment says, overruled by options. Raises ValueError in words that name the variable."""
        try:
            return cls(**options)
        except ValidationError as error:
            fault = error.errors()[0]
            why = fault.get("ctx", {}).get("error") or fault["msg"]
            variable = f"LUTETIA_{'_'.join(str(part) for part in fault['loc'][:1]).upper()}"
            raise ValueError(_("{variable} cannot be used: {why}", variable=variable, why=str(why))) from None

    def database_url(self) -> str:
        """The database's address; an SQLite file in the data folder unless told otherwise."""
        return self.database or f"sqlite:///{self.data / 'lutetia.db'}"
