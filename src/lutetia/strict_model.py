"""The base of what the server accepts as JSON. Only the server and what it alone loads import it: it needs pydantic."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class StrictModel(BaseModel):
    """Exactly these keys, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True)
