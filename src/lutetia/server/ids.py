"""Random ids and secrets, by the system's randomness."""

from __future__ import annotations

import hashlib
import secrets

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""For ids that people may have to read out: nothing that looks like something else."""


SECRET = 26
"""So many letters are 128 bits: for ids that are keys in themselves, as a private game's is to who has the link."""


def new_id(length: int = 12) -> str:
    """A random id: of people and messages, which open nothing."""
    return "".join(secrets.choice(LETTERS) for _letter in range(length))


def new_token() -> str:
    """A secret: 256 bits."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """What is kept of a secret: who reads the database cannot be anybody."""
    return hashlib.sha256(token.encode()).hexdigest()
