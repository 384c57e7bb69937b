"""The words people read: one gettext catalogue for terminal, errors and pages.

`_` marks and translates a message, `N_` only marks it (for tables that are translated when shown).
Values are filled in by name, so that every language may order them as it needs.
"""

from __future__ import annotations

import gettext
import os
from contextvars import ContextVar
from functools import cache
from pathlib import Path

DOMAIN = "lutetia"
CATALOGUES = Path(__file__).parent.parent / "locale"

language: ContextVar[str | None] = ContextVar("language", default=None)
"""The language of whoever is being spoken to; None: as the environment says."""


def N_(message: str) -> str:
    """Mark a message for the catalogue."""
    return message


def _(message: str, /, **values: object) -> str:
    """The message in the current language, with its values."""
    translated = _catalogue(language.get() or _from_environment()).gettext(message)
    return translated.format(**values) if values else translated


def plural(one: str, many: str, n: int, /, **values: object) -> str:
    """The form of the message that fits n; `{n}` is filled in."""
    return _catalogue(language.get() or _from_environment()).ngettext(one, many, n).format(n=n, **values)


@cache
def _catalogue(tag: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, CATALOGUES, languages=[tag], fallback=True)


@cache
def _from_environment() -> str:
    for name in ("LUTETIA_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "").split(":")[0].split(".")[0]
        if value and value not in ("C", "POSIX"):
            return value
    return "en"
