"""Draw docs/pictures/terminal.svg, the picture of the README, from a real game: `python scripts/picture.py`."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

from rich.console import Console

import lutetia
from lutetia.cli.screen import Screen, show

ROOT = Path(__file__).parent.parent


def main() -> None:
    record = json.loads((ROOT / "tests" / "lumiere-position.json").read_text())
    view = lutetia.replay(record).view("orange")
    console = Console(
        record=True, width=118, height=44, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    show(console, Screen(view, players={"orange": "you", "blue": "bot"}, viewer="orange", recent=["c3"]))
    picture = re.sub(
        r"@font-face \{.*?\}\s*", "", console.export_svg(title="./play"), flags=re.DOTALL
    )  # no outside fonts
    (ROOT / "docs" / "pictures" / "terminal.svg").write_text(picture.replace("Fira Code", "DejaVu Sans Mono"))


if __name__ == "__main__":
    main()
