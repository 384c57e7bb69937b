"""Random ids and secrets, by the system's randomness."""

from __future__ import annotations

import hashlib
import secrets

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""For ids that people may have to read out: nothing that looks like something else."""


def new_id(length: int = 12) -> str:
    """A random id that nobody guesses: about 59 bits."""
    return "".join(secrets.choice(LETTERS) for _letter in range(length))


def new_token() -> str:
    """A secret: 256 bits."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """What is kept of a secret: who reads the database cannot be anybody."""
    return hashlib.sha256(token.encode()).hexdigest()
