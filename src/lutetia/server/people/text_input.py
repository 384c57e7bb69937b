"""Validation of free text from users: names, messages, notes. Limited in length, printable characters only."""

from __future__ import annotations

import unicodedata

from lutetia.core.i18n import N_
from lutetia.server.errors import Refused

LONGEST_NAME = 40


def one_line(text: str, most: int) -> str:
    """The text as it is stored: one line, normalised and stripped, with 1 to `most` characters.

    Raises Refused. Invisible characters are refused too: with them one name could look like another.
    """
    text = unicodedata.normalize("NFC", text).strip()
    if not text:
        raise Refused(422, "empty-text", N_("There must be at least one character."))
    _check(text, text.isprintable(), most)
    return text


def many_lines(text: str, most: int) -> str:
    """A longer text: line breaks and tabs are allowed, and it may be empty. Raises Refused."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n")).strip()
    _check(text, text.replace("\n", "").replace("\t", "").isprintable(), most)
    return text


def _check(text: str, printable: bool, most: int) -> None:
    if len(text) > most:
        raise Refused(422, "long-text", N_("That is too long: at most {most} characters."), most=most)
    if not printable:
        raise Refused(422, "unprintable", N_("Only visible characters are allowed."))
