"""What a bot thinks of one step."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Evaluation:
    """What the bot thinks of one step."""

    step: str
    visits: int
    value: float
    """From 0 (lost) to 1 (won) for the seat that decides."""
    lead: float = 0.0
    """Points ahead (negative: behind) at the end."""
    proven: bool = False
    """Whether the lead is certain with best play."""
