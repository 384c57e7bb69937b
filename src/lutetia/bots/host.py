"""The program's side of the subprocess protocol, for bots written in Python.

`python -m lutetia.bots.host NAME` serves any known bot; your own script ends with `serve(MyBot)`. What a bot prints
goes to stderr, so it cannot corrupt the answers on stdout.
"""

from __future__ import annotations

import inspect
import json
import os
import sys
from collections.abc import Callable
from typing import BinaryIO

from lutetia.bots import Bot
from lutetia.core.errors import shown
from lutetia.core.i18n import _
from lutetia.core.json_types import Json

PROTOCOL = 1


def make_bot(make: Callable[..., Bot], seed: int) -> Bot:
    """Create a bot from a class or another callable; pass the seed if it has a parameter `seed`."""
    try:
        takes_seed = "seed" in inspect.signature(make).parameters
    except ValueError:  # compiled without a signature
        takes_seed = False
    return make(seed=seed) if takes_seed else make()


def serve(make: Callable[..., Bot]) -> None:
    """Answer questions until stdin ends. If the bot raises an exception, the answer reports it."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    _serve(make, sys.stdin.buffer, answers)


def _serve(make: Callable[..., Bot], questions: BinaryIO, answers: BinaryIO) -> None:
    seed = 0
    bot: Bot | None = None
    for line in questions:
        message = _message(line)
        kind = message.get("type")
        if kind == "hello":
            if message.get("protocol") != PROTOCOL:
                raise SystemExit(
                    _(
                        "unknown protocol {found}; expected {known}",
                        found=shown(message.get("protocol")),
                        known=PROTOCOL,
                    )
                )
            seed, bot = message.get("seed", 0), None
        elif kind == "end":
            bot = None
        elif kind == "choose":
            try:
                bot = bot or make_bot(make, seed)
                clock = {"ms": message["ms"]} if "ms" in message else None
                answer = {"id": message["id"], "step": bot.choose(message["view"], message["legal"], clock)}
            except Exception as error:
                answer = {"id": message.get("id"), "error": shown(f"{type(error).__name__}: {error}", 200)}
            answers.write(json.dumps(answer, default=repr).encode() + b"\n")
            answers.flush()


def _message(line: bytes) -> Json:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise SystemExit(_("not a message of the protocol: {line}", line=shown(line.decode("utf-8", "replace"))))
    return message


def main() -> None:
    """Serve the bot named on the command line."""
    from lutetia.bots import bot_factory

    if len(sys.argv) != 2:
        raise SystemExit(_("usage: python -m lutetia.bots.host NAME"))
    try:
        make = bot_factory(sys.argv[1])
    except ValueError as error:
        raise SystemExit(str(error)) from None
    serve(make)


if __name__ == "__main__":
    main()
