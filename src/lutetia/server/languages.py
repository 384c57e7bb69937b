"""The languages the house speaks, and which of them somebody understands."""

from __future__ import annotations

from functools import cache, lru_cache

from babel import negotiate_locale

from lutetia.core.words import CATALOGUES, DOMAIN

OURS = ("en", "pl", "pt", "cs")


@cache
def languages() -> list[str]:
    """Our own, then whatever else has a catalogue."""
    found = {path.parent.parent.name for path in CATALOGUES.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")}
    return [*OURS, *sorted(found - set(OURS))]


@lru_cache(maxsize=1_000)
def understood(accepted: str) -> str:
    """The best language for an Accept-Language header; English if there is none.

    >>> understood("fr-FR, cs;q=0.8, en;q=0.5")
    'cs'
    """
    wanted: list[tuple[float, str]] = []
    for part in accepted.split(","):
        tag, _sign, weight = part.partition(";q=")
        try:
            wanted.append((-float(weight or 1), tag.strip()))
        except ValueError:
            continue
    tags = [tag for _weight, tag in sorted(wanted, key=lambda one: one[0]) if tag]
    return negotiate_locale(tags, languages(), sep="-") or "en"
