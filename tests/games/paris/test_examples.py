"""The worked examples (P77), and some cases that the ruling text decides."""

from __future__ import annotations

from typing import Any

import pytest

import lutetia
from lutetia.core.kernel import StepList
from lutetia.games.paris.rules.bonus import GOODS, PLACE
from lutetia.games.paris.rules.notation import BITS


class Drawn:
    """A position: keys as {seat: [property, …]}, everything else by the kernel's field names."""

    def __init__(self, players: int, **options: Any) -> None:
        self.ruleset: Any = lutetia.ruleset("paris", players=players, options=options)
        self.notation = self.ruleset.notation
        self.kernel = self.ruleset.new_kernel()
        self.kernel.arrange({"seat": 0, "draw_due": False})

    def property(self, name: str) -> int:
        district, _colon, bit = name.partition(":")
        return BITS * self.notation.districts.index(district) + self.notation.bits.index(bit)

    def keys(self, held: dict[int, list[str]]) -> Drawn:
        """Put keys on properties, and the buildings and landmarks below them on the board."""
        k = self.kernel
        own, building, landmarks = list(k.own), list(k.building), list(k.landmarks)
        doubled, display = list(k.doubled), k.display
        for seat, names in held.items():
            for name in names:
                d, bit = divmod(self.property(name), BITS)
                if own[6 * seat + d] >> bit & 1:
                    doubled[seat] = self.property(name)
                own[6 * seat + d] |= 1 << bit
                if bit < 6:
                    building[6 * d + bit] = k.type_of_tile(6 * d + bit)
                else:
                    landmarks[d] |= 1 << bit
                    display &= ~(1 << bit)
        k.arrange({"own": own, "building": building, "landmarks": landmarks, "doubled": doubled, "display": display})
        return self

    def prize(self, district: str, first: int) -> Drawn:
        vp_in = list(self.kernel.vp_in)
        vp_in[self.notation.districts.index(district)] = [tile[0] for tile in self.notation.vp_tiles].index(first)
        self.kernel.arrange({"vp_in": vp_in})
        return self

    def won(self, district: str) -> list[int]:
        """What each seat would win in a district. Kernel and score sheet must agree."""
        rows = self.ruleset.score_sheet(self.kernel)["districts"][district]["standings"]
        points = {row["seat"]: row["points"] for row in rows}
        found = [self.kernel.points_of(s) for s in range(self.kernel.players)]
        assert found == [points[seat] for seat in self.ruleset.seats]
        return found

    def has(self, **fields: Any) -> Drawn:
        """Of the seat on turn: francs, tokens (by name), unused bonus tiles (numbers), arc."""
        k = self.kernel
        given: dict[str, Any] = {}
        if "francs" in fields:
            given["francs"] = [fields["francs"], *list(k.francs)[1:]]
        if "tokens" in fields:
            given["tokens"] = [fields["tokens"].get(good, 0) for good in GOODS] + list(k.tokens)[6:]
        if "unused" in fields:
            tiles = sum(1 << PLACE[number] for number in fields["unused"])
            given |= {"unused": [tiles, 0, 0, 0], "owned": [tiles, 0, 0, 0]}
        if "arc" in fields:
            given["arc"] = [fields["arc"], 0, 0, 0]
        k.arrange(given)
        return self

    def legal(self) -> list[str]:
        steps = StepList(len(self.ruleset.step_texts))
        self.kernel.list(steps)
        return steps.words(self.ruleset.step_texts)

    def play(self, *steps: str) -> Drawn:
        for step in steps:
            assert step in self.legal(), (step, self.legal())
            self.kernel.play(self.ruleset.step_ids[step])
        return self


def test_p77a_sums_decide_then_the_highest_property() -> None:
    b = "Batignolles"
    drawn = Drawn(4).keys(
        {0: [f"{b}:L11", f"{b}:2"], 1: [f"{b}:5", f"{b}:4", f"{b}:1"], 2: [f"{b}:L13"], 3: [f"{b}:3"]}
    )
    assert drawn.prize(b, 20).won(b) == [10, 5, 20, 0]
    rows = drawn.ruleset.score_sheet(drawn.kernel)["districts"][b]["standings"]
    assert [(row["seat"], row["by"]) for row in rows[:2]] == [("p3", "highest"), ("p1", "highest")]


def test_p77b_two_on_one_property_share_a_place_and_skip_the_next() -> None:
    m = "Montmartre"
    held = {0: ["L11", "5"], 1: ["L15", "3", "3"], 2: ["8"], 3: ["L15", "4", "2"]}
    drawn = Drawn(4).keys({seat: [f"{m}:{name}" for name in names] for seat, names in held.items()})
    assert drawn.prize(m, 16).won(m) == [4, 16, 0, 16]


def test_p77c_the_second_of_two_needs_half() -> None:
    b = "Belleville"
    drawn = Drawn(2).keys({0: [f"{b}:L12"], 1: [f"{b}:5"]}).prize(b, 18)
    assert drawn.won(b) == [18, 0]
    assert Drawn(2).keys({0: [f"{b}:L10"], 1: [f"{b}:5"]}).prize(b, 18).won(b) == [18, 9]


def test_p77d_a_climb_costs_the_difference() -> None:
    drawn = Drawn(2).keys({0: ["Montmartre:2"], 1: ["Montmartre:5"]})
    drawn.kernel.arrange({"own": [*[0] * 4, 1 << 1, 0, *[0] * 18]})
    assert drawn.has(francs=2).legal().count("move Montmartre:2 Montmartre:5") == 0
    drawn.has(francs=3).play("move Montmartre:2 Montmartre:5")
    assert drawn.kernel.francs[0] == 0


def test_p77e_a_landmark_costs_marble_and_gold_too() -> None:
    drawn = Drawn(2).keys({0: ["La-Villette:8"]})
    goal = "move La-Villette:8 La-Villette:L12"
    assert goal not in drawn.has(francs=4, tokens={"marble": 1}).legal()
    drawn.has(francs=4, tokens={"marble": 1, "gold": 1}).play(goal)
    assert (drawn.kernel.francs[0], sum(drawn.kernel.tokens)) == (0, 0)


def test_p77f_a_landmark_added_above_another_with_two_gold_sections() -> None:
    drawn = Drawn(2).keys({1: ["Belleville:L10"]}).has(arc=1, francs=15)
    drawn.has(tokens={"gold": 2, "marble": 1, "gold_prestige": 2})
    assert "move arc Belleville:L9" not in drawn.legal()
    drawn.play("move arc Belleville:L15", *["section gold_prestige with token"] * 2)
    assert (drawn.kernel.francs[0], drawn.kernel.vp[0]) == (0, 10)
    assert drawn.kernel.depth == 0


def test_p77g_tile_18_pays_for_buildings_of_value_4() -> None:
    drawn = Drawn(2).keys({0: ["Montmartre:4", "Chaillot:4", "Belleville:4"]}).has(unused=[18])
    assert drawn.play("use 18").kernel.vp[0] == 15


def test_p77h_tile_30_counts_types() -> None:
    names = ["Montmartre:1", "Montmartre:2", "La-Villette:1", "Montmartre:8", "Chaillot:1", "Montmartre:5"]
    drawn = Drawn(2).keys({0: [*names, "Montmartre:L9", "Chaillot:L10"]}).has(unused=[30])
    assert drawn.play("use 30").kernel.vp[0] == 15


def test_p43_a_source_is_open_only_if_the_rest_stays_payable() -> None:
    drawn = Drawn(2).has(arc=1, francs=12, tokens={"gold": 1}, unused=[10])
    drawn.play("move arc Chaillot:L12")  # a marble and a gold: tile 10 must be the marble
    assert drawn.kernel.depth == 0
    assert (list(drawn.kernel.tokens)[:6], drawn.kernel.unused[0]) == ([0] * 6, 0)


def test_p52_tiles_9_and_16_are_spent_only_where_needed() -> None:
    drawn = Drawn(2).keys({0: ["Chaillot:3"], 1: ["Chaillot:3", "Chaillot:5"]}).has(arc=1, francs=20, unused=[9, 16])
    drawn.play("move arc Chaillot:3")
    assert drawn.kernel.unused[0] == 0
    assert drawn.kernel.doubled[0] == drawn.property("Chaillot:3")


def test_p53_the_second_unit_of_tile_21_is_sold_at_the_best_price() -> None:
    drawn = Drawn(2).has(unused=[21], francs=0)
    drawn.kernel.arrange({"acted": True})
    drawn.play("sell wood from bonus21")
    assert "sell marble from bonus21" in drawn.legal()
    drawn.play("done")
    assert drawn.kernel.francs[0] == 2 + 4


@pytest.mark.parametrize(("players", "each"), [(2, 1), (3, 2), (4, 3)])
def test_p53_tile_20_counts_other_unused_tiles_not_halves(players: int, each: int) -> None:
    drawn = Drawn(players).has(unused=[9, 16, 19, 20, 27])
    drawn.play("sell bronze from bonus19", "use 20")
    assert drawn.kernel.vp[0] == 3 * each


def test_views_after_the_end_hide_nothing() -> None:
    import random

    game = lutetia.new("paris", seed=3, players=3, options={"screens": "closed"})
    rng = random.Random(3)
    while not game.over:
        game.play(rng.choice(game.legal()))
    for seat in (None, *game.ruleset.seats):
        view = game.view(seat)
        assert view["turns"] == game.record()["turns"]
        assert all(part["francs"] is not None for part in view["position"]["seats"].values())


def test_history_adds_up_to_the_result() -> None:
    import random

    game = lutetia.new("paris", seed=8, players=4)
    rng = random.Random(8)
    while not game.over:
        game.play(rng.choice(game.legal()))
    result, turns = game.result(), game.history()
    assert result is not None
    assert len(turns) == len(game.record()["turns"])
    for seat, vp in result["vp"].items():
        assert sum(turn["change"][seat]["total"] for turn in turns) == vp
