"""A real (pseudo-)terminal for tests: what a person types and sees, and the saved game."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect

from lutetia.core import record as records

from .helpers import COMMAND

PROMPT = r"[\r\n](?:\x1b\[\?2004h)?> "
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]")
CLEARED = "\x1b[H\x1b[2J"


class Terminal:
    """A session of the command: type, and read what is shown up to the next prompt."""

    game = "lumiere"

    def __init__(self, home: Path, arguments: tuple[object, ...], env: dict[str, str], size: tuple[int, int]) -> None:
        self.home = home
        everything = os.environ | {"TERM": "xterm-256color"} | env
        self.child = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], *map(str, arguments)],
            encoding="utf-8",
            env=everything,
            dimensions=size,
            timeout=60,
        )

    def until(self, pattern: str = PROMPT) -> str:
        """What is shown before the pattern, without escape sequences."""
        self.child.expect(pattern)
        self.raw = str(self.child.before)
        return ESCAPES.sub("", self.raw)

    def type(self, text: str, pattern: str = PROMPT) -> str:
        """Type a line, and what is shown up to the next prompt."""
        self.child.send(text + "\n")
        return self.until(pattern)

    def ended(self) -> str:
        """What is shown up to the end; the session must end well."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        assert self.child.exitstatus == 0
        return ESCAPES.sub("", str(self.child.before))

    @property
    def record(self) -> dict[str, Any]:
        """The game as it is kept at this moment."""
        found: dict[str, Any] = records.load(self.home / "state" / "lutetia" / f"{self.game}.json")
        return found

    @property
    def steps(self) -> list[str]:
        return [step for turn in self.record["turns"] for step in turn["steps"]]


Start = Callable[..., Terminal]


def terminals(home: Path, kind: type[Terminal]) -> Iterator[Start]:
    """A function that starts sessions of this kind. They are closed at the end."""
    started: list[Terminal] = []

    def start(*arguments: object, size: tuple[int, int] = (40, 100), **env: str) -> Terminal:
        started.append(kind(home, arguments, env, size))
        return started[-1]

    yield start
    for terminal in started:
        terminal.child.close(force=True)
