"""The games, each in a folder of its own; none knows another.

Calling this package tells their names: `lutetia.games()` is part of the facade, and importing a game makes this
package the value of `lutetia.games`.
"""

from __future__ import annotations

import sys
from types import ModuleType

FOLDERS = ("lumiere", "paris")


def names() -> list[str]:
    """The names of the games."""
    return sorted(FOLDERS)


class _Games(ModuleType):
    def __call__(self) -> list[str]:
        return names()


sys.modules[__name__].__class__ = _Games
