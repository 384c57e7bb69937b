"""Passwords, stored as argon2 hashes. Hashing is slow by design, so it runs in threads of its own, a few at once."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from pwdlib import PasswordHash

from lutetia.core.i18n import N_
from lutetia.games import manifests
from lutetia.server.errors import Refused

SHORTEST, LONGEST = 8, 128
COMMON_WORDS = ("lutetia", "city", "light", "lamp", "eiffel", "of")
"""Words that players of this server think of first, besides the names and titles of the games."""
AT_ONCE = 2
"""Each hash takes 64 MB while it is computed."""


@cache
def _hasher() -> PasswordHash:
    return PasswordHash.recommended()


@cache
def _threads() -> ThreadPoolExecutor:
    """Not the event loop's own: whoever tries many passwords would keep all of its threads waiting."""
    return ThreadPoolExecutor(AT_ONCE, thread_name_prefix="password")


@cache
def _dummy_hash() -> str:
    """A hash that matches no password. Comparing with it takes as long as with a real one."""
    return hash_now("nobody's password")


def hash_now(password: str) -> str:
    """The hash of a password, computed in this thread: for the command line."""
    return _hasher().hash(unicodedata.normalize("NFC", password))


async def hash_new(password: str, login: str) -> str:
    """The hash of a new password. Raises Refused if it is too easy to guess."""
    if not SHORTEST <= len(password) <= LONGEST or len(set(password)) < 5:
        reason = N_("A password needs {least} to {most} characters, and more than a few different ones.")
        raise Refused(422, "weak-password", reason, least=SHORTEST, most=LONGEST)
    if login in password.lower() or password.lower() in login:
        raise Refused(
            422,
            "weak-password",
            N_("The password must not contain the login, and the login must not contain the password."),
        )
    if password.lower() in _leaked() or not _without_own_words(password):
        raise Refused(422, "weak-password", N_("Many people use this password. Choose another."))
    return await asyncio.get_running_loop().run_in_executor(_threads(), hash_now, password)


@cache
def _leaked() -> frozenset[str]:
    """The most common passwords from data breaches."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(FREQUENCY_LISTS["passwords"])


@cache
def own_words() -> tuple[str, ...]:
    """Words of this server, the longest first. A password of nothing but these and digits is soon guessed."""
    named = [word for manifest in manifests() for word in (manifest.name, *re.findall(r"\w+", manifest.title))]
    lower = {word.lower() for word in (*COMMON_WORDS, *named)}
    plain = {unicodedata.normalize("NFD", word).encode("ascii", "ignore").decode() for word in lower}
    return tuple(sorted(lower | plain, key=len, reverse=True))


def _without_own_words(password: str) -> str:
    """The letters of a password without the words of this server; a password without letters as it is."""
    letters = "".join(letter for letter in password.lower() if letter.isalpha())
    if not letters:
        return password
    for word in own_words():
        letters = letters.replace(word, "")
    return letters


async def matches(password: str, stored: str | None) -> bool:
    """Whether a password matches a stored hash. With None nothing matches, but it takes as long."""
    return await asyncio.get_running_loop().run_in_executor(_threads(), _compare, password, stored)


def _compare(password: str, stored: str | None) -> bool:
    dummy = _dummy_hash()  # computed in either case, so that the first request is not slower than the next
    same = _hasher().verify(unicodedata.normalize("NFC", password), stored or dummy)
    return same and stored is not None
