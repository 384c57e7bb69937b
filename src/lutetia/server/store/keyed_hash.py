"""Hashes of addresses and logins that processes share through PostgreSQL.

The key is the database's password, which all processes have and the database's rows do not contain: so a copy of the
database does not tell the addresses.
"""

from __future__ import annotations

import hashlib
import hmac

import sqlalchemy as sa


def keyed_hash(url: sa.URL, *parts: str) -> str:
    """The same in all processes that use this database."""
    secret = f"{url.username}:{url.password}:{url.database}".encode()
    return hmac.new(secret, "\0".join(parts).encode(), hashlib.sha256).hexdigest()
