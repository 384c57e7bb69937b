"""What several commands share: which game is meant, options, reading a record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from lutetia.cli.door import Trouble
from lutetia.core.words import _

if TYPE_CHECKING:
    from lutetia.core.game import Game


def chosen_game(name: str | None) -> str:
    """The game's name; the only one there is where none is given."""
    import lutetia

    known = lutetia.games()
    if name is None and len(known) == 1:
        return known[0]
    if name not in known:
        found = _("no game is named") if name is None else _("there is no game {name}", name=name)
        raise Trouble(_("{found}; there are: {known}", found=found, known=", ".join(known)))
    return name


def options_of(postcards: str | None, two_tiles: bool, first: str | None) -> dict[str, Any]:
    """Options as the facade takes them; what is not given stays at its default."""
    options: dict[str, Any] = {}
    if postcards:
        plain = postcards in ("starter", "random")
        options["postcards"] = postcards if plain else [name.strip() for name in postcards.split(",") if name.strip()]
    if two_tiles:
        options["two_tiles"] = True
    if first:
        options["first"] = first
    return options


def replayed(path: Path) -> Game:
    """The game at a file's end. Raises Trouble that names the file and what is wrong with it."""
    import lutetia
    from lutetia.core import record as records

    try:
        return lutetia.replay(records.load(path))
    except lutetia.RecordError as error:
        raise Trouble(f"{path}: {error}") from None


def core() -> str:
    """Whether the rules run compiled, in words."""
    from lutetia.games.lumiere import kernel

    compiled = not str(kernel.__file__).endswith(".py")
    return _("compiled core") if compiled else _("uncompiled core")
