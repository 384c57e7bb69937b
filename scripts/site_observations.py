"""The reference of the environments' observations, generated from what the games declare beside their observers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

LONGEST = 150
"""Characters of an example."""
GAMES = 60
"""Games that are searched for an example of every part."""


def observations_page() -> str:
    """Every element of every observation: part, index, meaning, scale and an example."""
    from lutetia.games import manifests

    parts = [
        "# Observations",
        "Every element of an observation, generated from the code. [Environments](../envs.md#observations) explains "
        "how to get observations and how `explain` puts one into words.",
        "*Index* is the place in a flat row. A part is an array with these axes, in this order; in a flat row the last "
        "axis runs fastest. A list below says what each index of an axis stands for. An element with scale 1 is a "
        "flag: 0 or 1. Any other element is a count divided by its scale. Examples are lines of `explain`.",
    ]
    for game in manifests():
        if game.has("observation"):
            parts += _game(game.name, game.title, range(game.players[0], game.players[1] + 1))
    return "\n\n".join(parts) + "\n"


def _game(name: str, title: str, tables: range) -> list[str]:
    from lutetia import ruleset
    from lutetia.envs.observations import observer_of

    rows_of = {players: observer_of(ruleset(name, players=players)) for players in tables}
    starts = {players: _starts(found[1]) for players, found in rows_of.items()}
    sizes = [f"{rows_of[players][0].size:,} numbers for {players} players" for players in tables]
    described = rows_of[tables[0]][1]
    shown = _examples(name, described)
    axes = _axes([part for _observer, found in rows_of.values() for part in found])
    head = "index" if len(tables) == 1 else f"index for {', '.join(map(str, tables))} players"
    hides = any(part.minus_one for part in described)
    lines = [
        f"| part | {head} | axes | meaning | scale |{' −1 |' * hides} example |",
        "|---|---|---|---|---|---|" + "---|" * hides,
    ]
    for i, part in enumerate(described):
        spans = [_span(starts[players][i], rows_of[players][1][i].size) for players in tables]
        index = spans[0] if len(set(spans)) == 1 else ", ".join(spans)
        length = " × ".join(
            f"{axis.name} ({'players' if axis.name == 'seat' else len(axis.labels)})" for axis in part.axes
        )
        scale = "see the list" if any(axis.scales for axis in part.axes) else str(part.scale)
        lines.append(
            f"| `{part.name}` | {index} | {length} | {part.meaning} | {scale} |"
            + f" {part.minus_one} |" * hides
            + f" {shown[part.name]} |"
        )
    found = [f"## {title}", f"A row has {'; '.join(sizes)}.", "\n".join(lines), f"### Axes of {title}"]
    return [*found, *(f"**{axis}**: {labels}" for axis, labels in axes)]


def _starts(parts: tuple[Any, ...]) -> list[int]:
    at, found = 0, []
    for part in parts:
        found.append(at)
        at += part.size
    return found


def _span(start: int, size: int) -> str:
    return str(start) if size == 1 else f"{start}–{start + size - 1}"


def _axes(parts: list[Any]) -> list[tuple[str, str]]:
    """Each axis once, with the parts that have it. Of the seats, the longest list."""
    users: dict[tuple[str, tuple[str, ...], tuple[int, ...]], list[str]] = {}
    longest = max((len(axis.labels) for part in parts for axis in part.axes if axis.name == "seat"), default=0)
    for part in parts:
        for axis in part.axes:
            if axis.name != "seat" or len(axis.labels) == longest:
                names = users.setdefault((axis.name, axis.labels, axis.scales), [])
                names += [part.name] if part.name not in names else []
    return [
        (f"{name} of {', '.join(f'`{part}`' for part in names)}", _labels(labels, scales))
        for (name, labels, scales), names in users.items()
    ]


def _labels(labels: tuple[str, ...], scales: tuple[int, ...]) -> str:
    """Indices with their meanings; those that an edition may leave unused as one range."""
    used = [(i, label) for i, label in enumerate(labels) if label != "not used"]
    words = [f"`{i}` {label}" + (f" (scale {scales[i]})" if scales and scales[i] != 1 else "") for i, label in used]
    if len(used) < len(labels):
        words.append("the others are for editions with more")
    return " · ".join(words)


def _examples(name: str, parts: tuple[Any, ...]) -> dict[str, str]:
    """For each part, a line of the first position in which it says something."""
    from lutetia.envs.explain import explain
    from lutetia.envs.parts import named

    found: dict[str, str] = {}
    for row in _rows(name):
        values = named(row, parts)
        for part in parts:
            if part.name not in found and (values[part.name] > 0).any():
                line = max(explain(values, (part,)), key=lambda line: ("unknown" not in line, len(line)))
                found[part.name] = line if len(line) <= LONGEST else line[:LONGEST].rpartition(",")[0] + ", …"
        if len(found) == len(parts):
            break
    return found


def _rows(name: str) -> Iterator[Any]:
    """What the deciding seats of random games with random options see. The first one is in the middle of a game."""
    import lutetia
    from lutetia.envs.observations import ObservationBuilder
    from lutetia.games import manifest

    for seed in range(GAMES):
        rng = random.Random(seed)
        values = {one.name: [value for value, _label in one.choices] or [False, True] for one in manifest(name).options}
        game = lutetia.new(name, seed=seed, options={option: rng.choice(each) for option, each in values.items()})
        builder, steps = ObservationBuilder(game.ruleset), 0
        while not game.over:
            steps += 1
            if seed or steps > 30:
                yield builder.row(game.kernel, game.kernel.seat)
            game.play(rng.choice(game.legal()))
