"""A process that thinks for the server: one JSON question per line comes in, one JSON answer goes out.

It ends when its input does, so a server that is killed leaves none behind. What a bot prints goes to the error output.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import sys
import threading
from dataclasses import asdict
from typing import Any

from lutetia.bots import bot
from lutetia.bots.fault import BotFault
from lutetia.core import i18n
from lutetia.core.errors import shown

NICENESS = 5
"""Thinking gives way to the doors."""
Json = dict[str, Any]


def main() -> None:
    """Answer until the input ends."""
    with contextlib.suppress(OSError, AttributeError):  # where there is no such thing, all are equal
        os.nice(NICENESS)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    questions: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    while True:
        said = answer(json.loads(questions.get()))
        try:
            answers.write(json.dumps(said, default=repr, separators=(",", ":")).encode() + b"\n")
            answers.flush()
        except BrokenPipeError:  # the server was killed while this was thought out
            os._exit(0)


def _listen(questions: queue.SimpleQueue[bytes]) -> None:
    """A thread of its own, so that the end of the input ends even a bot that hangs."""
    for line in sys.stdin.buffer:
        questions.put(line)
    os._exit(0)


def answer(question: Json) -> Json:
    """`{"id", "said"}`, or `{"id", "fault": [kind, detail]}`; the kinds are those of bots/fault.py."""
    try:
        return {"id": question["id"], "said": _said(question)}
    except BotFault as fault:
        return {"id": question["id"], "fault": [fault.kind, fault.detail]}
    except Exception as error:
        return {"id": question["id"], "fault": ["error", shown(f"{type(error).__name__}: {error}", 200)]}


def _said(question: Json) -> object:
    if question["do"] == "choose":
        player = bot(question["bot"], question["seed"])
        try:
            return player.choose(question["view"], question["legal"], {"ms": question["ms"]})
        finally:
            if close := getattr(player, "close", None):  # a bot that is a program of its own
                close()
    if question["do"] == "draw":
        from lutetia.drawing import replay_page

        i18n.language.set(question["language"])
        return replay_page(question["record"], question["names"])
    from lutetia.bots import analysis  # not needed to play, and slow to import

    if question["do"] == "suggest":
        return asdict(analysis.suggest(question["view"], question["seed"]))
    return analysis.judge(question["record"], question["at"])


if __name__ == "__main__":
    main()
