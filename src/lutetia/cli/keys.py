"""Single keys from the terminal, by name."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SEQUENCES = {
    b"\x1b[C": "right", b"\x1bOC": "right", b"\x1b[B": "down", b"\x1bOB": "down", b"\x1b[6~": "down",
    b"\x1b[D": "left", b"\x1bOD": "left", b"\x1b[A": "up", b"\x1bOA": "up", b"\x1b[5~": "up",
    b"\x1b[H": "home", b"\x1bOH": "home", b"\x1b[1~": "home", b"\x1b[7~": "home",
    b"\x1b[F": "end", b"\x1bOF": "end", b"\x1b[4~": "end", b"\x1b[8~": "end",
    b"\x1b": "escape", b"\r": "enter", b"\n": "enter", b"": "end of input", b"\x04": "end of input",
}  # fmt: skip


@contextmanager
def keys() -> Iterator[Callable[[], str]]:
    """A function that waits for the next key: a letter in lower case, or a name in SEQUENCES.

    On a platform without termios it reads lines, and the first letter of each is the key.
    """
    try:
        import termios
        import tty
    except ImportError:
        yield lambda: (sys.stdin.readline()[:1] or "q").lower()
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        yield lambda: name_of(os.read(terminal, 8))
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def name_of(typed: bytes) -> str:
    """The key that sends these bytes."""
    return SEQUENCES.get(typed) or typed[:1].decode("ascii", errors="replace").lower()
