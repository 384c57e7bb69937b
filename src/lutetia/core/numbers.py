"""Numbers formatted for the reader's language: 12.5%, 12,5 %, 1,735 and 1 735, with a true minus sign."""

from __future__ import annotations

from lutetia.core.catalogue import PSEUDO
from lutetia.core.i18n import current_language


def percent(share: float, digits: int = 1) -> str:
    """A fraction of one as a percentage.

    >>> percent(0.125)
    '12.5%'
    """
    from babel import Locale

    sign: str = Locale.parse(_locale()).percent_formats[None].suffix[0]  # some languages put a space before the sign
    return decimal(share * 100, digits) + sign


def decimal(value: float, digits: int = 1) -> str:
    """A number with this many decimals and with thousands separators.

    >>> decimal(-1735.25, 1)
    '−1,735.2'
    """
    from babel.numbers import format_decimal

    written = format_decimal(round(value, digits) + 0.0, "#,##0" + "." * bool(digits) + "0" * digits, _locale())
    return written.replace("-", "\N{MINUS SIGN}")


def signed(points: int) -> str:
    """+14, −3, 0."""
    return f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}" if points else "0"


def number(points: int) -> str:
    """14, −3."""
    return str(points) if points >= 0 else f"\N{MINUS SIGN}{-points}"


def _locale() -> str:
    """The locale whose number format we use for the current language."""
    return {PSEUDO: "en_GB", "en": "en_GB", "pt": "pt_PT"}.get(current_language(), current_language())
