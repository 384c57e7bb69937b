"""Numbers that the kernel and the notation share: the same in both, and in the order of the names."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import lutetia
from lutetia.core.pure import Finder
from lutetia.games.paris.rules import bonus, notation
from lutetia.games.paris.rules.edition import edition
from lutetia.games.paris.text import log, steps


def uncompiled(name: str) -> ModuleType:
    """A module loaded from its .py file, because constants of a compiled module cannot be read."""
    path = Path(lutetia.__file__).parent.joinpath(*name.split(".")).with_suffix(".py")
    spec = importlib.util.spec_from_file_location(f"plain_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    kept = {key: sys.modules.pop(key) for key in list(sys.modules) if key.startswith("lutetia.")}
    sys.meta_path.insert(0, Finder())
    try:
        spec.loader.exec_module(module)
    finally:
        sys.meta_path.pop(0)
        for key in [key for key in sys.modules if key.startswith("lutetia.")]:
            del sys.modules[key]
        sys.modules.update(kept)
    return module


def test_the_kernel_knows_the_same_numbers() -> None:
    kernel = uncompiled("games.paris.rules.kernel")
    steps = "BUY DONE DRAW END KEY MOVE PAIR PAY SECTION SELL SITE TRACK USE VP BANK ARC TOKEN END_TILE"
    ways = "GAIN PER_VALUE PER_LANDMARK PER_TYPES PER_UNUSED EXTRA_KEY TAKE_ANY TAKE_BACK PAIRS"
    assert {name: getattr(kernel, name) for name in steps.split()} == {
        name: getattr(notation, name) for name in steps.split()
    }
    assert {name: getattr(kernel, name) for name in ways.split()} == {
        name: getattr(bonus, name) for name in ways.split()
    }
    for number in (9, 10, 16, 21, 27):
        assert getattr(kernel, f"TILE_{number}") == 1 << bonus.PLACE[number]
    assert bonus.PLACE[23] == kernel.PAIR_TILES
    assert bonus.PLACE[24] == kernel.PAIR_TILES + 1
    for good in ("gold", "marble", "wood"):
        assert getattr(kernel, good.upper()) == bonus.GOODS.index(good)
    assert all((bonus.GOODS.index(good) & 1) == (good in bonus.RESOURCES) for good in bonus.GOODS)


def test_words_and_numbers_are_inverse_and_sorted() -> None:
    for source in (None, Path(__file__).parent / "altered.toml"):
        spoken = notation.Notation(edition(source))
        assert list(spoken.texts) == sorted(set(spoken.texts))
        assert all(spoken.texts[number] == text == spoken.steps[number].text for text, number in spoken.numbers.items())


def test_end_game_tiles_name_the_amount_of_the_edition() -> None:
    """The name of an end-game tile with francs has the amount of its edition."""
    data = edition(Path(__file__).parent / "altered.toml").data
    assert log.predicate("use end:francs", data, {}) == "uses the end-game tile 5 F"
    assert log.predicate("end vp1", edition(None).data, {}) == "takes the end-game tile 1 VP"


def test_the_action_is_optional_only_in_the_extra_round() -> None:
    """P21, P72: the round in which the last end-game tile is taken is finished like any other."""
    game = lutetia.new("paris", seed=1, players=3)
    game.play(game.legal()[0])
    view, legal = game.view("p1"), game.legal()
    asked = {
        last: steps.question(view | {"position": view["position"] | {"phase": "action", "last_round": last}}, legal)
        for last in (False, True)
    }
    assert asked[True] == "You may take one more action." != asked[False]
