"""`lutetia analyse`: every position's chances, every turn against the best one, and why it was better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lutetia.cli.common import AS_JSON
from lutetia.core.i18n import N_, _
from lutetia.core.numbers import signed

if TYPE_CHECKING:
    from rich.console import Console

    from lutetia.core.json_types import Json

SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
WORDS = {"inaccuracy": N_("inaccuracies"), "mistake": N_("mistakes"), "blunder": N_("blunders")}
BARS = "▁▂▃▄▅▆▇█"
WIDEST = 60
"""Columns of a curve."""
LEFT = 12
"""Columns to the left of a curve."""


def analyse(
    file: Annotated[Path, typer.Argument(help=_("A record, finished or not."), show_default=False)],
    as_json: AS_JSON = False,
    quick: Annotated[bool, typer.Option("--quick", help=_("Take a first look only."))] = False,
    seed: Annotated[int, typer.Option(help=_("Seed of the search; the same seed gives the same analysis."))] = 0,
) -> None:
    """Show where a game was won: each seat's chances, and what the best turns would have been."""
    from lutetia.bots import analysis
    from lutetia.cli.common import print_json, replayed
    from lutetia.cli.progress import progress_bar

    record = replayed(file).record()
    with progress_bar(lines=True) as report:
        found = analysis.analyse(
            record, seed=seed, quick=quick, progress=lambda done, total, _found: report(N_("Analysing"), done, total)
        )
    if as_json:
        print_json(found)
        return
    from lutetia.cli.console import out

    _show(out(), found)


def _show(console: Console, found: Json) -> None:
    from rich.text import Text

    from lutetia.text.interface import text_for

    names = {seat: text_for(found["game"]).seat(seat)[1] for seat in found["seats"]}
    wide = max(len(name) for name in names.values()) + 2
    console.print(Text(_("Chances of winning"), style="bold"))
    columns = max(10, min(WIDEST, console.width - wide - LEFT))
    for seat, name in names.items():
        chances = [position["chances"][seat] for position in found["positions"]]
        console.print(Text(f"{name:<{wide}}{_curve(chances, columns)}  {100 * chances[-1]:.0f} %"))
    console.print()
    console.print(_accuracies(found, names))
    _show_faults(console, found, names)
    for line in _summary(found, names):
        console.print(Text(line))


def _curve(chances: Sequence[float], columns: int) -> str:
    """Chances as bars; of a long game some are left out, never the last."""
    count = min(columns, len(chances))
    chosen = [chances[round(n * (len(chances) - 1) / max(1, count - 1))] for n in range(count)]
    return "".join(BARS[min(len(BARS) - 1, int(chance * len(BARS)))] for chance in chosen)


def _accuracies(found: Json, names: dict[str, str]) -> object:
    """A column for each seat: its accuracy, whole and by part of the game, and how often it erred."""
    from rich.table import Table

    from lutetia.bots.profile import profile_for

    labels = profile_for(found["game"]).phases
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for title in ("", *names.values()):
        table.add_column(title, justify="right" if title else "left")
    table.add_row(_("Accuracy"), *(_percent(found["accuracy"][seat]) for seat in names))
    for part in found["summary"]["phases"]:
        table.add_row(f"  {_(labels[part['phase']])}", *(_percent(part["accuracy"][seat]) for seat in names))
    for kind, word in WORDS.items():
        counts = [sum(t["judgement"] == kind and t["seat"] == seat for t in found["turns"]) for seat in names]
        table.add_row(f"{SIGNS[kind]:<2} {_(word)}", *map(str, counts))
    return table


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{value:.0f} %"


def _show_faults(console: Console, found: Json, names: dict[str, str]) -> None:
    """The turns that gave something away: played against best, and why."""
    from rich.text import Text

    for turn in found["turns"]:
        sign = SIGNS.get(turn["judgement"])
        if not sign:
            continue
        start = turn["from"]
        loss = _(
            "−{percent} %, {points} points", percent=round(100 * turn["loss"]), points=signed(-round(turn["points"]))
        )
        console.print()
        console.print(Text(f"{turn['turn']:>3}. {names[turn['seat']]} {sign}  {loss}", style="bold"))
        console.print(Text(f"     {_('played:')} {_steps(turn['played'][start : turn['until']])}"))
        console.print(Text(f"     {_('best:')}   {_steps(turn['best'][start:])}"))
        if turn["sources_text"]:
            console.print(Text(f"     {_('lost:')}   {turn['sources_text']}"))
        if turn["why"]:
            console.print(Text(f"     {turn['why']}", style="italic"))


def _steps(steps: Sequence[str]) -> str:
    """The steps in their notation; those that are taken again are counted.

    >>> _steps(["sell wood", "buy wood", "sell wood", "done"])
    'sell wood (×2); buy wood; done'
    """
    return "; ".join(f"{step} (×{n})" if n > 1 else step for step, n in Counter(steps).items())


def _summary(found: Json, names: dict[str, str]) -> list[str]:
    lines = []
    for seat, name in names.items():
        best, worst = found["summary"]["best"][seat], found["summary"]["worst"][seat]
        if best:
            lines.append(_("{name}’s best turn: {n}", name=name, n=best))
        if worst:
            lines.append(_("{name}’s worst turn: {n}", name=name, n=worst))
    return ["", *lines] if lines else []
