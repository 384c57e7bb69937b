"""A worker whose bots fail in every possible way; `real` and the usual names are the real bots."""

from __future__ import annotations

import os
import sys
import time

from lutetia.server.jobs import worker

real = worker.bot


class Bad:
    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view, legal, clock=None):
        if self.name == "crash":
            os._exit(3)
        if self.name == "hang":
            time.sleep(600)
        if self.name == "error":
            raise RuntimeError("no idea")
        if self.name == "chatter":
            print("a word that must not be taken for an answer")
            return legal[0]
        return {"illegal": "castle", "number": 7}.get(self.name)


def bot(name, seed=0):
    return Bad(name) if name in ("crash", "hang", "error", "illegal", "number", "chatter") else real(name, seed)


worker.bot = bot
if os.environ.get("DIE_AT_START"):
    sys.exit(1)
worker.main()
