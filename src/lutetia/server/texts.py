"""Texts that strangers write: names, messages, notes. They are data: limited, printable, and never more than text."""

from __future__ import annotations

import unicodedata

from lutetia.core.i18n import N_
from lutetia.server.errors import Refused

LONGEST_NAME = 40


def line(text: str, most: int) -> str:
    """The text as it is kept: on one line, without spaces around it, at least one and at most so many characters.

    Raises Refused. Signs that cannot be seen are refused too: with them one name could pass for another.
    """
    kept = unicodedata.normalize("NFC", text).strip()
    if not kept:
        raise Refused(422, "empty-text", N_("There must be at least one character."))
    _check(kept, kept.isprintable(), most)
    return kept


def lines(text: str, most: int) -> str:
    """The same for a longer text: lines and tabs are fine, and so is nothing at all."""
    kept = unicodedata.normalize("NFC", text.replace("\r\n", "\n")).strip()
    _check(kept, kept.replace("\n", "").replace("\t", "").isprintable(), most)
    return kept


def _check(text: str, printable: bool, most: int) -> None:
    if len(text) > most:
        raise Refused(422, "long-text", N_("That is too long: at most {most} characters."), most=most)
    if not printable:
        raise Refused(422, "unprintable", N_("Only characters that can be seen are allowed."))
