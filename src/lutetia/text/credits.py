"""Who made the published games, as their rulebooks name them: for the about page and the end of the rules."""

from __future__ import annotations

from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.games import manifest

NAMED = N_("The rulebooks that we know name these people and companies:")
NO_AFFILIATION = N_(
    "Lutetia is not affiliated with the authors, artists and publishers of the games, and not endorsed by them. The "
    "texts and pictures here are our own; none is taken from a rulebook."
)


def credits(game: str) -> list[Json]:
    """Roles in the reader's language, each with its names."""
    return [{"role": _(credit.role), "names": list(credit.names)} for credit in manifest(game).credits]


def credits_text(game: str) -> str:
    """The credits as Markdown for the end of the rules; "" if the game names nobody."""
    lines = [f"- {credit['role']}: {', '.join(credit['names'])}" for credit in credits(game)]
    return "\n\n".join((_(NAMED), "\n".join(lines), _(NO_AFFILIATION))) if lines else ""
