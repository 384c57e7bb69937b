"""The drawings that tests use: positions are set up as drawn, and drawn as they are."""

from __future__ import annotations

import json

import pytest

import lutetia

from .drawing import Box, draw
from .test_rules_scoring import L65

END_OF_L65 = """\
   a b c d e f g h    a       b       c       d       e       f       g       h
1  b o o * o b m o    ·       ·       ·       ·       ·       painter o:V6    ·
2  m b b o o * o b    b:V3    b:V3    ·       o:V6+   ·       ·       o:V6    ·
3  o b b o o o o b    ·       b:V3    ·       o:V6    o:V6    o:V6    o:V6    b:P5
4  m o m o m b m b    o:C6    o:C6    o:C6    o:C6    ·       lamp    b:P5    b:P5
5  o * b o o b b b    o:C6    ·       ·       o:C6    ·       b:T4    b:P5    b:P5
6  m o * b b m * o    o:gard  o:gard  ·       ·       b:T4    b:T4    ·       ·
7  * b b b * b b *    ·       b:I3    b:I3    b:I3    ·       b:T4    b:L4    ·
8  o o m o b m b o    ·       ·       ·       ·       b:L4    b:L4    b:L4    ·
over: the end
supply    U5 W5
orange    0 tokens | reserve O4 S4 | tiles -, held - | lit 33 group 15 unbuilt 0 postcards 0 total 48 | tie 12
blue      0 tokens | reserve V5 | tiles -, held - | lit 43 group 13 unbuilt -3 postcards 4 total 57 | tie 6
"""
FIRST_ROWS = """\
   a b c d e f g h    a       b       c       d       e       f       g       h
1  o o o * b b b b    o:I3    o:I3    o:I3    LAMP    ·       ·       ·       ·
2  m m o o b b b b    fount   ·       dancer  statue> ·       ·       ·       ·
3  b b b b b b b b    ·       ·       ·       ·       ·       ·       ·       ·
"""


def test_a_position_is_drawn() -> None:
    g = lutetia.replay(json.loads(L65.read_text(encoding="utf-8")))
    assert draw(g.view()).startswith(END_OF_L65)
    assert draw(g.view()).endswith("sacre-coeur (used by orange)\nwinner    blue\n")


def test_a_drawn_position_is_set_up(box: Box) -> None:
    g = box.position(
        """
        o o o *
        m m o o
        """,
        ("I3", "orange", "a1 b1 c1"),
        ("statue", "orange", "d2 east"),
        ("fountain", "blue", box.fountain("a2 b2")),
        ("dancer", "blue", "c2"),
        ("large-lamp", "blue", "d1"),
        reserve={"orange": "L4"},
        supply="U5 V3",
        open="jardin",
        tokens={"orange": 1},
    )
    drawn = draw(g.view())
    second = "fount   " if box.fountain("a2 b2") == "a2 b2" else "·       "
    assert drawn.startswith(FIRST_ROWS.replace("fount   ·       ", "fount   " + second))
    assert "building: orange decides\nsupply    U5 V3\norange    1 tokens | reserve L4 |" in drawn
    g.play("card jardin")
    assert "building: orange decides, jardin\n" in draw(g.view())


def test_an_impossible_drawing_is_refused(box: Box) -> None:
    with pytest.raises(AssertionError, match="V3 lies on something"):
        box.position("o o o", ("I3", "orange", "a1 b1 c1"), ("V3", "blue", "c1 c2 d2"))
    with pytest.raises(AssertionError, match="I3 has another shape"):
        box.position("o o o", ("I3", "orange", "a1 b1 b2"))
    with pytest.raises(AssertionError, match="every open postcard has its action token"):
        box.position("o o o", open="jardin")


def test_every_building_of_a_picture_has_one_chimney() -> None:
    """L7; the garden is a building too (L42)."""
    g = lutetia.replay(json.loads(L65.read_text(encoding="utf-8")))
    buildings = g.view()["position"]["buildings"]
    assert "garden" in {building["name"] for building in buildings}
    assert g.svg().count('class="chimney"') == len(buildings)
