"""Numbers formatted for the reader's language: 12.5%, 12,5 %, 1,735 and 1 735, with a true minus sign."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from lutetia.core.i18n import current_language, pgettext


def percent(share: float, digits: int = 1) -> str:
    """A fraction of one as a percentage.

    >>> percent(0.125)
    '12.5%'
    """
    return decimal(share * 100, digits) + _signs(current_language()).percent


def decimal(value: float, digits: int = 1) -> str:
    """A number with this many decimals and with thousands separators.

    >>> decimal(-1735.25, 1)
    '−1,735.2'
    """
    signs = _signs(current_language())
    written = f"{round(value, digits) + 0.0:,.{digits}f}"
    return written.translate({ord(","): signs.thousands, ord("."): signs.point, ord("-"): "\N{MINUS SIGN}"})


def signed(points: int) -> str:
    """+14, −3, 0."""
    return f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}" if points else "0"


def number(points: int) -> str:
    """14, −3."""
    return str(points) if points >= 0 else f"\N{MINUS SIGN}{-points}"


class Signs(NamedTuple):
    """What a language puts between the digits of a number and after a percentage."""

    thousands: str
    point: str
    percent: str


@cache
def _signs(language: str) -> Signs:
    """The signs of the current language, from its translation of one number."""
    sample = pgettext("a number, as the language writes it", "1,234.5%")
    found = re.search(r"1(\D)234(\D)5(\s?%)", sample)
    return Signs(*found.groups()) if found else Signs(",", ".", "%")
