"""The companion of Paris: checks and scores a position from the physical game."""

from __future__ import annotations

from lutetia.companion import Companion
from lutetia.games.paris.companion.settle import box, settle, written

COMPANION = Companion(settle, written, box)
