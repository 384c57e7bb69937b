"""`lutetia arena`: bots against bots in paired games, with intervals, ratings and a report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lutetia.cli.selfplay import WHO_PLAYS
from lutetia.core.i18n import N_, _, plural
from lutetia.core.json_types import Json
from lutetia.core.numbers import decimal, percent

if TYPE_CHECKING:
    from lutetia.arena.aggregate import Aggregate
    from lutetia.arena.match import Plan

VERDICTS = {
    "above": N_("{bot} wins significantly more than {bound} (after {pairs} pairs)"),
    "below": N_("{bot} wins significantly less than {bound} (after {pairs} pairs)"),
}
MAX_AGE = 30 * 86_400
"""Seconds after which an interrupted run is deleted."""


def arena(
    game: Annotated[str, typer.Argument(help=_("Which game."))],
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT…",
            help=_("Who plays: {bots}.", bots=WHO_PLAYS),
        ),
    ],
    pairs: Annotated[
        int,
        typer.Option(min=1, help=_("How many deals; each is played once per seat, so that every bot sits everywhere.")),
    ] = 50,
    players: Annotated[int, typer.Option(help=_("How many players are at a table."))] = 2,
    jobs: Annotated[int, typer.Option(min=0, help=_("How many processes; 0 means one per processor."))] = 0,
    seed: Annotated[int, typer.Option(help=_("Decides every deal: the same seed gives the same games."))] = 0,
    json_: Annotated[bool, typer.Option("--json", help=_("Print the figures as JSON."))] = False,
    html: Annotated[Path | None, typer.Option(help=_("Write a report with plots to this file."))] = None,
    option: Annotated[
        list[str] | None, typer.Option(help=_("An option of the game as NAME=VALUE; may be repeated."))
    ] = None,
    limit: Annotated[float, typer.Option(help=_("Seconds a bot has for each step."))] = 10.0,
    until_above: Annotated[
        float | None,
        typer.Option(min=0, max=1, help=_("Stop early once the first bot's rate is certainly above or below this.")),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help=_('Play on the Ray cluster at this address; "local" starts one.')),
    ] = None,
    results: Annotated[
        Path | None, typer.Option(help=_("Store every game in this file, and continue from it."))
    ] = None,
    records: Annotated[Path | None, typer.Option(help=_("Write every game's record to this folder."))] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help=_("Do not continue an interrupted run."))] = False,
) -> None:
    """Measure bots against each other."""
    import json

    from lutetia.arena import report
    from lutetia.arena.match import Plan

    plan = Plan(game, tuple(bots), players, seed, _options(option or []), limit).checked()
    if html is not None:
        _check_writable(html)
    path = results or _state_file(plan)
    if fresh:
        path.unlink(missing_ok=True)
    tally = _played(plan, pairs, path, records, jobs=jobs, ray=ray, until_above=until_above)
    if results is None:
        path.unlink(missing_ok=True)
    if html is not None:
        from lutetia.arena.html_report import html_report

        html.write_text(html_report(tally), encoding="utf-8")
    if json_:
        print(json.dumps(report.summary(tally), ensure_ascii=False, indent=2))
    else:
        _show(tally)
        if tally.verdict and until_above is not None:
            verdict = VERDICTS[tally.verdict]
            print(_(verdict, bot=report.label(tally, bots[0]), bound=percent(until_above), pairs=tally.pairs))
        if html is not None:
            print(_("The report is in {path}", path=html))


def _played(
    plan: Plan, pairs: int, path: Path, records: Path | None, *, jobs: int, ray: str | None, until_above: float | None
) -> Aggregate:
    """Play the games, going on from those stored at `path`, and write the records if they are wanted."""
    import os

    from lutetia.arena import report, runner
    from lutetia.arena.results import open_results

    jobs = jobs or len(os.sched_getaffinity(0))
    try:
        with open_results(path, plan) as stored, _progress(plan, pairs) as update:
            if len(stored):
                _notify(plural("{n} pair is already played", "{n} pairs are already played", len(stored)))
            tally = runner.run(
                plan, pairs, jobs=jobs, ray=ray, results=stored, until_above=until_above, progress=update
            )
            if records is not None:
                for number in range(tally.pairs * len(plan.line_ups)):
                    report.write_records(stored.take(number), records, number, plan.game)
            return tally
    except runner.ArenaError as error:
        raise ValueError(str(error)) from None
    except KeyboardInterrupt:
        _notify(_("the finished pairs are kept; run the same command to continue"))
        raise


def _options(written: list[str]) -> Json:
    """Options as `lutetia.new` takes them, from `NAME=true`, `NAME=VALUE` or `NAME=VALUE,VALUE,…`."""
    import json

    options: Json = {}
    for text in written:
        name, sign, value = text.partition("=")
        if not sign:
            raise ValueError(_("--option: NAME=VALUE is needed, not {found}", found=text))
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value.split(",") if "," in value else value
    return options


def _state_file(plan: Plan) -> Path:
    """Where a run without --results keeps finished games until the whole run is finished."""
    import time

    from lutetia.arena.results import file_name
    from lutetia.cli.saved_game import state_folder

    folder = state_folder() / "arena"
    for file in folder.glob("*.jsonl"):
        if file.stat().st_mtime < time.time() - MAX_AGE:
            file.unlink(missing_ok=True)
    return folder / file_name(plan)


def _check_writable(file: Path) -> None:
    """Raises ValueError if the file cannot be written, so that hours of play are not lost."""
    if file.is_dir() or not file.absolute().parent.is_dir():
        raise ValueError(_("{path} cannot be written: there is no such folder", path=file))


@contextmanager
def _progress(plan: Plan, pairs: int) -> Iterator[Callable[[Aggregate], None]]:
    """A progress bar on standard error if that is a terminal. Call what it yields after every pair."""
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True, highlight=False)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(complete_style="yellow", finished_style="yellow"),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(_("Playing"), total=pairs * len(plan.line_ups))

        def update(tally: Aggregate) -> None:
            first = tally.bots[plan.bots[0]].share
            text = _("{bot} {rate} after {games} games", bot=plan.bots[0], rate=percent(first.rate), games=tally.games)
            bar.update(task, advance=1, description=escape(text))

        yield update


def _show(tally: Aggregate) -> None:
    """Print the ladder as a table."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from lutetia.arena import report

    console = Console(highlight=False)
    figures = report.summary(tally)
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1), collapse_padding=True)
    table.add_column(_("bot"), no_wrap=True, overflow="ellipsis")
    for heading in (_("games"), _("rate"), _("95 % interval"), _("rating"), _("score"), _("steps/s"), _("faults")):
        table.add_column(heading, justify="right", no_wrap=True)
    for name in report.ladder(tally):
        bot = figures["bots"][name]
        table.add_row(
            Text(report.label(tally, name)),
            str(bot["games"]),
            *_strength(bot, silent=_says_nothing(tally, name)),
            f"{bot['mean_score']:.1f}",
            "" if bot["steps_per_s"] is None else decimal(bot["steps_per_s"], 0),
            str(bot["faults"] or ""),
        )
    console.print(table)
    for claim in figures["claims"]:
        console.print(Text(_claim(tally, claim)))
    for text in report.named_faults(tally):
        console.print(Text(text))


def _says_nothing(tally: Aggregate, name: str) -> bool:
    """Whether the games tell nothing about a bot: it made no move itself, or none of its rivals did."""
    rivals = [bot.never_played for rival, bot in tally.bots.items() if rival != name]
    return tally.bots[name].never_played or (bool(rivals) and all(rivals))


def _strength(bot: Json, *, silent: bool) -> tuple[str, str, str]:
    """Rate, interval and rating; dashes if the games tell nothing about the bot."""
    if silent:
        return "–", "–", "–"
    return percent(bot["rate"]), f"{percent(bot['low'])}–{percent(bot['high'])}", f"{bot['rating']:.1f}"


def _claim(tally: Aggregate, claim: Json) -> str:
    """A sentence on how two bots compare, as far as the games allow one."""
    from lutetia.arena import report

    bot, rival = report.label(tally, claim["bot"]), report.label(tally, claim["against"])
    for name in (claim["bot"], claim["against"]):
        if tally.bots[name].never_played:
            silent = report.label(tally, name)
            return _(
                "{bot} and {rival} cannot be compared: {silent} never made a move itself",
                bot=bot,
                rival=rival,
                silent=silent,
            )
    rate = percent(claim["rate"])
    if claim["low"] is None:
        return plural(
            "{bot} finishes ahead of {rival} in {rate} of games ({n} pair is too few for an interval)",
            "{bot} finishes ahead of {rival} in {rate} of games ({n} pairs are too few for an interval)",
            claim["pairs"], bot=bot, rival=rival, rate=rate,
        )  # fmt: skip
    return _(
        "{bot} finishes ahead of {rival} in {rate} of games ({low} to {high}, bootstrap over {pairs} pairs)",
        bot=bot, rival=rival, rate=rate, low=percent(claim["low"]), high=percent(claim["high"]), pairs=claim["pairs"],
    )  # fmt: skip


def _notify(text: str) -> None:
    import sys

    print(f"lutetia: {text}", file=sys.stderr)
