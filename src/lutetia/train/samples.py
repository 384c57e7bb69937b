"""Positions with what was learned about them: in arrays, and in files that are either whole or absent."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy

Array = Any
"""A numpy array; its `dtype` and shape are said where it is declared."""


class SamplesError(Exception):
    """Positions that do not fit together: a damaged file. For logs, so it is in English only."""


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
        """Raises SamplesError if the arrays do not fit together, so that a damaged file is not learned from."""
        n, total = len(self), int(self.counts.sum())
        for field in fields(self):
            found = len(getattr(self, field.name))
            if found != (total if field.name in ("steps", "policy") else n):
                raise SamplesError(f"{field.name} has {found} entries for {n} positions with {total} steps")
        if n and (int(self.counts.min()) < 1 or int(self.steps.min()) < 0):
            raise SamplesError("a position without legal steps")

    def padded(self, width: int) -> tuple[Array, Array]:
        """Steps and policy as [n, width]; unused places are -1 and 0."""
        n = len(self)
        steps = numpy.full((n, width), -1, numpy.int16)
        policy = numpy.zeros((n, width), numpy.float16)
        filled = numpy.arange(width) < self.counts[:, None]
        steps[filled] = self.steps
        policy[filled] = self.policy
        return steps, policy

    def write_to(self, folder: Path) -> Path:
        """Write a file of its own to the folder; nobody ever sees half of it. Its name has the time and the number of
        positions."""
        path = folder / f"{time.time_ns():020d}-{len(self)}-{os.getpid()}-{threading.get_ident() % 10_000}.npz"
        partial = path.with_name(f".{path.name}.part")
        with partial.open("wb") as file:
            numpy.savez(file, **{field.name: getattr(self, field.name) for field in fields(self)})
        partial.replace(path)  # not synchronised: positions are cheap, and a damaged file is not read
        return path


def read(path: Path) -> Samples:
    """The samples of a file. Raises SamplesError if it is damaged."""
    try:
        with numpy.load(path) as stored:
            samples = Samples(**{field.name: stored[field.name] for field in fields(Samples)})
    except (OSError, KeyError, ValueError, EOFError, BadZipFile) as error:
        raise SamplesError(f"{path}: {error}") from None
    samples.check()
    return samples


def joined(parts: list[Samples]) -> Samples:
    """All positions of several."""
    return Samples(
        **{field.name: numpy.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Samples)}
    )


def files(folder: Path) -> list[Path]:
    """The finished files of a folder, oldest first."""
    return sorted(path for path in folder.glob("*.npz") if not path.name.startswith("."))


def positions_in(path: Path) -> int:
    """How many positions a file has, by its name."""
    return int(path.name.split("-")[1])
