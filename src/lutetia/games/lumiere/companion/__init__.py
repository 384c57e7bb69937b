"""The companion of La Cité de la Lumière: checks and scores a position from the physical game."""

from __future__ import annotations

from lutetia.companion import Companion
from lutetia.games.lumiere.companion.settle import box, settle, written

COMPANION = Companion(settle, written, box)
