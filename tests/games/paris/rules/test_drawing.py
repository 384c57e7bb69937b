"""The descriptions that tests use: positions are set up as described, and drawn as they are."""

from __future__ import annotations

import pytest

from .drawing import Box, draw

CITY = """
    Montmartre  1 2:p1 5- L12:p1+p2 bank:p1 vp:20
    Chaillot    3=theatre 8:p2+p2
    Arc         p1 p2
    """
DRAWN = """\
              bank    1           2           3           4           5           8           landmarks
Montmartre    4:1     cafe+br     bake:1      ·+gp        ·+wo        thea        ·+go        L12:12 vp 20/10/5
La-Villette   6       ·+br        ·+si        ·+gp        ·+wo        ·+ma        ·+go        -
Belleville    3       ·+br        ·+si        ·+gp        ·+wo        ·+ma        ·+go        -
Saint-Germain 7       ·+br        ·+si        ·+gp        ·+wo        ·+ma        ·+go        -
Chaillot      2       ·+br        ·+si        thea+gp     ·+wo        ·+ma        rest:22     -
Batignolles   5       ·+br        ·+si        ·+gp        ·+wo        ·+ma        ·+go        -
done: p1 decides, 2 turns left
stacks    0 -, 0 -, 0 -
arc       p1 p2
display   9 10 11 13 14 15 16
vp tiles  18/9/4 16/8/4 14/7/3 12/6/3 10/5/2
supply    marble 1
end tiles 0: -
track     - - - - - - - - - - - -[p1] - - - - - - - - - - - - - - - - - -
p1        15 F | keys 2+1 | tokens bronze 1 wood 2 | tiles 9, used 3 | end tiles gold 1 | vp 0, eights 0 sections 0 \
bonus 0 end_tiles 0 francs 0 districts 20 total 20
p2        0 F | keys 0+0 | tokens - | tiles -, used - | end tiles ?? | vp 0, eights 0 sections 0 bonus 0 end_tiles 0 \
francs 0 districts 10 total 10
"""


def test_a_described_position_is_set_up_and_drawn() -> None:
    g = Box(None).position(
        CITY,
        turns_left=2,
        stage="done",
        supply="marble",
        track="",
        p1="15F wood wood bronze bonus9 used3 end:gold hand=2 reserve=1 meeple=12",
        p2="end:vp1 end:vp2",
    )
    assert draw(g.game.view("p1")) == DRAWN


def test_the_same_description_works_for_another_edition(box: Box) -> None:
    g = box.position("Montmartre 1 4:p1 8 L12:p2 vp:20\nChaillot bank:p1", p1="15F wood bonus9 end:vp2 hand=2")
    assert g.building("Montmartre:1")["type"] == box.type("Montmartre:1")
    assert g.building("Montmartre:1")["token"] == box.token("1")
    assert g.building("Montmartre:4")["token"] is None
    assert g.keys("Montmartre:4") == ["p1"]
    assert g.keys("Montmartre:L12") == ["p2"]
    assert g.keys("bank:Chaillot") == ["p1"]
    assert g.landmarks("Montmartre") == ["L12"]
    assert g.prize("Montmartre") == "20"
    assert (g.francs("p1"), g.tokens("p1"), g.unused("p1"), g.ends("p1")) == (15, {"wood": 1}, [9], {"vp2": 1})
    assert g.of("p1")["hand"] == 2
    assert g.seat == "p1"


def test_a_step_is_translated_and_back(box: Box) -> None:
    bundled = Box(None).ruleset().step_texts
    assert [box.bundled(box.own(step)) for step in bundled] == list(bundled)
    assert [box.own(box.bundled(step)) for step in box.ruleset().step_texts] == list(box.ruleset().step_texts)
    assert box.own("move arc Chaillot:8") == "move arc Chaillot:8"


@pytest.mark.parametrize("viewer", [None, "p1", "p2", "p3"])
@pytest.mark.parametrize("screens", ["open", "closed"])
def test_whole_games_can_be_drawn(box: Box, viewer: str | None, screens: str) -> None:
    g = box.new(3, 3, screens=screens)
    while not g.over:
        drawn = draw(g.game.view(viewer))
        assert f"{g.seat} decides" in drawn
        assert "None" not in drawn
        for _step in range(40):
            if not g.over:
                g.game.play(g.game.legal()[0])
    assert draw(g.game.view(viewer)).endswith(f"winners   {' '.join(g.result()['winners'])}\n")


def test_an_impossible_description_is_refused(box: Box) -> None:
    with pytest.raises(AssertionError, match="1! is no part of a district"):
        box.position("Montmartre 1!")
    with pytest.raises(AssertionError, match="nobody has silk"):
        box.position(p1="silk")
    with pytest.raises(AssertionError, match="only tile 9 brings a second key"):
        box.position("Montmartre 1:p1+p1+p1")
