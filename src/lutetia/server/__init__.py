"""The server: games for guests and members, live or by correspondence, with bots.

The event log is the only source of truth. A step is checked, committed and only then announced. Positions are rebuilt
from the log and cached. Nothing here knows the rules of a game.

Packages, from top to bottom; each imports only from those below it (import-linter checks this):
`http`, `services.py`, `live` / `jobs` / `ops`, `people`, `store`, `play`, then `errors.py`, `ids.py`, `rate_limit.py`.
"""
