"""`lutetia worker` whose bots never answer, so that it is killed or interrupted while it thinks.

With BROKEN in the environment, asking a bot fails by an error of the server; with UNSTORABLE, storing its step does.
"""

from __future__ import annotations

import os
import sys
import time

if sys.argv[1:2] == ["bot"]:
    from lutetia.server.jobs import worker

    class Slow:
        def choose(self, view, legal, clock=None):
            time.sleep(600)

    worker.bot = lambda name, seed=0: Slow()
    del sys.argv[0]
    worker.main()
else:
    from lutetia import cli
    from lutetia.server.errors import StorageError
    from lutetia.server.jobs import pool
    from lutetia.server.jobs.queue import JobQueue

    async def fail(*_question, **_more):
        raise RuntimeError("planted")

    async def fail_to_store(*_question, **_more):
        raise StorageError

    JobQueue.__init__.__kwdefaults__["command"] = (sys.executable, __file__, "bot")
    pool.START_SECONDS = 1.0
    if os.environ.get("BROKEN"):
        JobQueue.choose = fail
    if os.environ.get("UNSTORABLE"):
        JobQueue.choose = fail_to_store
    cli.main()
