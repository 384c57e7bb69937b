"""Positions with all hands open, put together from what each seat sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def opened(part: Any, by_seat: Mapping[str, Any]) -> Any:
    """A part of a position, in which everything kept by seat is what the seat itself sees.

    `by_seat`: the same part of the position in each seat's view.
    """
    if not isinstance(part, dict):
        return part
    if part.keys() == by_seat.keys():
        return {seat: by_seat[seat][seat] for seat in part}
    return {key: _opened_key(one, key, by_seat) for key, one in part.items()}


def _opened_key(one: Any, key: str, by_seat: Mapping[str, Any]) -> Any:
    """What is at a key. Where only some seats see such a part, it stays as it is."""
    if all(isinstance(part, dict) and key in part for part in by_seat.values()):
        return opened(one, {seat: part[key] for seat, part in by_seat.items()})
    return one
