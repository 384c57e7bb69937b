"""Passwords, kept as argon2 hashes. Hashing takes its time by design, so it happens in threads, a few at once."""

from __future__ import annotations

import asyncio
import threading
import unicodedata
from functools import cache

from pwdlib import PasswordHash

from lutetia.core.i18n import N_
from lutetia.server.errors import Refused

SHORTEST, LONGEST = 8, 128
OURS = ("lutetia", "lumiere", "lumière", "paris", "cite", "cité", "city", "light", "lamp", "eiffel", "de", "la", "of")
"""Words that everybody here thinks of: a password of nothing but these, with digits and signs, is soon guessed."""
_AT_ONCE = threading.BoundedSemaphore(2)  # each takes 64 MB while it works


@cache
def _hasher() -> PasswordHash:
    return PasswordHash.recommended()


@cache
def _nobody() -> str:
    """A hash that no password fits: comparing with it takes as long as with a real one."""
    return hash_now("nobody's password")


def hash_now(password: str) -> str:
    """What is kept of a password, here and now: for the command line."""
    return _hasher().hash(unicodedata.normalize("NFC", password))


async def hashed(password: str, login: str) -> str:
    """What is kept of a new password. Raises Refused if it is too easily guessed."""
    if not SHORTEST <= len(password) <= LONGEST or len(set(password)) < 5:
        reason = N_("A password needs {least} to {most} characters, and not always the same few.")
        raise Refused(422, "weak-password", reason, least=SHORTEST, most=LONGEST)
    if login in password.lower() or password.lower() in login:
        raise Refused(422, "weak-password", N_("The password must not contain the login, nor the other way round."))
    if password.lower() in _leaked() or not _without_ours(password):
        raise Refused(422, "weak-password", N_("Many people use this password, so it is guessed first."))
    return await asyncio.to_thread(_slowly_hash, password)


@cache
def _leaked() -> frozenset[str]:
    """The passwords found most often where others have been broken into."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(FREQUENCY_LISTS["passwords"])


def _without_ours(password: str) -> str:
    """The letters of a password that are left without our own words; of one without letters, all of it."""
    letters = "".join(letter for letter in password.lower() if letter.isalpha())
    if not letters:
        return password
    for word in OURS:
        letters = letters.replace(word, "")
    return letters


async def fits(password: str, kept: str | None) -> bool:
    """Whether a password is the one that was kept. None is nobody's: it takes as long, and nothing fits."""
    return await asyncio.to_thread(_slowly_compare, password, kept)


def _slowly_hash(password: str) -> str:
    with _AT_ONCE:
        return hash_now(password)


def _slowly_compare(password: str, kept: str | None) -> bool:
    with _AT_ONCE:
        other = _nobody()  # asked for in either case, so that the first question is not slower than the next
        same = _hasher().verify(unicodedata.normalize("NFC", password), kept or other)
        return same and kept is not None
