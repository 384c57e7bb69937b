"""The fields of a Paris position, with the methods of `ParisState` that must handle each of them."""

from __future__ import annotations

from lutetia.core.fields import CONSTANT, ONLY_COPIED, POSITION, Field

# The parts of a view in which a field appears: a view is computed anew where `ParisState.changed` finds a difference.
DISTRICT = " district_changed"
SEAT = " seat_changed"
TRACK = " track_changed"
LAYOUT = " layout_changed"
# Fields that follow from others and are kept for speed, by the method that computes them.
DERIVED_IN_DISTRICT = ONLY_COPIED + " derive_district"
DERIVED_FOR_SEAT = ONLY_COPIED + " derive_seat"
DERIVED = ONLY_COPIED + " derive_common"

FIELDS = (
    # of every kernel
    Field("players", 0, CONSTANT),
    Field("seat", 0, POSITION + SEAT),
    Field("turn", 0, POSITION),
    # of the ruleset
    Field("rules", 0, CONSTANT),
    Field("height", 0, CONSTANT),
    Field("advanced", 0, CONSTANT),
    Field("any_district", 0, CONSTANT),
    # the city
    Field("first", 0, ONLY_COPIED),
    Field("last", 0, POSITION),
    Field("stack", 36, POSITION),
    Field("dealt", 36, ONLY_COPIED),
    Field("beside", 36, POSITION + DISTRICT),
    Field("building", 36, POSITION + DISTRICT),
    Field("top", 9, POSITION + LAYOUT),
    Field("landmarks", 6, POSITION + DISTRICT),
    Field("vp_in", 6, POSITION + DISTRICT),
    Field("supply", 6, POSITION),
    Field("display", 0, POSITION + DISTRICT + LAYOUT),
    Field("vp_left", 0, POSITION + LAYOUT),
    Field("track", 30, POSITION),
    Field("copies", 30, POSITION + TRACK),
    Field("end_left", 12, POSITION),
    # the seats
    Field("vp", 4, POSITION + SEAT),
    Field("francs", 4, POSITION + SEAT),
    Field("hand", 4, POSITION + SEAT),
    Field("reserve", 4, POSITION + SEAT),
    Field("meeple", 4, POSITION + SEAT + TRACK),
    Field("arc", 4, POSITION + SEAT),
    Field("banks", 4, POSITION + DISTRICT + SEAT),
    Field("doubled", 4, POSITION + DISTRICT + SEAT),
    Field("unused", 4, POSITION + SEAT),
    Field("owned", 4, POSITION + SEAT),
    Field("sold", 4, "copy arrange" + SEAT),
    Field("final", 4, "copy arrange"),
    Field("own", 24, POSITION + DISTRICT + SEAT),
    Field("tokens", 24, POSITION + SEAT),
    Field("ends", 48, POSITION + SEAT),
    Field("earned", 136, "copy arrange" + SEAT),
    # the turn
    Field("draw_due", 0, POSITION),
    Field("acted", 0, POSITION),
    Field("half", 0, POSITION + SEAT),
    Field("depth", 0, POSITION),
    Field("siting", 0, POSITION),
    Field("goal", 0, POSITION),
    Field("toll", 0, POSITION),
    Field("wanted", 0, DERIVED),  # from open_sections
    Field("pairing", 0, POSITION),
    Field("pairs", 0, POSITION),
    Field("asked", 8, POSITION),
    Field("owed", 6, POSITION),
    Field("open_sections", 6, POSITION),
    # derived
    Field("taken", 6, DERIVED_IN_DISTRICT),
    Field("goals", 6, DERIVED_IN_DISTRICT),
    Field("keys_in", 6, DERIVED_IN_DISTRICT + DISTRICT),
    Field("types_in", 6, DERIVED_IN_DISTRICT),
    Field("sources", 4, DERIVED_FOR_SEAT),
    Field("end_uses", 4, DERIVED_FOR_SEAT),
    Field("beyond", 31, DERIVED),
    Field("stock", 0, DERIVED),
    Field("on_track", 0, DERIVED),
    Field("end_mask", 0, DERIVED),
    Field("ends_left", 0, DERIVED),
    Field("tiles_left", 0, DERIVED),
    Field("full_stacks", 0, DERIVED),
)
