"""What the destination gives: tokens, bonus moves, sections, VP tiles: P45-P49."""

from __future__ import annotations

from collections import Counter

import pytest

from lutetia.games.paris.rules.bonus import PRESTIGE

from .claims import Scene
from .drawing import Box
from .names import BONUS, DISTRICTS, LANDMARKS, PRIZES, SEATS, VALUES


def arrive(box: Box, value: str, has: str = "", **more: str) -> Scene:
    """A key of p1 has come from the Arc to Montmartre's building of this value."""
    g = box.position(f"Montmartre {value}\nArc p1", p1=f"{box.fare(value)} {has}", **more)
    return g.play(f"move arc Montmartre:{value}")


# ---- P45: the token --------------------------------------------------------------------------------------------


@pytest.mark.rule("P45")
@pytest.mark.parametrize("value", VALUES)
def test_the_destination_gives_the_token_beside_it(box: Box, value: str) -> None:
    g = arrive(box, value)
    assert g.tokens("p1") == {box.token(value): 1}
    assert g.building(f"Montmartre:{value}")["token"] is None


@pytest.mark.rule("P45")
@pytest.mark.parametrize("value", VALUES)
def test_a_destination_whose_token_is_gone_gives_none(box: Box, value: str) -> None:
    g = box.position(f"Montmartre {value}-\nArc p1", p1=box.fare(value)).play(f"move arc Montmartre:{value}")
    assert g.tokens("p1") == {}


@pytest.mark.rule("P45")
def test_no_token_beside_a_landmark_and_none_of_a_neighbour(box: Box) -> None:
    g = box.position("Montmartre 1 2 3 4 5 8 bank:p1", p1=box.fare("L12")).play("move bank:Montmartre Montmartre:L12")
    assert g.tokens("p1") == {}
    assert all(g.building(f"Montmartre:{value}")["token"] == box.token(value) for value in VALUES)


@pytest.mark.rule("P45")
def test_the_token_is_there_before_the_bonus_move_is_paid(box: Box) -> None:
    """It may be sold to raise the francs."""
    g = arrive(box, "3")
    assert g.asked() == "track"
    assert g.can(f"sell {box.token('3')}")


# ---- P46: bonus moves, and VP for an 8 -------------------------------------------------------------------------


@pytest.mark.rule("P46")
@pytest.mark.parametrize("value", ["1", "2"])
def test_value_1_and_2_may_move_the_meeple_and_take_a_tile(box: Box, value: str) -> None:
    g = arrive(box, value)
    assert g.asked() == "track"
    assert g.legal("track") == sorted([*(f"track {n}" for n in BONUS), "track none"])
    g.play("track 18")
    assert g.unused("p1") == [18]
    assert g.of("p1")["meeple"] == 18
    assert g.francs("p1") == 0
    assert g.asked() is None


@pytest.mark.rule("P46")
@pytest.mark.parametrize("value", ["1", "2", "3"])
def test_the_bonus_move_of_values_1_and_2_may_be_declined(box: Box, value: str) -> None:
    g = arrive(box, value).play("track none")
    assert g.unused("p1") == []
    assert g.of("p1")["meeple"] == 0
    assert g.asked() is None
    g.refuses("track 18", "P46")


@pytest.mark.rule("P46")
def test_value_3_allows_the_bonus_move_for_francs(box: Box) -> None:
    price = box.data["buildings"]["bonus_move_paid"]["francs"]
    g = box.position("Montmartre 3\nArc p1", p1=f"{box.value('3') + price}F").play("move arc Montmartre:3", "track 18")
    assert g.francs("p1") == 0
    assert g.unused("p1") == [18]


@pytest.mark.rule("P46")
@pytest.mark.parametrize("means", ["sell gold", "use 1", "use end:francs"])
def test_the_francs_for_value_3_may_be_raised_by_trade_or_tiles(box: Box, means: str) -> None:
    """It is asked even with too few francs, and the tile may be taken once they are there."""
    price = box.data["buildings"]["bonus_move_paid"]["francs"]
    start = f"{box.value('3') + price - 1}F"
    g = box.position("Montmartre 3-\nArc p1", p1=f"{start} gold bonus1 end:francs").play("move arc Montmartre:3")
    assert g.legal("track") == ["track none"]
    g.refuses("track 18", "P46")
    before = g.play(means).francs("p1")
    g.play("track 18")
    assert g.francs("p1") == before - price


@pytest.mark.rule("P46")
@pytest.mark.parametrize("value", ["4", "5", "8"])
def test_no_bonus_move_at_other_values(box: Box, value: str) -> None:
    g = arrive(box, value, "50F")
    assert g.asked() is None
    g.refuses("track 18", "P46")


@pytest.mark.rule("P46")
def test_an_8_gives_vp(box: Box) -> None:
    g = arrive(box, "8")
    assert g.vp("p1") == g.points("p1") == box.data["buildings"]["vp_for_8"]
    for value in VALUES[:-1]:
        assert arrive(box, value).vp("p1") == 0


@pytest.mark.rule("P46")
def test_the_numbers_of_the_bundled_edition() -> None:
    buildings = Box(None).data["buildings"]
    assert buildings["bonus_move_free"] == [1, 2]
    assert buildings["bonus_move_paid"] == {"value": 3, "francs": 2}
    assert buildings["vp_for_8"] == 2


@pytest.mark.rule("P46")
def test_the_question_is_dropped_when_nothing_can_be_taken(box: Box) -> None:
    assert arrive(box, "1", track="").asked() is None
    assert arrive(box, "1", "meeple=30").asked() is None
    assert arrive(box, "1", "used18", track="18").asked() is None
    assert arrive(box, "3", "meeple=30").asked() is None
    last = arrive(box, "1", "bonus17", track="18")
    assert last.asked() == "track"
    last.play("use 17 take 18")  # the last tile that answered it
    assert last.asked() is None


@pytest.mark.rule("P46")
def test_the_bonus_move_is_decided_before_anything_else(box: Box) -> None:
    g = arrive(box, "1", "hand=1")
    for step in ("done", "vp none", "section done", "draw 1", "key arc"):
        g.refuses(step, "P46")


# ---- P47: sections ---------------------------------------------------------------------------------------------


def at_landmark(box: Box, mark: str, has: str) -> Scene:
    g = box.position("Arc p1", p1=f"{box.fare(mark)} {has}")
    return g.play(f"move arc Chaillot:{mark}")


@pytest.mark.rule("P47")
@pytest.mark.parametrize("mark", LANDMARKS)
def test_each_section_is_filled_once_with_a_matching_prestige(box: Box, mark: str) -> None:
    wanted = Counter(box.sections(mark))
    many = " ".join(f"{good} {good} {good} {good}" for good in PRESTIGE)
    g = at_landmark(box, mark, many)
    if not wanted:
        assert g.asked() is None
        return
    for good in PRESTIGE:
        for n in range(wanted[good]):
            before = g.vp("p1")
            g.play(f"section {good} with token")
            assert g.vp("p1") == before + box.section_vp[good]
            assert g.tokens("p1")[good] == 3 - n
        if g.asked():
            g.refuses(f"section {good} with token", "P47")
    assert g.asked() is None  # every section is filled
    assert g.supply() == +box.cost(mark)  # prestige leaves the game
    assert g.points("p1") == g.vp("p1") == sum(box.section_vp[good] for good in box.sections(mark))


SOURCES = [("token", ""), ("bonus8", "bonus8"), ("bonus19", "bonus19"), ("end", "end:")]


@pytest.mark.rule("P47")
@pytest.mark.parametrize("good", PRESTIGE)
@pytest.mark.parametrize(("source", "held"), SOURCES)
def test_sections_are_filled_from_each_kind_of_source(box: Box, good: str, source: str, held: str) -> None:
    mark = next(mark for mark in LANDMARKS if good in box.sections(mark))
    has = good if source == "token" else f"end:{good}" if source == "end" else held
    g = at_landmark(box, mark, has)
    name = f"end:{good}" if source == "end" else source
    kinds = {kind for kind in box.sections(mark) if name.startswith("bonus") or kind == good}
    assert g.legal("section") == sorted([*(f"section {kind} with {name}" for kind in kinds), "section done"])
    g.play(f"section {good} with {name}")
    assert g.vp("p1") == box.section_vp[good]
    assert g.tokens("p1") == {}
    assert g.ends("p1") == {}
    assert g.unused("p1") == []
    assert g.of("p1")["half"] == ([19] if source == "bonus19" else [])


@pytest.mark.rule("P47")
def test_filling_sections_is_optional(box: Box) -> None:
    mark = box.full_landmark()
    good, *_others = box.sections(mark)
    g = at_landmark(box, mark, "bronze silver gold_prestige")
    g.play(f"section {good} with token", "section done")
    assert g.vp("p1") == box.section_vp[good]
    assert g.asked() is None
    g.refuses(f"section {good} with token", "P47")


@pytest.mark.rule("P47")
def test_a_source_that_one_does_not_have_is_refused(box: Box) -> None:
    mark = box.full_landmark()
    good, other = sorted(set(box.sections(mark)))[:2]
    g = at_landmark(box, mark, good)
    g.refuses(f"section {other} with token", "P47")
    g.refuses(f"section {other} with bonus8", "P53")
    g.refuses(f"section {other} with end:{other}", "P71")
    for step in ("done", "track none", "vp none", "key arc"):
        g.refuses(step, "P47")


@pytest.mark.rule("P47")
def test_the_question_is_dropped_when_no_source_is_left(box: Box) -> None:
    """At once where there is none, or while it is asked: the last prestige is sold."""
    mark = box.full_landmark()
    good = box.sections(mark)[0]
    assert at_landmark(box, mark, "").asked() is None
    g = at_landmark(box, mark, good)
    assert g.asked() == "section"
    g.play(f"sell {good}")
    assert g.asked() is None
    assert g.can("done")


@pytest.mark.rule("P47")
def test_prestige_gained_or_spent_while_filling_counts(box: Box) -> None:
    """The pair that was given up fills nothing more; the tile that was taken does."""
    mark = next(mark for mark in LANDMARKS if box.sections(mark).count("bronze") >= 2)
    g = at_landmark(box, mark, "bronze bronze bonus23")
    assert g.play("use 23").asked() == "pair"
    assert g.play("pair bronze").asked() is None
    g = at_landmark(box, mark, "bronze bonus17").play("use 17 take 8")
    assert g.can("section bronze with bonus8")
    g.play("section bronze with bonus8", "section bronze with token")
    assert g.vp("p1") == 2 * box.section_vp["bronze"]


@pytest.mark.rule("P47")
def test_no_section_where_no_prestige_matches(box: Box) -> None:
    mark = next(mark for mark in LANDMARKS if len(set(box.sections(mark))) == 1)
    others = " ".join(good for good in PRESTIGE if good not in box.sections(mark))
    assert at_landmark(box, mark, others).asked() is None


# ---- P48: every arrival gives these again ----------------------------------------------------------------------


@pytest.mark.rule("P48")
@pytest.mark.parametrize("value", ["1", "8"])
def test_every_arrival_gives_everything_again_but_the_token(box: Box, value: str) -> None:
    g = box.position(f"Montmartre {value}\nArc p1 p2", p1=box.fare(value), p2=f"{box.fare(value)} bonus16")
    for seat in ("p1", "p2"):
        g.play(f"move arc Montmartre:{value}")
        assert g.tokens(seat) == ({box.token(value): 1} if seat == "p1" else {})
        if value == "1":
            assert g.asked() == "track"
            g.play("track none")
        else:
            assert g.vp(seat) == box.data["buildings"]["vp_for_8"]
        g.play("done", "draw 1")


@pytest.mark.rule("P48")
def test_an_arrival_on_a_vacated_property_gives_again(box: Box) -> None:
    g = box.position("Montmartre 1:p1 4\nArc p2", p1=box.fare("4", "1"), p2=box.fare("1"))
    g.play("move Montmartre:1 Montmartre:4", "done", "draw 1", "move arc Montmartre:1")
    assert g.asked() == "track"
    assert g.tokens("p2") == {}


@pytest.mark.rule("P48")
def test_a_landmark_s_sections_are_filled_anew(box: Box) -> None:
    mark = box.full_landmark()
    has = f"{box.fare(mark)} {' '.join(box.sections(mark))}"
    steps = [f"section {good} with token" for good in box.sections(mark)]
    g = box.position("Arc p1 p2", p1=f"{has} bonus16", p2=f"{has} bonus16")
    g.play(f"move arc Chaillot:{mark}", *steps, "done", "draw 1", f"move arc Chaillot:{mark}", *steps)
    assert g.vp("p1") == g.vp("p2") == sum(box.section_vp[good] for good in box.sections(mark))


@pytest.mark.rule("P48")
def test_a_second_arrival_of_the_same_player_gives_again(box: Box) -> None:
    g = box.position("Montmartre 1:p1\nArc p1", p1=f"{box.fare('1')} bonus9").play("move arc Montmartre:1")
    assert g.asked() == "track"
    assert g.tokens("p1") == {}


# ---- P49: VP tiles ---------------------------------------------------------------------------------------------

THREE = "Montmartre 1:p2 2:p2 3:p2 4-"


def fourth(box: Box, city: str = THREE, has: str = "", **more: str) -> Scene:
    """p1's key has come from the Arc to Montmartre's 4."""
    g = box.position(f"{city}\nArc p1", p1=f"{box.fare('4')} {has}", **more)
    return g.play("move arc Montmartre:4")


@pytest.mark.rule("P49")
def test_on_the_fourth_key_any_vp_tile_may_go_into_any_district(box: Box) -> None:
    g = fourth(box)
    assert g.asked() == "vp"
    every = [f"vp {tile} {district}" for tile in PRIZES for district in DISTRICTS]
    assert g.legal("vp") == sorted([*every, "vp none"])
    g.play("vp 16 Chaillot")
    assert g.prize("Chaillot") == "16"
    assert g.prize("Montmartre") is None
    assert g.prizes_left() == [tile for tile in PRIZES if tile != "16"]
    assert g.asked() is None


@pytest.mark.rule("P49")
def test_only_remaining_vp_tiles_go_into_districts_without_one(box: Box) -> None:
    g = fourth(box, f"{THREE}\nChaillot vp:20\nBelleville vp:14")
    free = [district for district in DISTRICTS if district not in ("Chaillot", "Belleville")]
    left = [tile for tile in PRIZES if tile not in ("20", "14")]
    assert g.legal("vp") == sorted([*(f"vp {tile} {d}" for tile in left for d in free), "vp none"])
    g.refuses("vp 20 Montmartre", "P49")
    g.refuses("vp 18 Chaillot", "P49")


@pytest.mark.rule("P49")
def test_the_vp_tile_may_be_forgone_for_good(box: Box) -> None:
    g = fourth(box, f"{THREE} 5-\nArc p2", p2=box.fare("5")).play("vp none")
    assert g.prizes_left() == list(PRIZES)
    assert g.asked() is None
    g.refuses("vp 20 Montmartre", "P49")
    g.play("done", "draw 1", "move arc Montmartre:5")
    assert g.asked() is None  # it is the fifth key


@pytest.mark.rule("P49")
def test_the_third_key_brings_no_vp_tile(box: Box) -> None:
    assert fourth(box, "Montmartre 1:p2 2:p2 4-").asked() is None


@pytest.mark.rule("P49")
def test_keys_of_all_players_count_on_buildings_and_landmarks(box: Box, players: int) -> None:
    others = [SEATS[(1 + i) % players] for i in range(3)]
    g = box.position(
        f"Montmartre 1:{others[0]} 5:{others[1]} L12:{others[2]} 4-\nArc p1", players=players, p1=box.fare("4")
    )
    assert g.play("move arc Montmartre:4").asked() == "vp"


@pytest.mark.rule("P49")
def test_keys_in_the_bank_do_not_count(box: Box) -> None:
    assert fourth(box, "Montmartre 1:p2 2:p2 4- bank:p1+p2").asked() is None


@pytest.mark.rule("P49")
def test_keys_of_other_districts_do_not_count(box: Box) -> None:
    assert fourth(box, "Montmartre 1:p2 2:p2 4-\nChaillot 1:p2 2:p2").asked() is None


@pytest.mark.rule("P49")
@pytest.mark.parametrize("city", ["Montmartre 1:p1+p1 2:p2 4-", "Montmartre 1:p1+p2 2:p2 4-"])
def test_two_on_one_property_count_as_two(box: Box, city: str) -> None:
    assert fourth(box, city).asked() == "vp"


@pytest.mark.rule("P49")
def test_a_climb_within_the_district_brings_no_vp_tile(box: Box) -> None:
    for others in ("1:p2 2:p2", "1:p2 2:p2 3:p2"):
        g = box.position(f"Montmartre {others} 4:p1 5-", p1=box.fare("5", "4")).play("move Montmartre:4 Montmartre:5")
        assert g.asked() is None


@pytest.mark.rule("P49")
@pytest.mark.parametrize("start", ["arc", "bank:Montmartre"])
def test_an_entry_from_a_bank_or_the_arc_brings_the_vp_tile(box: Box, start: str) -> None:
    g = box.position(f"{THREE} bank:p1\nArc p1", p1=box.fare("4")).play(f"move {start} Montmartre:4")
    assert g.asked() == "vp"


@pytest.mark.rule("P49")
def test_the_vp_tile_is_asked_for_last(box: Box) -> None:
    """After the bonus move, or after the sections."""
    g = box.position("Montmartre 1 2:p2 3:p2 4:p2\nArc p1", p1=box.fare("1")).play("move arc Montmartre:1")
    assert g.asked() == "track"
    g.refuses("vp 20 Chaillot", "P46")
    assert g.play("track 18").asked() == "vp"
    mark = box.full_landmark()
    good = box.sections(mark)[0]
    g = box.position("Montmartre 1:p2 2:p2 3:p2\nArc p1", p1=f"{box.fare(mark)} {good}")
    assert g.play(f"move arc Montmartre:{mark}").asked() == "section"
    g.refuses("vp none", "P47")
    assert g.play("section done").asked() == "vp"
    for step in ("done", "key arc", "track none", "section done"):
        g.refuses(step, "P49")


@pytest.mark.rule("P49")
def test_the_vp_tile_is_always_asked_for(box: Box) -> None:
    """Even where no tile is left, or every district has one."""
    g = fourth(box, prizes="")
    assert g.legal("vp") == ["vp none"]
    city = "\n".join(f"{d} vp:{tile}" for d, tile in zip(DISTRICTS, PRIZES, strict=True) if d != "Montmartre")
    g = fourth(box, f"{THREE} vp:{PRIZES[DISTRICTS.index('Montmartre')]}\n{city}")
    assert g.legal("vp") == ["vp none"]


@pytest.mark.rule("P49")
def test_only_the_active_player_is_asked(box: Box) -> None:
    g = fourth(box).play("vp none", "done")
    assert g.seat == "p2"
    g.play("draw 1").refuses("vp 20 Chaillot", "P49")
