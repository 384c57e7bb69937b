"""The consoles of the command line: what a terminal can show, and the signs for one that can show little."""

from __future__ import annotations

import codecs
import os
import sys
from functools import lru_cache
from typing import TextIO

from rich.console import Console

from lutetia.terminal.palette import ASCII


def out() -> Console:
    """Standard output. Colours as rich finds them; NO_COLOR and dumb terminals have none."""
    return Console(highlight=False, markup=False, emoji=False)


def err() -> Console:
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def clears(console: Console) -> bool:
    """Whether the screen can be cleared and drawn anew."""
    return console.is_terminal and not console.is_dumb_terminal


def clear(console: Console) -> None:
    """An empty screen; nothing of before can be scrolled back to."""
    if clears(console):
        console.file.write("\x1b[H\x1b[2J\x1b[3J")
        console.file.flush()
    else:
        console.print("\n" * 50)


def ink(console: Console, on_dark: str, on_light: str) -> str:
    """A colour for text on the terminal's own ground, which is often light and mostly unknown."""
    return on_light if _light_ground() else on_dark


@lru_cache(maxsize=1)
def _light_ground() -> bool:
    """Terminals that tell their colours say `COLORFGBG=0;15`; the last number is the ground."""
    ground = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return ground in ("7", "15")


def soften() -> None:
    """Replace what the output's encoding cannot hold by plain signs, rather than fail."""
    codecs.register_error("lutetia", _plainer)
    for stream in (sys.stdout, sys.stderr):
        _reconfigure(stream)


def _reconfigure(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="lutetia")


def _plainer(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end].translate(ASCII)
    return "".join(sign if sign.isascii() else "?" for sign in signs), error.end
