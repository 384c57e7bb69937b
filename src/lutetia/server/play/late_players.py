"""What the others may do for a player who is out of time."""

from __future__ import annotations

from lutetia.core.json_types import Json
from lutetia.server.play.table import Table


def may_give_time(table: Table) -> bool:
    """Whether one opponent alone may give a late player more time: not where a third one is rated, too."""
    return not table.row["rated"] or len(table.playing()) <= 2


def may_wait(table: Table, left: Json) -> bool:
    """Whether the others may choose to wait for the player who has left."""
    return left["why"] != "time" or may_give_time(table)
