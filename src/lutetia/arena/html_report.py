"""The report of an arena as one HTML file with inline plots. It loads nothing else."""

from __future__ import annotations

import shlex
from collections import Counter
from functools import partial
from html import escape
from importlib.resources import files

import lutetia
from lutetia.arena import plots, report
from lutetia.arena.aggregate import Aggregate, ItemTotals, WinRate, best_first, mean
from lutetia.arena.plots import RATES, Scale
from lutetia.bots.fault import KINDS
from lutetia.core.i18n import _, current_language, pgettext, plural
from lutetia.core.numbers import decimal, percent

COLOURS = 8
MOST_FAULTS = 25
"""Faults that are listed one by one."""
LAMP = (
    '<svg viewBox="0 0 20 30" aria-hidden="true"><path d="M10 1v3M5 6h10l-1.6 9H6.6zM10 15v12M6 29h8" fill="none" '
    'stroke="#d9b45b" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>'
    '<path d="M8.2 8h3.6l-.7 5H8.9z" fill="#f5d88f"/></svg>'
)
ANYTHING = {"low": 0.0, "high": 1.0}
"""The interval of too few pairs."""


def html_report(figures: Aggregate) -> str:
    """The whole page."""
    statistics = figures.statistics
    title = figures.manifest.title
    sections = [_ladder(figures), _duels(figures), _points(figures), _first(figures), _length(figures)]
    sections += [*(_items(figures, kind) for kind in statistics.items), _faults(figures), _method(figures)]
    style = files("lutetia.arena").joinpath("report.css").read_text(encoding="utf-8")
    return f"""<!doctype html>
<html lang="{current_language()}" data-theme="{figures.manifest.theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(_("Arena: {game}", game=title))}</title>
<style>
{style}</style>
</head>
<body>
{_header(figures, title)}
<main class="wide">
{"".join(section for section in sections if section)}
</main>
<footer><div class="wide">{escape(_("Lutetia {version}", version=lutetia.__version__))}</div></footer>
</body>
</html>
"""


def _header(figures: Aggregate, title: str) -> str:
    low, high = figures.turns[0].interval
    tiles = [
        (_("games"), decimal(figures.games, 0), plural("{n} pair", "{n} pairs", figures.pairs)),
        (_("the first player wins"), percent(figures.turns[0].rate), _span(low, high)),
        (
            _("steps in a game"),
            f"{mean(figures.lengths):.0f}",
            _("in {turns} turns", turns=f"{mean(figures.rounds):.0f}"),
        ),
        (_("moves lost through faults"), str(sum(bot.faults for bot in figures.bots.values())), ""),
    ]
    shown = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)} <small>{escape(more)}</small></dd></div>"
        for name, value, more in tiles
    )
    met = _("{bots}: bots measured in paired games, each deal played with every bot in every seat.", bots="\0")
    lead = escape(met).replace(
        "\0", " · ".join(f"<b>{escape(report.label(figures, name))}</b>" for name in figures.bots)
    )
    return (
        f'<header><div class="wide"><div class="mark-line">{LAMP}<span>Lutetia</span></div>'
        f'<h1>{escape(title)}</h1><p class="lead">{lead}</p><dl class="tiles">{shown}</dl></div></header>'
    )


def _ladder(figures: Aggregate) -> str:
    fair = 1 / figures.plan.players
    rows = []
    for name in report.ladder(figures):
        bot, colour = figures.bots[name], _colour(figures, name)
        low, high = bot.share.interval
        games = max(1, bot.share.games)
        summary = f"{name}: {percent(bot.share.rate)} ({_span(low, high)})"
        plot = plots.whisker(bot.share.rate, low, high, fair=fair, colour=colour, label=summary)
        outcomes = [
            (bot.wins / games, "var(--good)", _("won {n}", n=bot.wins)),
            (bot.draws / games, "var(--line-strong)", _("drawn {n}", n=bot.draws)),
            (bot.losses / games, "var(--bad)", _("lost {n}", n=bot.losses)),
        ]
        listed = " · ".join(title for share, _fill, title in outcomes if share)
        strength = f"{decimal(figures.ratings.mean(name))} ± {decimal(figures.ratings.deviation(name))}"
        speed = decimal(bot.steps / bot.seconds, 0) if bot.seconds else ""
        rows.append(
            f'<tr>{_who(figures, name)}<td class="n">{percent(bot.share.rate)}<small>{_span(low, high)}</small></td>'
            f'<td class="wide-cell">{plot}</td>'
            f'<td class="half-cell">{plots.stack(outcomes, listed)}<small>{escape(listed)}</small></td>'
            f'<td class="n">{decimal(figures.ratings.rating(name))}<small>{strength}</small></td>'
            f'<td class="n">{decimal(bot.mean("total"))}</td><td class="n">{speed}</td>'
            f'<td class="n{" faulty" if bot.faults else ""}">{bot.faults or "–"}</td></tr>'
        )
    head = [
        (_("bot"), ""),
        (_("rate"), "n"),
        (plots.axis(RATES, percent=True, about=4), ""),
        (_("outcomes"), ""),
        (_("rating"), "n"),
        (_("mean score"), "n"),
        (_("steps/s"), "n"),
        (_("faults"), "n"),
    ]
    about = _(
        "The rate splits a draw between the tied players; its 95 % interval is Wilson's, and the dotted line "
        "is a fair share. Ratings use openskill: the strength a bot almost certainly has, and below it the "
        "estimate with its deviation."
    )
    return _section(_("The ladder"), about, _table(head, rows))


def _duels(figures: Aggregate) -> str:
    found = [
        ANYTHING | {key: value for key, value in claim.items() if value is not None} for claim in report.claims(figures)
    ]
    if not found:
        return ""
    about = _(
        "How often one bot finishes ahead of the other, with a 95 % interval by bootstrap over pairs: the "
        "games of a pair share their deal, so whole pairs are resampled. If an interval contains 50 %, it is "
        "unclear which bot is better."
    )
    body = _matrix(figures) if len(figures.bots) > 2 else ""
    rows = [
        f"<tr>{_versus(figures, claim['bot'], claim['against'])}"
        f'<td class="n">{percent(claim["rate"])}<small>{_span(claim["low"], claim["high"])}</small></td>'
        '<td class="wide-cell">'
        + plots.whisker(
            claim["rate"],
            claim["low"],
            claim["high"],
            fair=0.5,
            colour=_colour(figures, claim["bot"] if claim["rate"] >= 0.5 else claim["against"]),
            label=f"{claim['bot']}, {claim['against']}: {percent(claim['rate'])}",
        )
        + "</td></tr>"
        for claim in found
    ]
    head = [("", ""), (_("finishes ahead of"), "n"), (plots.axis(RATES, percent=True, about=4), "")]
    return _section(_("Who beats whom"), about, (body or "") + _table(head, rows))


def _matrix(figures: Aggregate) -> str:
    names = report.ladder(figures)
    rows = []
    for bot in names:
        cells = []
        for rival in names:
            duel = figures.duel(bot, rival)
            if duel is None:
                cells.append('<td class="none">·</td>')
                continue
            rate, interval, _pairs = duel
            low, high = interval or ANYTHING.values()
            hue = "var(--good)" if rate >= 0.5 else "var(--bad)"
            style = f"--hue:{hue};--much:{min(60, 120 * abs(rate - 0.5)):.0f}%"
            cells.append(f'<td style="{style}">{percent(rate, 0)}<small>{_span(low, high)}</small></td>')
        rows.append(f"<tr>{_who(figures, bot)}{''.join(cells)}</tr>")
    head = [(_("row against column"), ""), *((report.label(figures, name), "") for name in names)]
    return _table(head, rows, "matrix") + "<br>"


def _points(figures: Aggregate) -> str:
    panels = []
    sources = figures.statistics.sources.items()
    for source, title in sorted(sources, key=lambda item: item[0] != "total"):  # the total first
        counters = {name: bot.points[source] for name, bot in figures.bots.items() if bot.points[source]}
        if not counters:
            continue
        scale = plots.around(*counters.values())
        rows = [
            _spread_row(figures, name, counters[name], scale) for name in report.ladder(figures) if name in counters
        ]
        panels.append(f'<div class="card"><h3>{escape(_(title))}</h3>{"".join(rows)}{_under(scale)}</div>')
    about = _("How many points the bots scored, by source. The vertical line is the mean.")
    return _section(_("Points"), about, f'<div class="grid">{"".join(panels)}</div>') if panels else ""


def _spread_row(figures: Aggregate, name: str, counted: Counter[int], scale: Scale) -> str:
    middle = mean(counted)
    summary = _("{bot}: {mean} on average", bot=report.label(figures, name), mean=decimal(middle))
    plot = plots.histogram(counted, scale, colour=_colour(figures, name), label=summary, mark=middle)
    return (
        f'<div class="row"><span class="who" title="{escape(name)}">{_named(figures, name)}</span>'
        f'<span class="mean">{decimal(middle)}</span>{plot}</div>'
    )


def _first(figures: Aggregate) -> str:
    fair = 1 / figures.plan.players
    row = partial(_rate_row, fair=fair)
    rows = [row(f"<th>{escape(_place(i))}</th>", rate, "var(--glow)") for i, rate in enumerate(figures.turns)]
    for name in report.ladder(figures) if len(figures.bots) > 1 else ():
        by_turn, colour = figures.bots[name].by_turn, _colour(figures, name)
        for i in sorted(by_turn):
            title = f"<th>{_named(figures, name)} <small>{escape(_place(i))}</small></th>"
            rows.append(row(title, by_turn[i], colour))
    head = [(_("place in the order of play"), ""), (_("wins"), "n"), (plots.axis(RATES, percent=True, about=4), "")]
    about = _("Is it an advantage to go first? Every bot sits in every seat of every deal, so strength cancels out.")
    return _section(_("The first player"), about, _table(head, rows))


def _length(figures: Aggregate) -> str:
    panels = []
    for title, counted in ((_("steps"), figures.lengths), (_("turns"), figures.rounds)):
        scale = plots.around(counted)
        summary = _("{what}: {mean} on average", what=title, mean=f"{mean(counted):.1f}")
        plot = plots.histogram(counted, scale, colour="var(--glow)", label=summary, height=110, mark=mean(counted))
        panels.append(f'<div class="card"><h3>{escape(summary)}</h3>{plot}{_under(scale)}</div>')
    return _section(_("Length of a game"), "", f'<div class="grid">{"".join(panels)}</div>')


def _items(figures: Aggregate, kind: str) -> str:
    item_kind = figures.statistics.items[kind]
    rows = [_item_row(figures, item_kind.label(name), item) for name, item in best_first(figures.items[kind])]
    head = [
        ("", ""),
        (_("how often taken"), "n"),
        ("", ""),
        (_("by whom"), ""),
        (_("takers win"), "n"),
        (plots.axis(RATES, percent=True, about=4), ""),
    ]
    about = _(
        "In how many of the games where it was available each was taken, by which bot, and how often whoever "
        "took it won. What a strong bot likes seems strong: to judge a component, let a bot play against "
        "itself."
    )
    return _section(_(item_kind.title), about, _table(head, rows)) if rows else ""


def _item_row(figures: Aggregate, title: str, item: ItemTotals) -> str:
    taken = item.taken / max(1, item.offered)
    row = (
        f'<tr><th>{escape(title)}</th><td class="n">{percent(taken, 0)}</td>'
        f'<td class="half-cell">{plots.bar(taken, "var(--line-strong)", f"{title}: {percent(taken, 0)}")}</td>'
    )
    if not item.taken:
        return f'{row}<td></td><td class="n">–</td><td></td></tr>'
    by_bot = [
        (
            item.by_bot[bot] / item.by_bot.total(),
            _colour(figures, bot),
            f"{report.label(figures, bot)}: {item.by_bot[bot]}",
        )
        for bot in figures.bots
    ]
    rate, (low, high) = item.takers.rate, item.takers.interval
    fair = 1 / figures.plan.players
    plot = plots.whisker(rate, low, high, fair=fair, colour="var(--glow)", label=f"{title}: {percent(rate)}")
    return (
        f'{row}<td class="half-cell">{plots.stack(by_bot, ", ".join(title for _share, _fill, title in by_bot))}</td>'
        f'<td class="n">{percent(rate)}<small>{_span(low, high)}</small></td><td class="wide-cell">{plot}</td></tr>'
    )


def _faults(figures: Aggregate) -> str:
    if not figures.faults:
        return ""
    rows = [
        f"<tr>{_who(figures, fault['bot'])}<td>{escape(_(KINDS[fault['kind']]))}</td><td>{escape(fault['detail'])}</td>"
        f'<td class="n">{fault["pair"]}</td><td class="n">{fault["game"]}</td><td>{escape(fault["seat"])}</td>'
        f'<td class="n">{fault["step"]}</td></tr>'
        for fault in figures.faults[:MOST_FAULTS]
    ]
    head = [(_("bot"), ""), (_("what happened"), ""), (_("error message"), ""), (_("pair"), "n"), (_("game"), "n")]
    head += [(_("seat"), ""), (_("step"), "n")]
    more = len(figures.faults) - len(rows)
    rest = f"<p>{escape(plural('and {n} more', 'and {n} more', more))}</p>" if more else ""
    listed = "".join(f"<li>{escape(text)}</li>" for text in report.named_faults(figures))
    about = _("When a bot fails, hangs or answers with an illegal step, a random legal step is played instead.")
    return _section(_("Faults"), about, f"<ul>{listed}</ul>{_table(head, rows)}{rest}")


def _method(figures: Aggregate) -> str:
    plan = figures.plan
    command = ["lutetia", "arena", plan.game, *plan.bots, "--pairs", str(figures.pairs), "--seed", str(plan.seed)]
    command += ["--players", str(plan.players)] if plan.players != 2 else []
    for name, value in plan.options.items():
        written = (
            value if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else ",".join(value)
        )
        command += ["--option", f"{name}={written}"]
    about = _(
        "The same seed gives the same games, on one machine or many: every number here except the speed can "
        "be reproduced."
    )
    return _section(_("To reproduce"), about, f"<p><code>{escape(shlex.join(command))}</code></p>")


def _rate_row(title: str, rate: WinRate, colour: str, *, fair: float) -> str:
    low, high = rate.interval
    plot = plots.whisker(rate.rate, low, high, fair=fair, colour=colour, label=percent(rate.rate))
    return (
        f'<tr>{title}<td class="n">{percent(rate.rate)}<small>{_span(low, high)}</small></td>'
        f'<td class="wide-cell">{plot}</td></tr>'
    )


def _place(place: int) -> str:
    return [_("plays first"), _("plays second"), _("plays third"), _("plays fourth")][place]


def _section(title: str, about: str, body: str) -> str:
    return f"<section><h2>{escape(title)}</h2><p>{escape(about)}</p>{body}</section>"


def _table(head: list[tuple[str, str]], rows: list[str], kind: str = "") -> str:
    """A table in a card. Headings are text, or an axis as SVG."""
    cells = "".join(
        f'<th scope="col" class="{style}">{text if text.startswith("<svg") else escape(text)}</th>'
        for text, style in head
    )
    body = f"<thead><tr>{cells}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f'<div class="card"><table class="{kind}">{body}</table></div>'


def _under(scale: Scale) -> str:
    """The axis of a histogram. If each value has its own bar, ticks are centred under the bars."""
    return plots.axis(scale, shift=0.5 if plots.bar_width(int(scale.low), int(scale.high) - 1) == 1 else 0.0)


def _who(figures: Aggregate, name: str) -> str:
    return f'<th scope="row" title="{escape(name)}">{_named(figures, name)}</th>'


def _versus(figures: Aggregate, bot: str, rival: str) -> str:
    against = escape(pgettext("between two bots", "against"))
    return f'<th scope="row">{_named(figures, bot)} <small>{against}</small> {_named(figures, rival)}</th>'


def _named(figures: Aggregate, name: str) -> str:
    return f'<span class="named">{_swatch(figures, name)}{escape(report.label(figures, name))}</span>'


def _swatch(figures: Aggregate, name: str) -> str:
    return f'<i class="swatch" style="--c:{_colour(figures, name)}"></i>'


def _colour(figures: Aggregate, name: str) -> str:
    return f"var(--bot-{list(figures.bots).index(name) % COLOURS})"


def _span(low: float, high: float) -> str:
    return f"{percent(low)} – {percent(high)}"
