"""Random ids and secrets, from the operating system's random source."""

from __future__ import annotations

import hashlib
import secrets

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""No letters or digits that look alike: people may have to read an id aloud."""
SECRET = 26
"""Length of an id with 128 bits. Used where knowing the id grants access, such as the link to a private game."""


def new_id(length: int = 12) -> str:
    """A random id for people and messages. Knowing it grants nothing."""
    return "".join(secrets.choice(LETTERS) for _letter in range(length))


def new_token() -> str:
    """A secret of 256 bits."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """What the database stores of a secret, so that a stolen database contains no usable one."""
    return hashlib.sha256(token.encode()).hexdigest()
