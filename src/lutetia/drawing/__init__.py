"""Positions as pictures, for everything that shows a game: the server, the commands, the environments, notebooks.

| question | file |
|---|---|
| how is a game drawn? | games/<game>/drawing.py, with its symbols in drawing.svg |
| which colours and fonts? | theme.py, picture.css |
| a position as one SVG file? | position.py |
| … as pixels? | pixels.py, with the fonts in fonts/ |
| a whole game as one HTML file? | replay.py, replay.* |
| what do the drawings share? | svg.py |
"""

from __future__ import annotations

from lutetia.drawing.pixels import NoPixels, array, picture
from lutetia.drawing.position import open_svg, revealed, svg
from lutetia.drawing.replay import replay_page

__all__ = ["NoPixels", "array", "open_svg", "picture", "replay_page", "revealed", "svg"]
