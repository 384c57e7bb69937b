"""`explain` says about an observation what the view of the same seat says."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

import numpy as np
import pytest

import lutetia
from lutetia.core.ruleset import Ruleset
from lutetia.envs import pettingzoo
from lutetia.envs.explain import explain
from lutetia.envs.observations import ObservationBuilder
from lutetia.envs.parts import Axis, Part, described
from lutetia.envs.vector import VectorEnv

from configurations import CONFIGURATIONS, new, walk

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))

from site_observations import observations_page

SEATS = ("me", "the next seat", "the second next", "the third next")


def told(builder: ObservationBuilder, game: lutetia.Game, seat: int) -> dict[str, set[str]]:
    """The lines by their titles, each as the set of its words."""
    lines = explain(builder.observation(game.kernel, seat), builder.parts)
    split = [line.split(": ", 1) for line in lines]
    assert len({title for title, _words in split}) == len(split)
    return {title: set(words.split(", ")) for title, words in split}


def samples(name: str, games: int):
    for seed in range(games):
        rng = random.Random(seed)
        game = new(name, seed)
        for _step in walk(game, rng):
            if rng.random() < 0.1:
                yield game
        yield game


def counted(counts: dict[str, int]) -> set[str]:
    return {f"{word} = {n}" for word, n in counts.items() if n}


@pytest.mark.parametrize("name", [name for name in CONFIGURATIONS if name.startswith("lumiere")])
def test_lumiere_is_told_as_the_view_shows_it(name, sample):
    builder = ObservationBuilder(new(name, 0).ruleset)
    for game in samples(name, sample(2, 30)):
        for number, me in enumerate(game.ruleset.seats):
            rival = game.ruleset.seats[1 - number]
            shown, lines = game.view(me)["position"], told(builder, game, number)
            assert lines["phase"] == {shown["phase"]}
            assert ("my turn" in lines) == (game.seat == me)
            assert ("i began" in lines) == (game.first == me)
            for kind, plane in ((me, "my"), (rival, "rival"), ("mixed", "mixed")):
                paved = {space for space, found in shown["paving"].items() if found == kind}
                assert lines.get(f"board, {plane} paving", set()) == paved
            for kind, plane in (("printed", "printed lamps"), ("lamp", "lamp"), ("large-lamp", "large lamp")):
                standing = {lamp["space"] for lamp in shown["lamps"] if lamp["kind"] == kind}
                if kind == "printed":
                    assert standing <= lines.get(f"board, {plane}", set()), "others are built over"
                else:
                    assert lines.get(f"board, {plane}", set()) == standing
            for building in shown["buildings"]:
                title = "garden" if building["name"] == "garden" else f"building {building['name']}"
                assert lines[f"board, {title}"] == set(building["spaces"])
                if building["owner"] is not None:
                    whose = "my" if building["owner"] == me else "rival"
                    assert set(building["spaces"]) <= lines[f"board, {whose} buildings"]
            for piece in shown["pieces"]:
                assert lines[f"board, {piece['name'].replace('-', ' ')}"] == set(piece["spaces"])
                if piece["facing"]:
                    assert lines["statue faces"] == {piece["facing"]}
            assert lines.get("free squares", set()) == set(shown["squares"])
            assert lines.get("supply", set()) == set(shown["supply"])
            assert lines.get("my hand", set()) == {f"tile {tile}" for tile in shown["held"][me]}
            for seat, whose in ((me, "mine"), (rival, "the rival's")):
                assert lines.get(f"reserves, {whose}", set()) == set(shown["reserve"][seat])
                assert lines.get(f"unplaced, {whose}", set()) == {f"tile {tile}" for tile in shown["unplaced"][seat]}
                owned = {card["name"] for card in shown["postcards"] if card["owner"] == seat}
                assert lines.get(f"postcards, {whose}", set()) == owned
                for title, n in (("tokens", shown["tokens"][seat]), ("points", shown["scores"][seat]["total"])):
                    assert (f"{whose} = {n}" in lines.get(title, set())) == (n != 0)
            assert lines["postcards, in play"] == {card["name"] for card in shown["postcards"]}
            opened = {card["name"] for card in shown["postcards"] if card["state"] == "open"}
            assert lines.get("postcards, open", set()) == opened
            if shown["question"] and shown["question"]["build"]:
                assert lines["lifted"] == {shown["question"]["build"]}
            elif shown["question"]:
                assert lines["carried out"] == {shown["question"]["card"]}


@pytest.mark.parametrize("name", [name for name in CONFIGURATIONS if name.startswith("paris")])
def test_paris_is_told_as_the_view_shows_it(name, sample):
    builder = ObservationBuilder(new(name, 0).ruleset)
    for game in samples(name, sample(1, 6)):
        seats = game.ruleset.seats
        for number, me in enumerate(seats):
            shown, lines = game.view(me)["position"], told(builder, game, number)
            districts = shown["districts"]
            for s, stack in enumerate(shown["stacks"], 1):
                back = {f"back {stack['back']}"} if stack["back"] else set()
                assert lines.get(f"stacks, stack {s}", set()) == counted({"tiles left": stack["left"]}) | back
            drawn = {f"{home}:{value}" for stack in shown["stacks"] for home, value in stack["drawn"]}
            assert lines.get("drawn", set()) == drawn
            spaces = {(home, value): s for home, d in districts.items() for value, s in d["buildings"].items()}
            for title, fact in (("buildings", "type"), ("tokens beside", "token"), ("tokens dealt", "dealt")):
                found = {f"{home}:{value} {space[fact]}" for (home, value), space in spaces.items() if space[fact]}
                assert lines.get(title, set()) == found
            for home, district in districts.items():
                assert lines.get(f"landmarks, {home}", set()) == set(district["landmarks"])
            assert lines.get("display", set()) == {f"L{value}" for value in shown["display"]}
            assert lines.get("vp tiles left", set()) == {f"VP tile {tile[0]}" for tile in shown["vp_tiles"]}
            in_districts = {f"{home} VP tile {d['vp_tile'][0]}" for home, d in districts.items() if d["vp_tile"]}
            assert lines.get("vp tiles", set()) == in_districts
            assert counted(shown["supply"]) == lines.get("supply", set())
            assert lines["track"] == {f"space {s} tile {tile['number']}" for s, tile in enumerate(shown["track"], 1)}
            copies = {f"tile {tile['number']} = {tile['left']}" for tile in shown["track"] if tile["left"]}
            assert lines.get("copies", set()) == copies
            assert lines.get("end tiles left", set()) == counted({"tiles": shown["end_tiles"]["left"]})
            kinds = shown["end_tiles"]["kinds"]
            assert lines.get("end tiles", set()) == ({"unknown"} if kinds is None else counted(kinds))
            if shown["question"]:
                asked = [line for line in lines if line.startswith("asked")]
                assert lines[asked[-1]] == {shown["question"]["ask"]}
            if shown["turns_left"] is None:
                assert lines["turns left"] == {"the last round has not begun"}
            else:
                assert lines.get("turns left", set()) == counted({"turns": shown["turns_left"]})
            assert lines.get("my points", set()) == counted({"points": shown["scores"][me]["total"]})
            for i, title in enumerate(SEATS[: len(seats)]):
                seat = seats[(number + i) % len(seats)]
                _seat_is_told(lines, title, seat, shown)


def _seat_is_told(lines: dict[str, set[str]], title: str, seat: str, shown: dict) -> None:
    has = shown["seats"][seat]
    expected = counted({"VP": has["vp"], "meeple on space": has["meeple"], "keys in reserve": has["reserve"]})
    expected |= {"key on the Arc"} if seat in shown["arc"] else set()
    expected |= {f"used tile {tile}" for tile in has["used"]}
    for home, district in shown["districts"].items():
        if seat in district["bank"]["keys"]:
            expected.add(f"key on the bank of {home}")
        for name, there in (district["buildings"] | district["landmarks"]).items():
            if seat in there["keys"]:
                expected.add(f"key on {home}:{name}")
            if there["keys"].count(seat) == 2:
                expected.add(f"second key on {home}:{name}")
    assert lines.get(f"in view, {title}", set()) == expected
    behind = lines.get(f"behind screens, {title}", set())
    if has["francs"] is None:
        assert behind == {"unknown"}
    else:
        tiles = {f"unused tile {tile}" for tile in has["unused"]}
        counts = {"francs": has["francs"], "keys in hand": has["hand"], "end-game tiles": has["end_count"]}
        assert behind == counted(counts | has["tokens"]) | tiles
    held = lines.get(f"end tiles held, {title}", set())
    assert held == ({"unknown"} if has["ends"] is None else counted(has["ends"]))


def test_every_form_is_explained_alike():
    many = VectorEnv("paris", 3, seed=2)
    parts = VectorEnv("paris", 3, seed=2, observation="dict")
    rows = many.observe()
    lines = many.explain(rows)
    assert lines == parts.explain(parts.observe()) == [many.explain(row) for row in rows]
    assert lines[0] != lines[1]
    for form in ("dict", "flat"):
        env = pettingzoo.raw_env("paris", observation=form)
        env.reset(seed=4)
        observation = env.observe(env.agent_selection)
        assert env.explain(observation) == env.explain(observation["observation"])
        full = env.explain(observation, everything=True)
        assert len(full) > len(env.explain(observation))
        assert sum(line.count(",") for line in full) > 2000
    with pytest.raises(ValueError, match=r"a row of \d+ numbers is needed"):
        many.explain(np.zeros(5))


def test_zeros_are_told_when_everything_is():
    part = described("tokens", "", Axis("side", ("mine", "the rival's")), scale=4)
    flag = described("my turn", "", Axis("flag", ("yes",)))
    plain = Part("x", (2, 2))
    row = np.array([0.5, 0, 0, 0, 1, 0, 0], np.float32)
    assert explain(row, (part, flag, plain)) == ["tokens: mine = 2", "x, 0: 1"]
    assert explain(row, (part, flag, plain), everything=True) == [
        "tokens: mine = 2, the rival's = 0",
        "my turn: no",
        "x, 0: not 0, 1",
        "x, 1: not 0, not 1",
    ]


def test_the_reference_lists_every_element():
    page = observations_page()
    for name in ("lumiere starter", "paris for two", "paris for four"):
        at = 0
        for part in ObservationBuilder(new(name, 0).ruleset).parts:
            last = at + part.size - 1
            row = next(
                line for line in page.splitlines() if line.startswith(f"| `{part.name}` | ") and part.meaning in line
            )
            assert re.search(rf"\b{at}–{last}\b" if last > at else rf"\b{at}\b", row.split("|")[2]), part.name
            assert re.search(r"[^ ] \|$", row), "it has an example"
            at = last + 1
            for axis in part.axes:
                for i, label in enumerate(axis.labels):
                    scale = f" (scale {axis.scales[i]})" if axis.scales and axis.scales[i] > 1 else ""
                    assert label == "not used" or f"`{i}` {label}{scale}" in page, f"{part.name}, {label}"


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_every_element_has_a_meaning(name):
    ruleset: Ruleset = new(name, 0).ruleset
    for part in ObservationBuilder(ruleset).parts:
        assert part.meaning, part.name
        assert len(part.axes) == len(part.shape)
        for axis in part.axes:
            used = [label for label in axis.labels if label != "not used"]
            assert len(set(used)) == len(used), f"{part.name}: two indices of {axis.name} mean the same"


def test_axes_must_fit_the_shape():
    with pytest.raises(TypeError, match="other lengths"):
        Part("tokens", (3,), axes=(Axis("side", ("mine", "the rival's")),))


def test_a_row_of_another_shape_is_refused():
    env = VectorEnv("paris", 2, seed=7)
    with pytest.raises(ValueError, match=r"a row of \d+ numbers is needed, not \(3,\)"):
        env.explain(np.zeros(3))
