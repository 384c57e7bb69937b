"""Golden playthroughs: whole games with drawn boards. `python tests/test_golden.py` writes them anew; read the diff."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "lumiere"))

import lutetia

from drawing import draw
from tables import new, walk

GOLDEN = Path(__file__).parent / "golden"
PLAYTHROUGHS = {
    "lumiere-starter": ("lumiere starter", 1889),
    "lumiere-further": ("lumiere further", 1890),
    "lumiere-two-tiles": ("lumiere two tiles", 1892),
    "lumiere-second-edition": ("lumiere second edition", 1893),
}


def playthrough(table: str, seed: int) -> str:
    """The game in text: set-up, each turn with its legal steps, each seat's board, the result and the score sheet."""
    game = new(table, seed)
    record = game.record()
    lines = [f"{table}, seed {seed}", f"options {record['options']}", f"setup {record['setup']}", ""]
    for step in walk(game, random.Random(seed)):
        legal = game.legal()
        position = game.view(None)["position"]
        if position["phase"] == "building" or len(record["turns"]) % 6 == 0:
            lines += [draw(game.view(game.seat)), ""]
        shown = legal if len(legal) <= 12 else [*legal[:5], "…", *legal[-5:]]
        lines.append(f"{game.seat} may: {len(legal)} steps: {' · '.join(shown)}")
        change = {seat: change["total"] for seat, change in game.preview(step).items() if change["total"]}
        lines += [f"{game.seat} plays: {step}" + (f"  {change}" if change else ""), ""]
        record["turns"].append(step)
    lines += [draw(game.view(None)), "", f"result {game.result()}", ""]
    for seat, sheet in game.score().items():
        lines.append(f"{seat}:")
        for building in sheet["lit"]["buildings"]:
            lamps = " ".join(building["lamps"])
            worth = f"{building['size']}×{len(building['lamps'])} = {building['points']}"
            lines.append(f"  {building['name']} {worth}  lamps {lamps}")
        lines.append(f"  group {sheet['group']['points']}: {' '.join(sheet['group']['spaces'])}")
        lines.append(f"  unbuilt {sheet['unbuilt']['points']}: {' '.join(sheet['unbuilt']['buildings'])}")
        for card, earned in sheet["postcards"]["cards"].items():
            lines.append(f"  {card} {earned['points']}: {' '.join(earned['spaces'])}")
    return "\n".join(line.rstrip() for text in lines for line in text.split("\n")) + "\n"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_golden_playthrough(name):
    written = (GOLDEN / f"{name}.txt").read_text()
    assert playthrough(*PLAYTHROUGHS[name]) == written


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthroughs_meet_what_they_are_for(name):
    """A playthrough that never used its variant would be worth nothing."""
    table, seed = PLAYTHROUGHS[name]
    game = new(table, seed)
    for _step in walk(game, random.Random(seed)):
        pass
    steps = [step.split(" ")[0] for turn in game.record()["turns"] for step in turn["steps"]]
    assert {"tile", "take", "build", "card", "place"} <= set(steps)
    assert lutetia.replay(game.record()).over


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, (table, seed) in PLAYTHROUGHS.items():
        (GOLDEN / f"{name}.txt").write_text(playthrough(table, seed))
