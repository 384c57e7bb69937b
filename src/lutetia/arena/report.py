"""The figures of an arena as JSON. The same plan gives the same figures, except for `steps_per_s`."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

from lutetia.arena.aggregate import Aggregate, BotTotals
from lutetia.bots.external import short_name
from lutetia.bots.fault import lost_moves
from lutetia.core.json_types import Json

MOST_FAULTS = 100
"""Faults that are listed; all are counted."""


def summary(figures: Aggregate) -> Json:
    """All figures. Intervals are at 95 %: Wilson's over games for each bot, the bootstrap over pairs for `claims`."""
    plan = figures.plan
    return {
        "game": plan.game,
        "pairs": figures.pairs,
        "players": plan.players,
        "seed": plan.seed,
        "options": plan.options,
        "limit": plan.limit,
        "games": figures.games,
        "bots": {name: _bot(figures, name, bot) for name, bot in figures.bots.items()},
        "claims": claims(figures),
        "verdict": figures.verdict,
        "first_player": _rate(figures.turns[0]),
        "length": {"steps": _spread(figures.lengths), "turns": _spread(figures.rounds)},
        "prizes": {
            kind: {
                name: {"offered": item.offered, "taken": item.taken, "takers": _rate(item.takers)}
                for name, item in sorted(items.items())
            }
            for kind, items in figures.items.items()
        },
        "faults": figures.faults[:MOST_FAULTS],
    }


def claims(figures: Aggregate) -> list[Json]:
    """For each two bots that met: how often the first finished before the second, with an interval if it has one."""
    found = []
    for bot, rival in combinations(figures.bots, 2):
        duel = figures.duel(bot, rival)
        if duel is not None:
            rate, interval, pairs = duel
            low, high = (round(bound, 4) for bound in interval) if interval else (None, None)
            found.append(
                {"bot": bot, "against": rival, "pairs": pairs, "rate": round(rate, 4), "low": low, "high": high}
            )
    return found


def ladder(figures: Aggregate) -> list[str]:
    """The bots, best first. All meet each other equally often, so the plain rate is fair."""
    return sorted(figures.bots, key=lambda name: (-figures.bots[name].share.rate, -figures.ratings.mean(name)))


def label(figures: Aggregate, name: str) -> str:
    """A bot's name; for a command only its file, if that is unique."""
    short = {full: short_name(full) for full in figures.bots}
    return short[name] if list(short.values()).count(short[name]) == 1 else name


def named_faults(figures: Aggregate) -> list[str]:
    """For each bot that lost moves, a text that says how many, why, and what it said before."""
    return [
        lost_moves(label(figures, name), [fault for fault in figures.faults if fault["bot"] == name])
        for name, bot in figures.bots.items()
        if bot.faults
    ]


def write_records(games: list[Json], folder: Path, number: int, game: str) -> None:
    """Write the records of a pair, each to its own file."""
    from lutetia.core import record as records

    for turn, played in enumerate(games, 1):
        records.dump(played["record"], folder / f"{game}-{number + 1:06}-{turn}.json")


def _bot(figures: Aggregate, name: str, bot: BotTotals) -> Json:
    return {
        "games": bot.share.games,
        "wins": bot.wins,
        "draws": bot.draws,
        "losses": bot.losses,
        **{key: value for key, value in _rate(bot.share).items() if key != "games"},
        "rating": round(figures.ratings.rating(name), 2),
        "mean_score": round(bot.mean("total"), 2),
        "steps_per_s": round(bot.steps / bot.seconds, 1) if bot.seconds else None,
        "faults": bot.faults,
    }


def _rate(rate: Any) -> Json:
    low, high = rate.interval
    return {"games": rate.games, "rate": round(rate.rate, 4), "low": round(low, 4), "high": round(high, 4)}


def _spread(counted: Any) -> Json:
    values = sorted(counted.elements())
    if not values:
        return {"least": None, "median": None, "most": None}
    return {"least": values[0], "median": values[len(values) // 2], "most": values[-1]}
