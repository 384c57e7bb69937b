"""The companion of Paris: positions of the physical game, checked, scored and played on."""

from __future__ import annotations

from lutetia.companion import SCHEMAS, Companion, PlayOn
from lutetia.games.paris.companion.play import imagined, known, lay_out, ruleset, written
from lutetia.games.paris.companion.settle import box, settle

COMPANION = Companion(settle, written, box, PlayOn(SCHEMAS / "paris-setup.json", ruleset, lay_out, known, imagined))
