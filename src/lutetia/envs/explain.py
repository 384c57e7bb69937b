"""Observations in words: which elements are set, and what each of them means.

The words are English like the names of the parts: they describe an interface for programs.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from lutetia.core.i18n import _
from lutetia.envs.parts import Part, named


def explain(observation: Any, parts: tuple[Part, ...], *, everything: bool = False) -> list[Any]:
    """What an observation says, as lines such as "points: mine = 12, the rival's = 7".

    It takes an observation of any environment, flat or as a dictionary, with its mask or without. For arrays of rows
    or of parts it returns the lines of each game. Zeros are left out, unless `everything` is true.
    """
    if isinstance(observation, dict) and "action_mask" in observation:
        observation = observation["observation"]
    if not isinstance(observation, dict):
        rows = np.asarray(observation)
        size = sum(part.size for part in parts)
        if rows.ndim not in (1, 2) or rows.shape[-1] != size:
            raise ValueError(_("a row of {size} numbers is needed, not {found}", size=size, found=rows.shape))
        if rows.ndim == 2:
            return [explain(row, parts, everything=everything) for row in rows]
        observation = named(rows, parts)
    elif np.ndim(observation[parts[0].name]) > len(parts[0].shape):
        return [explain(row, parts, everything=everything) for row in _rows(observation, parts)]
    return [line for part in parts for line in _lines(part, np.asarray(observation[part.name]), everything)]


def _rows(observation: dict[str, Any], parts: tuple[Part, ...]) -> Any:
    """The parts of several games as rows."""
    return np.concatenate([np.reshape(observation[part.name], (-1, part.size)) for part in parts], axis=1)


def _lines(part: Part, values: Any, everything: bool) -> list[str]:
    """One line for each index of the first axis, or for the whole part if its words name that axis too."""
    if len(part.shape) == 1 or (part.words and f"{{{part.axes[0].name}}}" in part.words):
        return _line(part.name, part, values, (), everything)
    return [
        line
        for i, label in enumerate(part.labels[0])
        for line in _line(f"{part.name}, {label}", part, values[i], (i,), everything)
    ]


def _line(title: str, part: Part, values: Any, first: tuple[int, ...], everything: bool) -> list[str]:
    if part.minus_one and (values == -1).all():
        return [f"{title}: {part.minus_one}"]
    found = []
    for inner in product(*(range(length) for length in values.shape)):
        if everything or values[inner]:
            found.append(_element(part, (*first, *inner), float(values[inner])))
    return [f"{title}: {', '.join(found)}"] if found else []


def _element(part: Part, index: tuple[int, ...], value: float) -> str:
    labels = [names[i] for names, i in zip(part.labels, index, strict=True)]
    if part.words:
        word = part.words.format(**{axis.name: label for axis, label in zip(part.axes, labels, strict=True)})
    else:
        word = " ".join(labels[1:] or labels)
    scale = part.scale_at(index)
    if scale == 1:
        return word if value else "no" if word == "yes" else f"not {word}"
    return f"{word} = {round(value * scale)}"
