"""The server: games that survive anything, for guests and members, live or by turns, with bots at the table.

The log of events is the only truth. A step is checked, committed, and only then told; positions are rebuilt from the
log and kept in a bounded cache. Nothing here knows how a game is played.
"""

from importlib.util import find_spec

from lutetia.core.errors import MissingExtra
from lutetia.core.i18n import _

if find_spec("fastapi") is None:
    raise MissingExtra(_("the server needs further packages: {command}", command="pip install 'lutetia[server]'"))
