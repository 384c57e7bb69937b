"""The companion for the box of La Cité de la Lumière: a position set up by hand, checked and counted."""

from __future__ import annotations

from lutetia.companion import Companion
from lutetia.games.lumiere.companion.settle import box, settle, written

COMPANION = Companion(settle, written, box)
