"""Draw the pictures of the README and the docs, docs/pictures/*.svg, from real games: `python scripts/picture.py`."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

from rich.console import Console

import lutetia
from lutetia.bots import bot
from lutetia.terminal.screen import Screen, show

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"


def draw(name: str, screen: Screen) -> None:
    """One screen of the terminal as a picture, without the fonts that rich would fetch from elsewhere."""
    console = Console(
        record=True, width=120, height=46, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    show(console, screen)
    picture = re.sub(r"@font-face \{.*?\}\s*", "", console.export_svg(title="./play"), flags=re.DOTALL)
    (PICTURES / f"{name}.svg").write_text(picture.replace("Fira Code", "DejaVu Sans Mono"))


def main() -> None:
    game = lutetia.replay(json.loads((ROOT / "tests" / "lumiere-position.json").read_text()))
    (PICTURES / "drawing-lumiere.svg").write_text(game.svg("orange"), "utf-8")
    draw("terminal", Screen(game.view("orange"), {"orange": "you", "blue": "bot"}, "orange", recent=["c3"]))
    game = lutetia.new("paris", seed=5, players=3)
    player = bot("greedy", 3)
    while len(game.record()["turns"]) < 52:
        game.play(player.choose(game.view(game.seat), game.legal()))
    (PICTURES / "drawing-paris.svg").write_text(game.svg("p1"), "utf-8")
    draw("terminal-paris", Screen(game.view("p1"), {"p1": "you", "p2": "bot", "p3": "bot"}, "p1"))


if __name__ == "__main__":
    main()
