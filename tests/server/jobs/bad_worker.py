"""A worker whose bots fail in every possible way; `real` and the usual names are the real bots.

Records that are no records, such as {"crash": …}, make the check of a record fail in the same ways.
"""

from __future__ import annotations

import os
import sys
import time

from lutetia.server.jobs import worker
from lutetia.server.tasks import positions

real, check_record = worker.bot, positions.check_record


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


def check(content):
    (failure,) = content if len(content) == 1 else ("",)
    return Bad(failure).choose(None, []) if failure else check_record(content)


worker.bot, positions.check_record = bot, check
if os.environ.get("DIE_AT_START"):
    sys.exit(1)
worker.main()
