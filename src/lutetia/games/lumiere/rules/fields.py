"""The fields of a position of La Cité de la Lumière, with the methods of `LumiereState` that must handle each."""

from __future__ import annotations

from lutetia.core.fields import CONSTANT, NOT_DRAWN, ONLY_COPIED, POSITION, Field

FIELDS = (
    # of every kernel
    Field("players", 0, CONSTANT),
    Field("seat", 0, POSITION),
    Field("turn", 0, ONLY_COPIED),
    # of the ruleset
    Field("rules", 0, CONSTANT),
    Field("hand", 0, NOT_DRAWN),
    Field("wanted_cards", 0, CONSTANT),
    Field("wanted_first", 0, CONSTANT),
    # the turn
    Field("phase", 0, POSITION),
    Field("question", 0, POSITION),
    Field("lifted", 0, POSITION),
    Field("skips", 0, POSITION),
    Field("opener", 0, POSITION),
    Field("first", 0, ONLY_COPIED),
    # the board
    Field("own", 2, POSITION),
    Field("built", 2, POSITION),
    Field("mixed", 0, POSITION),
    Field("printed", 0, POSITION),
    Field("taken", 0, NOT_DRAWN),  # follows from buildings and pieces
    Field("fountain", 0, POSITION),
    Field("spaces", 17, POSITION),
    Field("squares", 0, POSITION),
    Field("painter", 0, POSITION),
    Field("dancer", 0, POSITION),
    Field("lamp", 0, POSITION),
    Field("large_lamp", 0, POSITION),
    Field("statue", 0, POSITION),
    Field("facing", 0, POSITION),
    Field("annexed", 0, "copy arrange"),  # its space is also one of the spaces of its building
    # tiles, buildings and postcards
    Field("supply", 0, POSITION),
    Field("reserve", 2, POSITION),
    Field("tokens", 2, POSITION),
    Field("placed", 2, POSITION),
    Field("stack", 16, POSITION),
    Field("cards", 0, "copy arrange"),  # those still open and those with an owner
    Field("open_cards", 0, POSITION),
    Field("card_owner", 12, POSITION),
    Field("metropolitain", 0, POSITION),
    Field("chartier", 0, POSITION),
)
