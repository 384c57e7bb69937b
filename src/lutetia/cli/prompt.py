"""Reading lines from the player, with editing, history and tab completion on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import ModuleType

Complete = Callable[[str], Sequence[str]]
"""A callable (line up to the cursor) -> the words that can complete it."""


class Prompt:
    """Reads lines. Raises EOFError at the end of input and KeyboardInterrupt on Ctrl-C, as `input` does."""

    def __init__(self) -> None:
        self._complete: Complete = lambda _line: []
        self._found: list[str] = []
        self._readline = _readline() if sys.stdin.isatty() and sys.stdout.isatty() else None
        if self._readline:
            self._readline.set_completer(self._word)
            self._readline.set_completer_delims(" ")
            libedit = "libedit" in (self._readline.__doc__ or "")
            self._readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    def ask(self, question: str, complete: Complete | None = None) -> str:
        """Read one line; `complete` serves the tab key."""
        self._complete = complete or (lambda _line: [])
        sys.stdout.flush()
        return input(question)

    def _word(self, text: str, state: int) -> str | None:
        """readline's callback: the state-th completion."""
        if state == 0 and self._readline:
            line = self._readline.get_line_buffer()[: self._readline.get_endidx()]
            found = list(self._complete(line))
            self._found = [f"{found[0]} "] if len(found) == 1 else found
        return self._found[state] if state < len(self._found) else None


def _readline() -> ModuleType | None:
    """The module, or None if the platform does not have it."""
    try:
        import readline
    except ImportError:
        return None
    return readline
