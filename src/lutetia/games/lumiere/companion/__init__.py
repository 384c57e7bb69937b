"""The companion of La Cité de la Lumière: positions of the physical game, checked, scored and played on."""

from __future__ import annotations

from lutetia.companion import SCHEMAS, Companion, PlayOn
from lutetia.games.lumiere.companion.play import imagined, known, lay_out, ruleset, written
from lutetia.games.lumiere.companion.settle import box, settle

COMPANION = Companion(settle, written, box, PlayOn(SCHEMAS / "lumiere-setup.json", ruleset, lay_out, known, imagined))
