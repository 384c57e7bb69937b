"""Positions with what was learned about them: in arrays, and in files that are either whole or absent."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy

Array = Any
"""A numpy array; its `dtype` and shape are said where it is declared."""


@dataclass
class Samples:
    """n positions. Seats are counted from the one that decides, in playing order; a table may leave the last empty."""

    rows: Array
    """uint8 [n, inputs]: what the network sees."""
    counts: Array
    """int16 [n]: number of legal steps."""
    steps: Array
    """int16: the legal steps of all positions, one after the other."""
    policy: Array
    """float16: how good the search found each of them; the sum is 1 for each position."""
    players: Array
    """uint8 [n]: seats at the table."""
    won: Array
    """float32 [n, seats]: each seat's share of the win at the end."""
    chances: Array
    """float32 [n, seats]: the same as the search saw it."""
    margins: Array
    """float32 [n, seats]: points ahead of the best rival at the end."""
    scores: Array
    """float32 [n, seats]: the margin squeezed between 0 and 1 (`bots/evaluator.py`), as the search saw it."""
    targets: Array
    """uint8 [n, bytes]: bits of what the game wants predicted, packed."""

    def __len__(self) -> int:
        return len(self.rows)

    def check(self) -> None:
        """Raises ValueError if the arrays do not fit together, so that a damaged file is not learned from."""
        n, total = len(self), int(self.counts.sum())
        for field in fields(self):
            found = len(getattr(self, field.name))
            if found != (total if field.name in ("steps", "policy") else n):
                raise ValueError(f"{field.name} has {found} entries for {n} positions with {total} steps")
        if n and (int(self.counts.min()) < 1 or int(self.steps.min()) < 0):
            raise ValueError("a position without legal steps")

    def padded(self, width: int) -> tuple[Array, Array]:
        """Steps and policy as [n, width]; unused places are -1 and 0."""
        n = len(self)
        steps = numpy.full((n, width), -1, numpy.int16)
        policy = numpy.zeros((n, width), numpy.float16)
        filled = numpy.arange(width) < self.counts[:, None]
        steps[filled] = self.steps
        policy[filled] = self.policy
        return steps, policy

    def write(self, path: Path) -> None:
        """Write a file; nobody ever sees half of it."""
        partial = path.with_name(f".{path.name}.{os.getpid()}.part")
        with partial.open("wb") as file:
            numpy.savez(file, **{field.name: getattr(self, field.name) for field in fields(self)})
        partial.replace(path)  # not synchronised: positions are cheap, and a damaged file is not read


def read(path: Path) -> Samples:
    """The samples of a file. Raises ValueError if it is damaged."""
    try:
        with numpy.load(path) as stored:
            samples = Samples(**{field.name: stored[field.name] for field in fields(Samples)})
    except (OSError, KeyError, ValueError, EOFError) as error:
        raise ValueError(f"{path}: {error}") from None
    samples.check()
    return samples


def joined(parts: list[Samples]) -> Samples:
    """All positions of several."""
    return Samples(
        **{field.name: numpy.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Samples)}
    )


def files(folder: Path) -> Iterator[Path]:
    """The finished files of a folder, oldest first."""
    found = [(path.stat().st_mtime_ns, path) for path in folder.glob("*.npz")]
    yield from (path for _time, path in sorted(found))
