"""The bot of docs/arena.md that asks for estimates: it plays the same as a class and as a program."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import lutetia
from lutetia.bots import bot

PAGE = Path(__file__).parents[2] / "docs" / "arena.md"
SERVED = "from lutetia.bots.host import serve; serve(Thrifty)"


def test_a_bot_that_asks_for_estimates_plays_the_same_as_a_program(tmp_path):
    page = PAGE.read_text("utf-8")
    (block,) = re.findall(r"^```python\n([^`]*evaluate\([^`]*)^```", page, re.MULTILINE)
    assert SERVED in page, "the page says how to make it a program"
    lines = block.rstrip().splitlines()[:-2]
    (tmp_path / "thrifty.py").write_text("\n".join([*lines, SERVED]))
    known: dict = {}
    exec("\n".join(lines), known)
    program, twin = bot(f"cmd:{sys.executable} {tmp_path / 'thrifty.py'}", 5), known["Thrifty"](seed=5)
    game = lutetia.new("lumiere", seed=3)
    for _step in range(3):
        view, legal = game.view(game.seat), game.legal()
        step = program.choose(view, legal)
        assert step == twin.choose(view, legal, None)
        game.play(step)
    program.close()
