"""The languages of the server, and content negotiation by the Accept-Language header."""

from __future__ import annotations

from functools import lru_cache

from babel import Locale, UnknownLocaleError, negotiate_locale
from babel.lists import format_list

from lutetia.core import catalogue

COMPLETE = ("en", "pl", "pt", "cs")
"""Complete translations; a test checks it. Any other language with a catalogue is offered as experimental."""
COOKIE = "language"
"""The language chosen on this device. The pages set this cookie, so that files and WebSockets use the language too."""


def languages() -> list[str]:
    """The complete languages, then all others that have a catalogue."""
    others = [tag for tag in catalogue.languages() if tag not in COMPLETE]
    return [*COMPLETE, *others, *([catalogue.PSEUDO] if catalogue.pseudo_is_enabled() else [])]


def own_name(tag: str) -> str:
    """A language's name in that language.

    >>> own_name("cs")
    'Čeština'
    """
    try:
        name = Locale.parse(tag, sep="_").get_display_name(tag)
    except (UnknownLocaleError, ValueError):
        name = None
    return (name or tag)[:1].upper() + (name or tag)[1:]


def joined(names: list[str], tag: str) -> str:
    """Names as a language lists them.

    >>> joined(["Kraków", "Łódź"], "pl")
    'Kraków i Łódź'
    """
    try:
        return format_list(names, locale=Locale.parse(tag, sep="_"))
    except (UnknownLocaleError, ValueError):  # the pseudo-language
        return ", ".join(names)


@lru_cache(maxsize=1_000)
def negotiate_language(accepted: str) -> str:
    """The best language for an Accept-Language header; English if none matches.

    >>> negotiate_language("de-AT, cs;q=0.8, en;q=0.5")
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
