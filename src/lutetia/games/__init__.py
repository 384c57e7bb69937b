"""The registry of games: the two that come with Lutetia, and plug-ins from the entry point group `lutetia.games`.

Each game is one folder with a manifest. Shared code asks the registry and names no game. A plug-in's entry point has
the game's name and refers to its `Manifest`.

`lutetia.games()` is part of the public API, and importing this package makes it the value of `lutetia.games`. That is
why the package can be called.
"""

from __future__ import annotations

import sys
import warnings
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any

from lutetia.core.edition import Source, check_game, read
from lutetia.core.errors import shown, with_guess
from lutetia.core.i18n import _
from lutetia.core.manifest import Manifest, ManifestError
from lutetia.core.ruleset import Ruleset

GROUP = "lutetia.games"
BUILT_IN = {
    "lumiere": "lutetia.games.lumiere",
    "paris": "lutetia.games.paris",
}


def names() -> list[str]:
    """The names of all games, sorted."""
    return sorted({*BUILT_IN, *_plugins()})


@cache
def manifest(game: object) -> Manifest:
    """The manifest of a game. Raises ValueError that lists the games for an unknown name."""
    if not isinstance(game, str) or game not in names():
        fault = _("there is no game {name}; there are: {known}", name=shown(game), known=", ".join(names()))
        raise ValueError(with_guess(fault, game, names()))
    if game in BUILT_IN:
        found: Manifest = import_module(BUILT_IN[game]).MANIFEST
        return found
    return _plugins()[game]


def manifests() -> list[Manifest]:
    """All manifests, sorted by name."""
    return [manifest(name) for name in names()]


def ruleset(
    game: str, *, rules: int | None = None, edition: Source = None, options: Any = None, players: int = 2
) -> Ruleset[Any]:
    """The ruleset of a game. Raises ValueError that names what is allowed, EditionError with every fault."""
    make = manifest(game).load("ruleset")
    data = read(edition)
    if data is not None:
        check_game(data, game, names())
    found: Ruleset[Any] = make(rules=rules, edition=data, options=options, players=players)
    return found


@cache
def _plugins() -> dict[str, Manifest]:
    """The plug-ins by name. One that cannot be loaded is left out with a warning, so that the others still work."""
    found = {}
    for entry in entry_points(group=GROUP):
        try:
            loaded = entry.load()
            if entry.name in BUILT_IN:
                raise ManifestError("a plug-in cannot replace a game that comes with Lutetia")
            if not isinstance(loaded, Manifest) or loaded.name != entry.name:
                raise ManifestError(f"{entry.value} is not the manifest of a game with this name")
        except Exception as error:
            warnings.warn(f"the plug-in {entry.name} of {GROUP} cannot be used: {error}", RuntimeWarning, stacklevel=2)
        else:
            found[entry.name] = loaded
    return found


class _CallableModule(ModuleType):
    def __call__(self) -> list[str]:
        return names()


sys.modules[__name__].__class__ = _CallableModule
