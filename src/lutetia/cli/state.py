"""Where games are kept between sessions: an unfinished one to resume, finished ones to look at again."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from lutetia.core import record as records
from lutetia.core.game import Game


def folder() -> Path:
    """$XDG_STATE_HOME/lutetia, or ~/.local/state/lutetia."""
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base and os.path.isabs(base) else Path.home() / ".local" / "state") / "lutetia"


@dataclass(frozen=True)
class Kept:
    """The place of one game's autosave. The record stands alone; who sits where lies beside it."""

    game: str

    @property
    def path(self) -> Path:
        return folder() / f"{self.game}.json"

    @property
    def _table(self) -> Path:
        return folder() / f"{self.game}-table.json"

    def save(self, game: Game, table: dict[str, Any]) -> None:
        """Write the record and who sits where. Raises OSError."""
        records.dump(game.record(), self.path)
        records.dump(table, self._table)

    def unfinished(self) -> Any:
        """The record of an unfinished game that was begun, or None."""
        if not self.path.is_file():
            return None
        try:
            record = records.load(self.path)
        except ValueError:
            return None
        return record if isinstance(record, dict) and record.get("turns") and record.get("result") is None else None

    def table(self) -> dict[str, Any]:
        """Who sits where in the kept game; {} where nobody knows."""
        try:
            found = json.loads(self._table.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def put_away(self, record: Any) -> Path:
        """Keep a record for good, finished or given up, and forget the autosave. Raises OSError."""
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
        path = folder() / "games" / f"{self.game}-{stamp}.json"
        n = 1
        while path.exists():
            n += 1
            path = path.with_name(f"{self.game}-{stamp}-{n}.json")
        records.dump(record, path)
        self.path.unlink(missing_ok=True)
        self._table.unlink(missing_ok=True)
        return path
