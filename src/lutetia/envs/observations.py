"""Observations for learning agents: what a seat may know as named arrays, and the mask of its legal steps."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from lutetia.core.kernel import Kernel, StepList
from lutetia.core.ruleset import Ruleset
from lutetia.envs.default_observer import default_observer
from lutetia.envs.observer import COMPILED, Observer, Part, named
from lutetia.games import manifest

Observation = dict[str, Any]


def observer_of(ruleset: Ruleset[Any]) -> tuple[Observer, tuple[Part, ...]]:
    """The observer that writes rows for a ruleset, and the parts of a row."""
    make = manifest(ruleset.game).load("observation", default_observer)
    found: tuple[Observer, tuple[Part, ...]] = make(ruleset)
    return found


def buffer_of(array: NDArray[Any]) -> Any:
    """An array in the form that the core takes: its address if compiled, else a memoryview."""
    return array.ctypes.data if COMPILED else memoryview(array.reshape(-1))  # type: ignore[arg-type]


class ObservationBuilder:
    """Builds the observations of positions of one ruleset."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.ruleset = ruleset
        self.observer, self.parts = observer_of(ruleset)
        self.actions = len(ruleset.step_texts)
        self._legal = StepList(self.actions)

    def space(self) -> spaces.Dict:
        """The space of `observation`."""
        boxes: dict[str, spaces.Space[Any]] = {
            part.name: spaces.Box(-10, 10, part.shape, np.float32) for part in self.parts
        }
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        return spaces.Dict({"observation": spaces.Dict(boxes), "action_mask": mask})

    def row(self, kernel: Kernel, seat: int) -> NDArray[np.float32]:
        """Everything the seat may know, as one row."""
        row = np.empty(self.observer.size, np.float32)
        self.observer.observe(kernel, seat, buffer_of(row))
        return row

    def mask(self, kernel: Kernel, seat: int) -> NDArray[np.int8]:
        """1 for each step that the seat may take now; all 0 if it is not its turn."""
        mask = np.zeros(self.actions, np.int8)
        if kernel.seat == seat:
            kernel.list(self._legal)
            mask[[self._legal[i] for i in range(len(self._legal))]] = 1
        return mask

    def observation(self, kernel: Kernel, seat: int) -> Observation:
        """What the seat may know, by part, and the mask of its legal steps."""
        return {"observation": named(self.row(kernel, seat), self.parts), "action_mask": self.mask(kernel, seat)}
