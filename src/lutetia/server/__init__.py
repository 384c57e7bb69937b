"""The server: games for guests and members, live or by correspondence, with bots.

The event log is the only source of truth. A step is checked, committed and only then announced. Positions are rebuilt
from the log and cached. Nothing here knows the rules of a game.

Packages, from top to bottom; each imports only from those below it (import-linter checks this):
`http`, `services.py`, `cluster`, `live` / `jobs` / `ops`, `people`, `store`, `tasks`, `play`, then `errors.py`,
`ids.py`, `rate_limit.py`.
"""

import sys
from importlib.util import find_spec

from lutetia.core.errors import MissingExtra
from lutetia.core.i18n import _

if find_spec("fastapi") is None and sys.platform != "emscripten":  # a browser runs only `play`, which does not need it
    raise MissingExtra(_("the server needs more packages: {command}", command="pip install 'lutetia[server]'"))
