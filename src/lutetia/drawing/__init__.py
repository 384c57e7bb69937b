"""Positions as pictures, for everything that shows a game: the server, the command, the environments, notebooks.

| question | file |
|---|---|
| how does a game look? | lumiere.py and paris.py, with the symbols in the .svg beside each |
| which colours and letters? | mood.py, picture.css |
| a position as one SVG file? | still.py |
| … as pixels? | pixels.py, with the letters in fonts/ |
| a whole game as one HTML file? | page.py, page.* |
| what do the drawings share? | svg.py |
"""

from __future__ import annotations

from lutetia.drawing.page import replay_page
from lutetia.drawing.pixels import NoPixels, array, picture
from lutetia.drawing.still import everything, open_svg, svg

__all__ = ["NoPixels", "array", "everything", "open_svg", "picture", "replay_page", "svg"]
