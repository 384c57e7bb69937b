"""Golden playthroughs: whole games with drawn boards.

`python tests/core/test_golden.py` rewrites them; read the diff.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

import pytest

import lutetia

from configurations import new, walk
from games.lumiere import drawing as lumiere
from games.paris.rules import drawing as paris

GOLDEN = Path(__file__).parent / "golden"
PLAYTHROUGHS = {
    "lumiere-starter": ("lumiere starter", 1889),
    "lumiere-further": ("lumiere further", 1890),
    "lumiere-two-tiles": ("lumiere two tiles", 1892),
    "lumiere-second-edition": ("lumiere second edition", 1893),
    "paris-two": ("paris for two", 1889),
    "paris-three-closed": ("paris for three, closed", 1890),
    "paris-four": ("paris for four", 1891),
    "paris-advanced": ("paris advanced", 1892),
    "paris-any-district": ("paris any district", 1893),
    "paris-both-variants": ("paris both variants", 1894),
}
DRAW = {"lumiere": lumiere.draw, "paris": paris.draw}
MEETS = {
    "lumiere": {"tile", "take", "build", "card", "place"},
    "paris": {"draw", "key", "move", "track", "use", "end", "done"},
}


def playthrough(configuration: str, seed: int) -> str:
    """A game as text: set-up, each step with the legal steps, boards, result and score sheet."""
    game = new(configuration, seed)
    draw = DRAW[game.ruleset.game]
    record = game.record()
    lines = [f"{configuration}, seed {seed}", f"options {record['options']}", f"setup {record['setup']}", ""]
    for number, step in enumerate(walk(game, random.Random(seed))):
        legal = game.legal()
        if number % 20 == 0 or (game.ruleset.game == "lumiere" and game.kernel.phase == 2):
            lines += [draw(game.view(game.seat)), ""]
        shown = legal if len(legal) <= 12 else [*legal[:5], "…", *legal[-5:]]
        lines.append(f"{game.seat} may: {len(legal)} steps: {' · '.join(shown)}")
        change = {seat: change["total"] for seat, change in game.preview(step).items() if change["total"]}
        lines += [f"{game.seat} plays: {step}" + (f"  {change}" if change else ""), ""]
    lines += [draw(game.view(None)), "", f"result {json.dumps(game.result())}", ""]
    lines += [f"{seat}: {json.dumps(page, ensure_ascii=False)}" for seat, page in game.score().items()]
    return "\n".join(line.rstrip() for text in lines for line in text.split("\n")) + "\n"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_golden_playthrough(name):
    written = (GOLDEN / f"{name}.txt").read_text()
    assert playthrough(*PLAYTHROUGHS[name]) == written


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_each_playthrough_uses_its_variant(name):
    """A playthrough that never uses its variant would prove nothing."""
    configuration, seed = PLAYTHROUGHS[name]
    game = new(configuration, seed)
    for _step in walk(game, random.Random(seed)):
        pass
    steps = [step.split(" ")[0] for turn in game.record()["turns"] for step in turn["steps"]]
    assert MEETS[game.ruleset.game] <= set(steps)
    assert lutetia.replay(game.record()).over


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, (configuration, seed) in PLAYTHROUGHS.items():
        (GOLDEN / f"{name}.txt").write_text(playthrough(configuration, seed))
