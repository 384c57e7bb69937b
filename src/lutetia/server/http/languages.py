"""The languages of the server, and content negotiation by the Accept-Language header."""

from __future__ import annotations

from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.lists import format_list

from lutetia.core import catalogue
from lutetia.core.json_types import Json

COOKIE = "language"
"""The language chosen on this device. The pages set this cookie, so that files and WebSockets use the language too."""


def languages() -> list[str]:
    """The complete languages, then the experimental ones."""
    found = sorted(catalogue.languages(), key=lambda tag: (tag != catalogue.SOURCE, is_experimental(tag)))
    return [*found, *([catalogue.PSEUDO] if catalogue.pseudo_is_enabled() else [])]


def listed_languages() -> list[Json]:
    """All of them, as pages are told."""
    return [{"code": tag, "name": own_name(tag), "experimental": is_experimental(tag)} for tag in languages()]


def is_experimental(tag: str) -> bool:
    """Whether texts may be missing in a language."""
    return not catalogue.is_complete(tag)


def own_name(tag: str) -> str:
    """A language's name in that language, with its country if we have the language of another country too.

    >>> own_name("cs"), own_name("pt")
    ('Čeština', 'Português (Portugal)')
    """
    general = tag.partition("-")[0]
    regional = any(catalogue.base(one) == general for one in catalogue.languages())
    try:
        locale = Locale.parse(catalogue.catalogue(tag).locale if regional else tag.replace("-", "_"))
        name = locale.get_display_name(locale)
    except (UnknownLocaleError, ValueError):
        name = None
    return (name or tag)[:1].upper() + (name or tag)[1:]


def joined(names: list[str], tag: str) -> str:
    """Names as a language lists them.

    >>> joined(["Kraków", "Łódź"], "pl")
    'Kraków i Łódź'
    """
    try:
        return format_list(names, locale=Locale.parse(tag, sep="-"))
    except (UnknownLocaleError, ValueError):  # the pseudo-language
        return ", ".join(names)


@lru_cache(maxsize=1_000)
def negotiate_language(accepted: str) -> str:
    """The best language for an Accept-Language header; English if none matches.

    >>> negotiate_language("tlh, cs;q=0.8, en;q=0.5")
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
    return next(filter(None, map(catalogue.lookup, tags)), catalogue.SOURCE)
