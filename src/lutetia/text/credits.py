"""Who made the published games, as their rulebooks name them: for the about page and the end of the rules."""

from __future__ import annotations

from dataclasses import dataclass

from lutetia.core.i18n import N_, _, all_or_english
from lutetia.core.json_types import Json
from lutetia.games import manifest

HEADING = N_("Credits")
NAMED = N_("The rulebooks that we know name these people and companies:")
NO_AFFILIATION = N_(
    "Lutetia is not affiliated with the authors, artists and publishers of the games, and not endorsed by them. The "
    "texts and pictures here are our own; none is taken from a rulebook."
)


def credits(game: str) -> list[Json]:
    """Roles in the reader's language, each with its names."""
    return [{"role": _(credit.role), "names": list(credit.names)} for credit in manifest(game).credits]


@dataclass(frozen=True)
class CreditsText:
    """The credits for the end of the rules: `text` is Markdown; English unless all of it is translated."""

    heading: str
    text: str
    language: str


def credits_text(game: str) -> CreditsText | None:
    """None if the game names nobody."""
    named = manifest(game).credits
    if not named:
        return None
    language, said = all_or_english((HEADING, NAMED, NO_AFFILIATION, *(credit.role for credit in named)))
    lines = [f"- {said(credit.role)}: {', '.join(credit.names)}" for credit in named]
    return CreditsText(said(HEADING), "\n\n".join((said(NAMED), "\n".join(lines), said(NO_AFFILIATION))), language)
