"""Games on disk: the unfinished game that can be resumed, and the records of earlier ones."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from lutetia.core import record as records
from lutetia.core.game import Game
from lutetia.core.json_types import Json


def state_folder() -> Path:
    """$XDG_STATE_HOME/lutetia, or ~/.local/state/lutetia."""
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base and os.path.isabs(base) else Path.home() / ".local" / "state") / "lutetia"


@dataclass(frozen=True)
class SavedGame:
    """The autosave of one kind of game: a record, and a second file that says who sits where."""

    game: str

    @property
    def path(self) -> Path:
        """The record."""
        return state_folder() / f"{self.game}.json"

    @property
    def _players_path(self) -> Path:
        return state_folder() / f"{self.game}-table.json"

    def save(self, game: Game, players: Json) -> None:
        """Write the record and who sits where. Raises OSError."""
        records.dump(game.record(), self.path)
        records.dump(players, self._players_path)

    def unfinished(self) -> Json | None:
        """The record of an unfinished game with at least one turn, or None."""
        if not self.path.is_file():
            return None
        try:
            record = records.load(self.path)
        except ValueError:
            return None
        return record if isinstance(record, dict) and record.get("turns") and record.get("result") is None else None

    def players(self) -> Json:
        """Who sits where in the saved game: {"seats": …, "seed": …}; {} if that is not known."""
        try:
            found = json.loads(self._players_path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def archive(self, record: Json) -> Path:
        """Write a record to the folder of earlier games and delete the autosave. Raises OSError."""
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
        path = state_folder() / "games" / f"{self.game}-{stamp}.json"
        n = 1
        while path.exists():
            n += 1
            path = path.with_name(f"{self.game}-{stamp}-{n}.json")
        records.dump(record, path)
        self.path.unlink(missing_ok=True)
        self._players_path.unlink(missing_ok=True)
        return path
