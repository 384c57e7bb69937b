"""`lutetia worker` whose bots never answer, so that it is killed or interrupted while it thinks."""

from __future__ import annotations

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
    from lutetia.server.jobs.queue import JobQueue

    JobQueue.__init__.__kwdefaults__["command"] = (sys.executable, __file__, "bot")
    cli.main()
