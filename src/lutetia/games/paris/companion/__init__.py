"""The companion for the box of Paris: a position set up by hand, checked and counted."""

from __future__ import annotations

from lutetia.companion import Companion
from lutetia.games.paris.companion.settle import box, settle, written

COMPANION = Companion(settle, written, box)
