"""The help in a game quotes only what can be typed at that moment."""

from __future__ import annotations

import re

import pytest

import lutetia
from lutetia.bots import bot
from lutetia.terminal.entry import parse
from lutetia.terminal.ui import ui_for


@pytest.mark.parametrize("name", lutetia.games())
def test_every_example_works(name: str) -> None:
    game, player, ui = lutetia.new(name, seed=3), bot("random", 3), ui_for(name)
    seen = set()
    while not game.over:
        legal = game.legal()
        view = game.view(game.seat)
        example = ui.example(legal)
        for quoted in re.findall("“([^”]+)”", example):
            menu = ui.main_menu(view, legal, {}, small=False)
            parsed = parse(quoted, menu, legal, ui)
            assert parsed.steps or parsed.command, (example, legal[:5])
        seen.add(re.sub("“[^”]+”", "…", example))
        game.play(player.choose(view, legal))
    assert len(seen) > 1, "it depends on the position"
