"""A worker process: reads one JSON question per line and writes one JSON answer per line.

After an answer with a `size` so many bytes follow: content that the server only passes on. The process ends when its
input ends, so a server that is killed leaves no workers behind. What a bot prints goes to stderr.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import sys
import threading
from dataclasses import asdict

from lutetia.bots import bot
from lutetia.bots.fault import BotFault
from lutetia.core.errors import shown
from lutetia.core.i18n import language
from lutetia.core.json_types import Json
from lutetia.server import json_bytes
from lutetia.server.errors import Refused


def main() -> None:
    """Answer until the input ends. The argument is the process's niceness."""
    with contextlib.suppress(OSError, AttributeError):  # not available on every system
        os.nice(int(sys.argv[1]))
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    questions: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    while True:
        reply = answer(json.loads(questions.get()))
        content = b""
        if isinstance(reply.get("result"), bytes):
            content = reply.pop("result")
            reply["size"] = len(content)
        try:
            answers.write(json.dumps(reply, default=repr, separators=(",", ":")).encode() + b"\n" + content)
            answers.flush()
        except BrokenPipeError:  # the server was killed meanwhile
            os._exit(0)


def _listen(questions: queue.SimpleQueue[bytes]) -> None:
    """Runs in its own thread, so that the end of the input ends the process even if a bot hangs."""
    for line in sys.stdin.buffer:
        questions.put(line)
    os._exit(0)


def answer(question: Json) -> Json:
    """`{"id", "result"}`, or `{"id", "fault": [kind, detail]}`; for the kinds see bots/fault.py.

    If a task refuses what was asked: `{"id", "refused": {"status", "code", "text", "rule"}}`, with a text for people.
    """
    language.set(question.get("language"))
    try:
        return {"id": question["id"], "result": _answer(question)}
    except BotFault as fault:
        return {"id": question["id"], "fault": [fault.kind, fault.detail]}
    except Refused as refused:
        return refusal(question, refused)
    except Exception as error:
        return {"id": question["id"], "fault": ["error", shown(f"{type(error).__name__}: {error}", 200)]}


def refusal(question: Json, refused: Refused) -> Json:
    """The answer to a question that is refused."""
    return {"id": question["id"], "refused": {"status": refused.status, **refused.body()["error"]}}


def _answer(question: Json) -> object:
    if question["do"] == "choose":
        player = bot(question["bot"], question["seed"])
        try:
            return player.choose(question["view"], question["legal"], {"ms": question["ms"]})
        finally:
            if close := getattr(player, "close", None):  # an external program
                close()
    if question["do"] == "draw":
        from lutetia.drawing import replay_page

        return replay_page(question["record"], question["names"]).encode()
    if question["do"] == "task":
        from lutetia.server import tasks

        return json_bytes.dumps(tasks.find(question["task"])(*question["arguments"]))
    if question["do"] == "suggest":
        from lutetia.bots import hints  # not needed to play, and slow to import

        return asdict(hints.suggest(question["view"], question["seed"]))
    from lutetia.bots import analysis

    return analysis.carry_out(question["record"], question["task"])


if __name__ == "__main__":
    main()
