"""Observations for learning agents: what a seat may know as numbers, and the mask of its legal steps."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from lutetia.core.errors import shown
from lutetia.core.i18n import _
from lutetia.core.kernel import Kernel, StepList
from lutetia.core.ruleset import Ruleset
from lutetia.envs.default_observer import default_observer
from lutetia.envs.observer import COMPILED, Observer
from lutetia.envs.parts import Part
from lutetia.games import manifest

Observation = dict[str, Any]
FORMS = ("dict", "flat")
"""An observation as a dictionary of named parts, or as one row of numbers."""


def observer_of(ruleset: Ruleset[Any]) -> tuple[Observer, tuple[Part, ...]]:
    """The observer that writes rows for a ruleset, and the parts of a row."""
    make = manifest(ruleset.game).load("observation", default_observer)
    found: tuple[Observer, tuple[Part, ...]] = make(ruleset)
    return found


def buffer_of(array: NDArray[Any]) -> Any:
    """An array in the form that the core takes: its address if compiled, else a memoryview."""
    return array.ctypes.data if COMPILED else memoryview(array.reshape(-1))  # type: ignore[arg-type]


def checked_form(form: str) -> str:
    """The form of observations. Raises ValueError, which lists the known forms."""
    if form not in FORMS:
        raise ValueError(
            _("there is no form of observations {form}; there are: {known}", form=shown(form), known=", ".join(FORMS))
        )
    return form


class ObservationBuilder:
    """Builds the observations of positions of one ruleset, in one of the `FORMS`."""

    def __init__(self, ruleset: Ruleset[Any], form: str = "dict") -> None:
        self.ruleset = ruleset
        self.form = checked_form(form)
        self.observer, self.parts = observer_of(ruleset)
        self.actions = len(ruleset.step_texts)
        self._legal = StepList(self.actions)
        # Each observation is written here and then copied: asking numpy for an address takes longer than the copy.
        self._row = np.zeros(self.observer.size, np.float32)
        self._mask = np.zeros(self.actions, np.int8)
        self._nothing = np.zeros(self.actions, np.int8)
        self._row_buffer, self._mask_buffer = buffer_of(self._row), buffer_of(self._mask)
        self._cuts = []
        at = 0
        for part in self.parts:
            self._cuts.append((part.name, slice(at, at + part.size), part.shape))
            at += part.size

    def __reduce__(self) -> tuple[Any, ...]:
        return ObservationBuilder, (self.ruleset, self.form)

    def space(self) -> spaces.Dict:
        """The space of `observation`."""
        seen: spaces.Space[Any] = spaces.Box(-10, 10, (self.observer.size,), np.float32)
        if self.form == "dict":
            seen = spaces.Dict({part.name: spaces.Box(-10, 10, part.shape, np.float32) for part in self.parts})
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask})

    def row(self, kernel: Kernel, seat: int) -> NDArray[np.float32]:
        """Everything the seat may know, as one row."""
        self.observer.observe(kernel, seat, self._row_buffer)
        return self._row.copy()

    def mask(self, kernel: Kernel, seat: int, legal: StepList | None = None) -> NDArray[np.int8]:
        """1 for each step that the seat may take now; all 0 if it is not its turn. `legal`: the steps, if known."""
        if kernel.seat != seat:
            return self._nothing.copy()
        if legal is None:
            legal = self._legal
            kernel.list(legal)
        self._mask.fill(0)
        self.observer.mark(legal, self._mask_buffer)
        return self._mask.copy()

    def observation(self, kernel: Kernel, seat: int, legal: StepList | None = None) -> Observation:
        """What the seat may know, and the mask of its legal steps."""
        row: Any = self.row(kernel, seat)
        if self.form == "dict":
            row = {name: row[cut].reshape(shape) for name, cut, shape in self._cuts}
        return {"observation": row, "action_mask": self.mask(kernel, seat, legal)}
