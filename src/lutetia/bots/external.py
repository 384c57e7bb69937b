"""Bots in any language: our side of the subprocess protocol, one JSON object per line (docs/arena.md).

→ {"type": "hello", "protocol": 1, "game": "NAME", "seat": "blue", "options": {…}, "seed": 5}
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
from pathlib import Path
from typing import Any

from lutetia.bots.fault import BotFault
from lutetia.bots.subprocess_lines import LineProcess
from lutetia.core.errors import shown
from lutetia.core.i18n import _
from lutetia.core.json_types import Json

PROTOCOL = 1
PREFIX = "cmd:"
DEFAULT_MS = 10_000
STARTUP_SECONDS = 10.0
"""Extra time for the first answer: interpreters and virtual machines start slowly."""


class ExternalBot:
    """A bot in a process of its own, for one game. If the process dies or hangs, the next question restarts it.

    Every question contains the whole view, so a restart loses nothing but the process's own memory.
    """

    def __init__(self, command: Sequence[str], seed: int = 0) -> None:
        self._command = tuple(command)
        self._seed = seed
        self._process: LineProcess | None = None
        self._asked = 0

    def choose(self, view: Json, legal: list[str], clock: dict[str, Any] | None = None) -> str:
        """The program's answer; it may be illegal. Raises BotFault if there is no valid answer in time."""
        ms = int(clock["ms"]) if clock else DEFAULT_MS
        deadline = time.monotonic() + ms / 1000
        if self._process is None:
            self._process = LineProcess(self._command)
            self._send(self._process, self._hello(view))
            deadline += STARTUP_SECONDS
        self._asked += 1
        self._send(self._process, {"type": "choose", "id": self._asked, "view": view, "legal": legal, "ms": ms})
        try:
            return self._answer(self._process, deadline)
        except BotFault as fault:
            fault.said = self._process.last_words()
            if fault.kind in ("late", "dead") or not self._process.running:
                self.close()
            raise

    def end(self, result: Json | None) -> None:
        """Send the result and let the program exit. Never raises."""
        if self._process is not None:
            self._send(self._process, {"type": "end", "result": result})
            self._process.shut_down()
            self._process = None

    def close(self) -> None:
        """Kill the program."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def _answer(self, process: LineProcess, deadline: float) -> str:
        """The answer to the last question. Empty lines and late answers to earlier questions are skipped."""
        while True:
            line = process.read_line(deadline)
            if not line.strip():
                continue
            answer = _parsed(line)
            if isinstance(answer, dict) and type(answer.get("id")) is int:
                if answer["id"] < self._asked:
                    continue
                if answer["id"] == self._asked and isinstance(answer.get("step"), str):
                    return str(answer["step"])
                if answer["id"] == self._asked and isinstance(answer.get("error"), str):
                    raise BotFault("error", shown(answer["error"], 200))
            raise BotFault("garbage", shown(line.decode("utf-8", "replace")))

    def _hello(self, view: Json) -> Json:
        return {
            "type": "hello",
            "protocol": PROTOCOL,
            "game": view["game"],
            "seat": view["viewer"],
            "options": view["options"],
            "seed": self._seed,
        }

    @staticmethod
    def _send(process: LineProcess, message: Json) -> None:
        process.send(json.dumps(message, separators=(",", ":")).encode())


def command_of(name: str) -> list[str]:
    """The command in a name like `cmd:python3 my_bot.py`. Raises ValueError if it cannot be run."""
    try:
        words = shlex.split(name.removeprefix(PREFIX))
    except ValueError as error:
        raise ValueError(_("{name}: {why}", name=shown(name), why=str(error))) from None
    if not words:
        raise ValueError(_("cmd: needs a program, as in cmd:./my_bot or 'cmd:python3 my_bot.py'"))
    if shutil.which(words[0]) is None:
        raise ValueError(_("{name}: {program} cannot be run", name=shown(name), program=shown(words[0])))
    return words


def short_name(name: str) -> str:
    """A bot's name; of a command only its file, the last of those in it."""
    if not name.startswith(PREFIX):
        return name
    paths = [Path(word) for word in shlex.split(name.removeprefix(PREFIX))]
    return PREFIX + next((path.name for path in reversed(paths) if path.is_file()), name.removeprefix(PREFIX))


def _parsed(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
