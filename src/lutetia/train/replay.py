"""The positions to learn from: a ring of the newest, in the memory of the device that learns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy
import torch
from torch import Tensor

from lutetia.bots.blueprint import Blueprint, Symmetry
from lutetia.train.samples import Samples


@dataclass
class Batch:
    """Positions as `Samples` has them, with padded steps (-1: none) and unpacked targets."""

    rows: Tensor
    steps: Tensor
    policy: Tensor
    players: Tensor
    won: Tensor
    chances: Tensor
    margins: Tensor
    scores: Tensor
    targets: Tensor


class Replay:
    """The last `capacity` positions."""

    def __init__(self, blueprint: Blueprint, capacity: int, device: torch.device, symmetries: list[Symmetry]) -> None:
        b = self.blueprint = blueprint
        self.capacity = capacity
        self.device = device
        self.size = 0
        self.total = 0
        """Positions that ever came in."""
        bits = b.target_planes * b.cells

        def room(*shape: int, kind: torch.dtype) -> Tensor:
            return torch.zeros(capacity, *shape, dtype=kind, device=device)

        self._rows = room(b.inputs, kind=torch.uint8)
        self._steps = room(b.most_steps, kind=torch.int16)
        self._policy = room(b.most_steps, kind=torch.float16)
        self._players = room(kind=torch.uint8)
        self._seats = {name: room(b.seats, kind=torch.float32) for name in ("won", "chances", "margins", "scores")}
        self._targets = room((bits + 7) // 8, kind=torch.uint8)
        self._bits = torch.arange(bits, device=device)
        self._symmetries = [
            tuple(torch.tensor(part, device=device, dtype=torch.int64) for part in (one.inputs, one.steps, one.targets))
            for one in symmetries
        ]

    def add(self, samples: Samples) -> None:
        """Add positions; the oldest make room for them."""
        n = len(samples)
        if not n:
            return
        at = (torch.arange(n, device=self.device) + self.total) % self.capacity
        steps, policy = samples.padded(self.blueprint.most_steps)
        given = {"_rows": samples.rows, "_steps": steps, "_policy": policy, "_players": samples.players}
        for name, array in (given | {"_targets": samples.targets}).items():
            getattr(self, name)[at] = torch.from_numpy(numpy.ascontiguousarray(array)).to(self.device)
        for name, kept in self._seats.items():
            kept[at] = torch.from_numpy(numpy.ascontiguousarray(getattr(samples, name))).to(self.device)
        self.total += n
        self.size = min(self.capacity, self.size + n)

    def sample(self, n: int) -> Batch:
        """Random positions, each changed by a random symmetry if the game has any."""
        at = torch.randint(0, self.size, (n,), device=self.device)
        rows, steps, packed = self._rows[at], self._steps[at].long(), self._targets[at]
        targets = (packed[:, self._bits // 8] >> (self._bits % 8).to(torch.uint8)) & 1
        if self._symmetries:
            rows, steps, targets = self._changed(rows, steps, targets)
        b = self.blueprint
        return Batch(
            rows,
            steps,
            self._policy[at].float(),
            self._players[at].long(),
            **{name: kept[at] for name, kept in self._seats.items()},
            targets=targets.float().view(n, b.target_planes, b.height, b.width),
        )

    def _changed(self, rows: Tensor, steps: Tensor, targets: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The same positions, a share of them under each symmetry; one share stays as it is."""
        rows, steps, targets = rows.clone(), steps.clone(), targets.clone()
        share = len(rows) // (len(self._symmetries) + 1)
        for number, (inputs, becomes, bits) in enumerate(self._symmetries):
            part = slice(number * share, (number + 1) * share)
            rows[part] = rows[part][:, inputs]
            steps[part] = torch.where(steps[part] >= 0, becomes[steps[part].clamp(min=0)], -1)
            targets[part] = targets[part][:, bits]
        return rows, steps, targets
