"""Bots in any language: our side of the subprocess protocol, one JSON per line. docs/arena.md tells both sides.

→ {"type": "hello", "protocol": 1, "game": "lumiere", "seat": "blue", "options": {…}, "seed": 5}
→ {"type": "choose", "id": 1, "view": {…}, "legal": ["take L4", …], "ms": 10000}
← {"id": 1, "step": "take L4"}
→ {"type": "end", "result": {…}}
"""

from __future__ import annotations

import json
import shlex
import shutil
import time
from collections.abc import Sequence
from typing import Any

from lutetia.bots.fault import BotFault
from lutetia.bots.program import Program
from lutetia.core.errors import shown
from lutetia.core.i18n import _

PROTOCOL = 1
PREFIX = "cmd:"
USUAL_MS = 10_000
START = 10.0
"""Seconds that a program just started has beyond its time: interpreters and virtual machines are slow to wake."""


class External:
    """A bot that is a program of its own. It plays one game; ended or hung, it is started anew at the next question.

    The program is told everything with each question, so starting it anew loses nothing but what it had thought.
    """

    def __init__(self, command: Sequence[str], seed: int = 0) -> None:
        self._command = tuple(command)
        self._seed = seed
        self._program: Program | None = None
        self._asked = 0

    def choose(self, view: dict[str, Any], legal: list[str], clock: dict[str, Any] | None = None) -> str:
        """What the program answers, unchecked. Raises BotFault when it answers nothing, or no answer."""
        ms = int(clock["ms"]) if clock else USUAL_MS
        deadline = time.monotonic() + ms / 1000
        if self._program is None:
            self._program = Program(self._command)
            self._send(self._program, self._hello(view))
            deadline += START
        self._asked += 1
        self._send(self._program, {"type": "choose", "id": self._asked, "view": view, "legal": legal, "ms": ms})
        try:
            return self._answer(self._program, deadline)
        except BotFault as fault:
            if fault.kind in ("late", "dead") or not self._program.running:
                self.close()
            raise

    def end(self, result: dict[str, Any] | None) -> None:
        """Tell the result and let the program leave. Never raises."""
        if self._program is not None:
            self._send(self._program, {"type": "end", "result": result})
            self._program.leave()
            self._program = None

    def close(self) -> None:
        """End the program at once."""
        if self._program is not None:
            self._program.kill()
            self._program = None

    def _answer(self, program: Program, deadline: float) -> str:
        """The answer to the last question; late ones to earlier questions, and empty lines, are passed over."""
        while True:
            line = program.line(deadline)
            if not line.strip():
                continue
            said = _parsed(line)
            if isinstance(said, dict) and type(said.get("id")) is int:
                if said["id"] < self._asked:
                    continue
                if said["id"] == self._asked and isinstance(said.get("step"), str):
                    return str(said["step"])
                if said["id"] == self._asked and isinstance(said.get("error"), str):
                    raise BotFault("error", shown(said["error"], 200))
            raise BotFault("garbage", shown(line.decode("utf-8", "replace")))

    def _hello(self, view: dict[str, Any]) -> dict[str, Any]:
        return {
            "type": "hello",
            "protocol": PROTOCOL,
            "game": view["game"],
            "seat": view["viewer"],
            "options": view["options"],
            "seed": self._seed,
        }

    @staticmethod
    def _send(program: Program, message: dict[str, Any]) -> None:
        program.send(json.dumps(message, separators=(",", ":")).encode())


def words_of(name: str) -> list[str]:
    """The command of a name like `cmd:python3 my_bot.py`. Raises ValueError where none can be run."""
    try:
        words = shlex.split(name.removeprefix(PREFIX))
    except ValueError as error:
        raise ValueError(_("{name}: {why}", name=shown(name), why=str(error))) from None
    if not words:
        raise ValueError(_("cmd: needs a program, as in cmd:./my_bot or 'cmd:python3 my_bot.py'"))
    if shutil.which(words[0]) is None:
        raise ValueError(_("{name}: {program} cannot be run", name=shown(name), program=shown(words[0])))
    return words


def _parsed(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
