"""The figures of an arena as JSON: the same for the same plan, except `steps_per_s`."""

from __future__ import annotations

import shlex
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

from lutetia.arena.tally import Figures, Tally
from lutetia.bots.external import PREFIX
from lutetia.bots.fault import KINDS
from lutetia.core.i18n import _, plural
from lutetia.core.json_types import Json

MOST_FAULTS = 100
"""Told one by one; all are counted."""


def summary(tally: Tally) -> Json:
    """All figures. Intervals are at 95 %: Wilson's over games for each bot, the bootstrap's over pairs for `claims`."""
    plan = tally.plan
    return {
        "game": plan.game,
        "pairs": tally.pairs,
        "players": plan.players,
        "seed": plan.seed,
        "options": plan.options,
        "limit": plan.limit,
        "games": tally.games,
        "bots": {name: _bot(tally, name, figures) for name, figures in tally.bots.items()},
        "claims": claims(tally),
        "verdict": tally.verdict,
        "first_player": _rate(tally.turns[0]),
        "length": {"steps": _spread(tally.lengths), "turns": _spread(tally.rounds)},
        "prizes": {
            kind: {
                name: {"offered": prize.offered, "taken": prize.taken, "takers": _rate(prize.takers)}
                for name, prize in sorted(prizes.items())
            }
            for kind, prizes in tally.prizes.items()
        },
        "faults": tally.faults[:MOST_FAULTS],
    }


def claims(tally: Tally) -> list[Json]:
    """For every two bots that met: how often the first came in before the second, and how sure that is."""
    found = []
    for bot, rival in combinations(tally.bots, 2):
        duel = tally.duel(bot, rival)
        if duel is not None:
            rate, (low, high), pairs = duel
            found.append(
                {"bot": bot, "against": rival, "pairs": pairs}
                | {"rate": round(rate, 4), "low": round(low, 4), "high": round(high, 4)}
            )
    return found


def ladder(tally: Tally) -> list[str]:
    """The bots, best first. All meet all others equally often, so the plain rate is fair."""
    return sorted(tally.bots, key=lambda name: (-tally.bots[name].share.rate, -tally.ratings.mean(name)))


def label(tally: Tally, name: str) -> str:
    """A bot's name; of a command its file alone, where that leaves no doubt."""
    short = {full: _file_alone(full) for full in tally.bots}
    return short[name] if list(short.values()).count(short[name]) == 1 else name


def _file_alone(name: str) -> str:
    if not name.startswith(PREFIX):
        return name
    paths = [Path(word) for word in shlex.split(name.removeprefix(PREFIX))]
    return PREFIX + next((path.name for path in reversed(paths) if path.is_file()), name.removeprefix(PREFIX))


def named_faults(tally: Tally) -> list[str]:
    """A sentence for every bot that lost moves, and how."""
    found = []
    for name, bot in tally.bots.items():
        if bot.faults:
            kinds = Counter(fault["kind"] for fault in tally.faults if fault["bot"] == name)
            how = ", ".join(f"{_(KINDS[kind])} ({times})" for kind, times in kinds.most_common())
            found.append(
                plural(
                    "{bot} lost {n} move: {how}",
                    "{bot} lost {n} moves: {how}",
                    bot.faults,
                    bot=label(tally, name),
                    how=how,
                )
            )
    return found


def write_records(games: list[Json], folder: Path, number: int, game: str) -> None:
    """The records of a pair, each a file of its own."""
    from lutetia.core import record as records

    for turn, played in enumerate(games, 1):
        records.dump(played["record"], folder / f"{game}-{number + 1:06}-{turn}.json")


def _bot(tally: Tally, name: str, bot: Figures) -> Json:
    return {
        "games": bot.share.games,
        "wins": bot.wins,
        "draws": bot.draws,
        "losses": bot.losses,
        **{key: value for key, value in _rate(bot.share).items() if key != "games"},
        "rating": round(tally.ratings.rating(name), 2),
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
