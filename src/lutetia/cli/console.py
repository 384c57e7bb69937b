"""The consoles of the command line, and ASCII output for encodings that cannot show more."""

from __future__ import annotations

import codecs
import sys
from io import TextIOWrapper

from rich.console import Console

from lutetia.terminal.palette import ASCII


def out() -> Console:
    """Standard output. rich decides about colours: none with NO_COLOR or on a dumb terminal."""
    return Console(highlight=False, markup=False, emoji=False)


def err() -> Console:
    """Standard error."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def can_clear(console: Console) -> bool:
    """Whether the screen can be cleared."""
    return console.is_terminal and not console.is_dumb_terminal


def clear(console: Console) -> None:
    """Clear the screen and the scrollback, so that nothing earlier can be read."""
    if can_clear(console):
        console.file.write("\x1b[H\x1b[2J\x1b[3J")
        console.file.flush()
    else:
        console.print("\n" * 50)


def replace_unencodable() -> None:
    """Let the standard streams replace characters that their encoding cannot represent, instead of failing."""
    codecs.register_error("lutetia", _to_ascii)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="lutetia")


def _to_ascii(error: UnicodeError) -> tuple[str, int]:
    """A codec error handler."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    characters = error.object[error.start : error.end].translate(ASCII)
    return "".join(character if character.isascii() else "?" for character in characters), error.end
