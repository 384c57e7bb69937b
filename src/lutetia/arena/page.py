"""The report as one HTML file with inline plots: what a person wants to see of an arena. It loads nothing else."""

from __future__ import annotations

import shlex
from collections import Counter
from functools import partial
from html import escape
from importlib.resources import files

import lutetia
from lutetia.arena import plots, report
from lutetia.arena.plots import RATES, Scale
from lutetia.arena.tally import Prize, Rate, Tally, best_first, mean
from lutetia.bots.fault import KINDS
from lutetia.core.i18n import _, current_language, pgettext, plural
from lutetia.core.numbers import decimal, percent

COLOURS = 8
MOST_FAULTS = 25
"""Told one by one."""
LAMP = (
    '<svg viewBox="0 0 20 30" aria-hidden="true"><path d="M10 1v3M5 6h10l-1.6 9H6.6zM10 15v12M6 29h8" fill="none" '
    'stroke="#d9b45b" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>'
    '<path d="M8.2 8h3.6l-.7 5H8.9z" fill="#f5d88f"/></svg>'
)


def page(tally: Tally) -> str:
    """The whole page."""
    statistics = tally.statistics
    title = tally.manifest.title
    sections = [_ladder(tally), _duels(tally), _points(tally), _first(tally), _length(tally)]
    sections += [*(_prizes(tally, kind) for kind in statistics.prizes), _faults(tally), _method(tally)]
    style = files("lutetia.arena").joinpath("report.css").read_text(encoding="utf-8")
    return f"""<!doctype html>
<html lang="{current_language()}" data-theme="{tally.manifest.theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(_("Arena of {game}", game=title))}</title>
<style>
{style}</style>
</head>
<body>
{_header(tally, title)}
<main class="wide">
{"".join(section for section in sections if section)}
</main>
<footer><div class="wide">{escape(_("Lutetia {version}", version=lutetia.__version__))}</div></footer>
</body>
</html>
"""


def _header(tally: Tally, title: str) -> str:
    low, high = tally.turns[0].interval
    tiles = [
        (_("games"), decimal(tally.games, 0), plural("{n} pair", "{n} pairs", tally.pairs)),
        (_("the first player wins"), percent(tally.turns[0].rate), _span(low, high)),
        (_("steps in a game"), f"{mean(tally.lengths):.0f}", _("in {turns} turns", turns=f"{mean(tally.rounds):.0f}")),
        (_("moves lost by faults"), str(sum(bot.faults for bot in tally.bots.values())), ""),
    ]
    shown = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)} <small>{escape(more)}</small></dd></div>"
        for name, value, more in tiles
    )
    met = _("{bots}: bots measured in paired games, each deal played with every bot in every seat.", bots="\0")
    lead = escape(met).replace("\0", " · ".join(f"<b>{escape(report.label(tally, name))}</b>" for name in tally.bots))
    return (
        f'<header><div class="wide"><div class="mark-line">{LAMP}<span>Lutetia</span></div>'
        f'<h1>{escape(title)}</h1><p class="lead">{lead}</p><dl class="tiles">{shown}</dl></div></header>'
    )


def _ladder(tally: Tally) -> str:
    fair = 1 / tally.plan.players
    rows = []
    for name in report.ladder(tally):
        bot, colour = tally.bots[name], _colour(tally, name)
        low, high = bot.share.interval
        games = max(1, bot.share.games)
        said = f"{name}: {percent(bot.share.rate)} ({_span(low, high)})"
        plot = plots.whisker(bot.share.rate, low, high, fair=fair, colour=colour, said=said)
        outcomes = [
            (bot.wins / games, "var(--good)", _("won {n}", n=bot.wins)),
            (bot.draws / games, "var(--line-strong)", _("drawn {n}", n=bot.draws)),
            (bot.losses / games, "var(--bad)", _("lost {n}", n=bot.losses)),
        ]
        told = " · ".join(title for share, _colour_, title in outcomes if share)
        strength = f"{decimal(tally.ratings.mean(name))} ± {decimal(tally.ratings.deviation(name))}"
        speed = decimal(bot.steps / bot.seconds, 0) if bot.seconds else ""
        rows.append(
            f'<tr>{_who(tally, name)}<td class="n">{percent(bot.share.rate)}<small>{_span(low, high)}</small></td>'
            f'<td class="wide-cell">{plot}</td>'
            f'<td class="half-cell">{plots.stack(outcomes, told)}<small>{escape(told)}</small></td>'
            f'<td class="n">{decimal(tally.ratings.rating(name))}<small>{strength}</small></td>'
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
        "The rate counts a draw in parts; its 95 % interval is Wilson's, and the dotted line is a fair share. Ratings "
        "are openskill's: the strength a bot almost surely has, and below it the estimate with its deviation."
    )
    return _section(_("The ladder"), about, _table(head, rows))


def _duels(tally: Tally) -> str:
    found = report.claims(tally)
    if not found:
        return ""
    about = _(
        "How often one bot comes in before the other, with a 95 % interval by bootstrap over pairs: the games of a "
        "pair share their deal, so pairs are what is drawn anew. An interval that holds 50 % leaves it open who is "
        "better."
    )
    body = _matrix(tally) if len(tally.bots) > 2 else ""
    rows = [
        f"<tr>{_versus(tally, claim['bot'], claim['against'])}"
        f'<td class="n">{percent(claim["rate"])}<small>{_span(claim["low"], claim["high"])}</small></td>'
        '<td class="wide-cell">'
        + plots.whisker(
            claim["rate"],
            claim["low"],
            claim["high"],
            fair=0.5,
            colour=_colour(tally, claim["bot"] if claim["rate"] >= 0.5 else claim["against"]),
            said=f"{claim['bot']}, {claim['against']}: {percent(claim['rate'])}",
        )
        + "</td></tr>"
        for claim in found
    ]
    head = [("", ""), (_("comes in before"), "n"), (plots.axis(RATES, percent=True, about=4), "")]
    return _section(_("Who beats whom"), about, (body or "") + _table(head, rows))


def _matrix(tally: Tally) -> str:
    names = report.ladder(tally)
    rows = []
    for bot in names:
        cells = []
        for rival in names:
            duel = tally.duel(bot, rival)
            if duel is None:
                cells.append('<td class="none">·</td>')
                continue
            rate, (low, high), _pairs = duel
            hue = "var(--good)" if rate >= 0.5 else "var(--bad)"
            style = f"--hue:{hue};--much:{min(60, 120 * abs(rate - 0.5)):.0f}%"
            cells.append(f'<td style="{style}">{percent(rate, 0)}<small>{_span(low, high)}</small></td>')
        rows.append(f"<tr>{_who(tally, bot)}{''.join(cells)}</tr>")
    head = [(_("row against column"), ""), *((report.label(tally, name), "") for name in names)]
    return _table(head, rows, "matrix") + "<br>"


def _points(tally: Tally) -> str:
    panels = []
    sources = tally.statistics.sources.items()
    for source, title in sorted(sources, key=lambda item: item[0] != "total"):  # the total first
        counters = {name: bot.points[source] for name, bot in tally.bots.items() if bot.points[source]}
        if not counters:
            continue
        scale = plots.around(*counters.values())
        rows = [_spread_row(tally, name, counters[name], scale) for name in report.ladder(tally) if name in counters]
        panels.append(f'<div class="card"><h3>{escape(_(title))}</h3>{"".join(rows)}{_under(scale)}</div>')
    about = _("How many points the bots' games brought, by source. The upright line is the mean.")
    return _section(_("Points"), about, f'<div class="grid">{"".join(panels)}</div>') if panels else ""


def _spread_row(tally: Tally, name: str, counted: Counter[int], scale: Scale) -> str:
    middle = mean(counted)
    said = _("{bot}: {mean} on average", bot=report.label(tally, name), mean=decimal(middle))
    plot = plots.histogram(counted, scale, colour=_colour(tally, name), said=said, mark=middle)
    return (
        f'<div class="row"><span class="who" title="{escape(name)}">{_named(tally, name)}</span>'
        f'<span class="mean">{decimal(middle)}</span>{plot}</div>'
    )


def _first(tally: Tally) -> str:
    fair = 1 / tally.plan.players
    row = partial(_rate_row, fair=fair)
    rows = [row(f"<th>{escape(_place(i))}</th>", rate, "var(--glow)") for i, rate in enumerate(tally.turns)]
    for name in report.ladder(tally) if len(tally.bots) > 1 else ():
        by_turn, colour = tally.bots[name].by_turn, _colour(tally, name)
        for i in sorted(by_turn):
            title = f"<th>{_named(tally, name)} <small>{escape(_place(i))}</small></th>"
            rows.append(row(title, by_turn[i], colour))
    head = [(_("place in the order of play"), ""), (_("wins"), "n"), (plots.axis(RATES, percent=True, about=4), "")]
    about = _("Does it help to begin? Every bot sits in every seat of every deal, so strength cancels out.")
    return _section(_("The first player"), about, _table(head, rows))


def _length(tally: Tally) -> str:
    panels = []
    for title, counted in ((_("steps"), tally.lengths), (_("turns"), tally.rounds)):
        scale = plots.around(counted)
        said = _("{what}: {mean} on average", what=title, mean=f"{mean(counted):.1f}")
        plot = plots.histogram(counted, scale, colour="var(--glow)", said=said, height=110, mark=mean(counted))
        panels.append(f'<div class="card"><h3>{escape(said)}</h3>{plot}{_under(scale)}</div>')
    return _section(_("Length of a game"), "", f'<div class="grid">{"".join(panels)}</div>')


def _prizes(tally: Tally, kind: str) -> str:
    prizes = tally.statistics.prizes[kind]
    rows = [_prize_row(tally, prizes.called(name), prize) for name, prize in best_first(tally.prizes[kind])]
    head = [
        ("", ""),
        (_("how often taken"), "n"),
        ("", ""),
        (_("by whom"), ""),
        (_("takers win"), "n"),
        (plots.axis(RATES, percent=True, about=4), ""),
    ]
    about = _(
        "In how many of the games where it lay open each was taken, by which bot, and how often whoever took it won. "
        "What a strong bot likes seems strong: to judge a prize, let a bot play against itself."
    )
    return _section(_(prizes.title), about, _table(head, rows)) if rows else ""


def _prize_row(tally: Tally, title: str, prize: Prize) -> str:
    taken = prize.taken / max(1, prize.offered)
    row = (
        f'<tr><th>{escape(title)}</th><td class="n">{percent(taken, 0)}</td>'
        f'<td class="half-cell">{plots.bar(taken, "var(--line-strong)", f"{title}: {percent(taken, 0)}")}</td>'
    )
    if not prize.taken:
        return f'{row}<td></td><td class="n">–</td><td></td></tr>'
    by_bot = [
        (
            prize.by_bot[bot] / prize.by_bot.total(),
            _colour(tally, bot),
            f"{report.label(tally, bot)}: {prize.by_bot[bot]}",
        )
        for bot in tally.bots
    ]
    rate, (low, high) = prize.takers.rate, prize.takers.interval
    fair = 1 / tally.plan.players
    plot = plots.whisker(rate, low, high, fair=fair, colour="var(--glow)", said=f"{title}: {percent(rate)}")
    return (
        f'{row}<td class="half-cell">{plots.stack(by_bot, ", ".join(said for _share, _colour_, said in by_bot))}</td>'
        f'<td class="n">{percent(rate)}<small>{_span(low, high)}</small></td><td class="wide-cell">{plot}</td></tr>'
    )


def _faults(tally: Tally) -> str:
    if not tally.faults:
        return ""
    rows = [
        f"<tr>{_who(tally, fault['bot'])}<td>{escape(_(KINDS[fault['kind']]))}</td><td>{escape(fault['detail'])}</td>"
        f'<td class="n">{fault["pair"]}</td><td class="n">{fault["game"]}</td><td>{escape(fault["seat"])}</td>'
        f'<td class="n">{fault["step"]}</td></tr>'
        for fault in tally.faults[:MOST_FAULTS]
    ]
    head = [(_("bot"), ""), (_("what it did"), ""), (_("in its words"), ""), (_("pair"), "n"), (_("game"), "n")]
    head += [(_("seat"), ""), (_("step"), "n")]
    more = len(tally.faults) - len(rows)
    rest = f"<p>{escape(plural('and {n} more', 'and {n} more', more))}</p>" if more else ""
    told = "".join(f"<li>{escape(text)}</li>" for text in report.named_faults(tally))
    about = _("A bot that errs, hangs or answers illegally loses its move to a random legal step.")
    return _section(_("Faults"), about, f"<ul>{told}</ul>{_table(head, rows)}{rest}")


def _method(tally: Tally) -> str:
    plan = tally.plan
    words_ = ["lutetia", "arena", plan.game, *plan.bots, "--pairs", str(tally.pairs), "--seed", str(plan.seed)]
    words_ += ["--players", str(plan.players)] if plan.players != 2 else []
    for name, value in plan.options.items():
        written = (
            value if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else ",".join(value)
        )
        words_ += ["--option", f"{name}={written}"]
    about = _(
        "The same seed gives the same games, on one machine or many: every figure here but the speed can be had again."
    )
    return _section(_("To reproduce"), about, f"<p><code>{escape(shlex.join(words_))}</code></p>")


def _rate_row(title: str, rate: Rate, colour: str, *, fair: float) -> str:
    low, high = rate.interval
    plot = plots.whisker(rate.rate, low, high, fair=fair, colour=colour, said=percent(rate.rate))
    return (
        f'<tr>{title}<td class="n">{percent(rate.rate)}<small>{_span(low, high)}</small></td>'
        f'<td class="wide-cell">{plot}</td></tr>'
    )


def _place(place: int) -> str:
    return [_("plays first"), _("plays second"), _("plays third"), _("plays fourth")][place]


def _section(title: str, about: str, body: str) -> str:
    said = f"<p>{escape(about)}</p>" if about else "<p></p>"
    return f"<section><h2>{escape(title)}</h2>{said}{body}</section>"


def _table(head: list[tuple[str, str]], rows: list[str], kind: str = "") -> str:
    """Headings are text, or a plot's axis."""
    cells = "".join(
        f'<th scope="col" class="{style}">{text if text.startswith("<svg") else escape(text)}</th>'
        for text, style in head
    )
    body = f"<thead><tr>{cells}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f'<div class="card"><table class="{kind}">{body}</table></div>'


def _under(scale: Scale) -> str:
    """A histogram's axis: a tick stands under the middle of its value's bar where each value has its own."""
    return plots.axis(scale, shift=0.5 if plots.bar_width(int(scale.low), int(scale.high) - 1) == 1 else 0.0)


def _who(tally: Tally, name: str) -> str:
    return f'<th scope="row" title="{escape(name)}">{_named(tally, name)}</th>'


def _versus(tally: Tally, bot: str, rival: str) -> str:
    against = escape(pgettext("between two bots", "against"))
    return f'<th scope="row">{_named(tally, bot)} <small>{against}</small> {_named(tally, rival)}</th>'


def _named(tally: Tally, name: str) -> str:
    return f'<span class="named">{_swatch(tally, name)}{escape(report.label(tally, name))}</span>'


def _swatch(tally: Tally, name: str) -> str:
    return f'<i class="swatch" style="--c:{_colour(tally, name)}"></i>'


def _colour(tally: Tally, name: str) -> str:
    return f"var(--bot-{list(tally.bots).index(name) % COLOURS})"


def _span(low: float, high: float) -> str:
    return f"{percent(low)} – {percent(high)}"
