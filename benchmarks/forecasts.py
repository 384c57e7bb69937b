"""Fits corrections of chances, and scores forecasts of who wins: the computations of `calibration.py`.

A row is a position: `phase`, `points` by seat, `leads` as far as the deciding seat knows them, `beliefs` by method, and
of its game `number`, `first` and `won` (the share of the win, by seat). A forecast gives every seat a probability.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy

from lutetia.bots.calibration import DOUBT, NETWORK, ROLLOUTS, Correction

Row = dict[str, Any]
Forecast = Callable[[Row], list[float]]
Array = numpy.ndarray
FOLDS = 5
"""A game is judged by what was fitted to the games of the other folds."""
AS_IT_IS = numpy.array([1.0, 0.0, 0.0])
"""The weights of a correction that changes nothing."""
PULL = numpy.array([40.0, 8_000.0, 2_000.0])
"""How strongly they are pulled there: positions of one game go together, so many of them say less than it seems."""
NEWTON = 25
"""Rounds; it needs fewer than ten."""
BINS = 10


# ---- fitting ---------------------------------------------------------------------------------------------------------


def corrections(rows: list[Row]) -> dict[tuple[str, str], tuple[Correction, int]]:
    """By method and part of the game: the correction, and how many positions it was fitted to."""
    found = {}
    for method in (NETWORK, ROLLOUTS):
        for phase in dict.fromkeys(row["phase"] for row in rows):
            some = [row for row in rows if row["phase"] == phase and method in row["beliefs"]]
            if some:
                found[method, phase] = fitted(some, method), len(some)
    return found


def fitted(rows: list[Row], method: str) -> Correction:
    """The correction with the least log loss. That is a convex problem, so Newton's method finds it."""
    beliefs = [row["beliefs"][method] for row in rows]
    chances = numpy.array([each["chances"] for each in beliefs])
    margins = numpy.array([each["margins"] for each in beliefs])
    leads = numpy.array([row["leads"] for row in rows])
    x = numpy.stack([numpy.log(chances + DOUBT), margins, leads], axis=2)
    won = numpy.array([row["won"] for row in rows])
    free = numpy.array([True, True, chances.shape[1] == 2])  # with more players the lead now hardly counts
    while True:
        weights = _least_loss(x, won, free)
        backwards = free & (weights < 0)
        if not backwards.any():
            return Correction(*(round(float(weight), 5) for weight in weights))
        free &= ~backwards  # a seat that the search thinks better of must not be told less


def _least_loss(x: Array, won: Array, free: Array) -> Array:
    """The weights of features (position, seat, feature), those that are not free being 0."""
    weights: Array = AS_IT_IS * free
    for _round in range(NEWTON):
        logits = x @ weights
        chances = numpy.exp(logits - logits.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        centred = x - numpy.einsum("ns,nsf->nf", chances, x)[:, None, :]
        slope = -numpy.einsum("ns,nsf->f", won - chances, x) + PULL * (weights - AS_IT_IS)
        bend = numpy.einsum("ns,nsf,nsg->fg", chances, centred, centred) + numpy.diag(PULL)
        weights[free] -= numpy.linalg.solve(bend[numpy.ix_(free, free)], slope[free])
    return weights


# ---- forecasts -------------------------------------------------------------------------------------------------------


def evaluation(rows: list[Row]) -> Forecast:
    """What `lutetia.evaluate` says of a position, with corrections that were fitted to these rows."""
    known = corrections(rows)

    def of(row: Row) -> list[float]:
        method = _used(row)
        found = row["beliefs"][method]
        correct, _positions = known.get((method, row["phase"]), (Correction(1.0, 0.0), 0))
        return correct.apply(found["chances"], found["margins"], row["leads"])

    return of


def uncorrected(_rows: list[Row]) -> Forecast:
    """What the search says itself."""

    def of(row: Row) -> list[float]:
        chances = row["beliefs"][_used(row)]["chances"]
        return [(chance + DOUBT) / sum(one + DOUBT for one in chances) for chance in chances]

    return of


def leader(rows: list[Row]) -> Forecast:
    """Whoever leads now wins, as often as leaders do in these rows. It knows all points, hidden ones too."""
    return _favourite(rows, lambda row: [n for n, points in enumerate(row["points"]) if points == max(row["points"])])


def beginner(rows: list[Row]) -> Forecast:
    """Whoever began wins, as often as in these rows: the best constant that knows the seats."""
    return _favourite(rows, lambda row: [row["first"]])


def all_alike(_rows: list[Row]) -> Forecast:
    """Every seat wins as often."""
    return lambda row: [1 / len(row["won"])] * len(row["won"])


def _favourite(rows: list[Row], of: Callable[[Row], list[int]]) -> Forecast:
    """One seat wins as often as it does in these rows; where there are several such seats, all are alike."""
    shares = [row["won"][of(row)[0]] for row in rows if len(of(row)) == 1]
    share = sum(shares) / max(1, len(shares))

    def forecast(row: Row) -> list[float]:
        seats, favourites = len(row["won"]), of(row)
        if len(favourites) > 1:
            return [1 / seats] * seats
        return [share if seat in favourites else (1 - share) / (seats - 1) for seat in range(seats)]

    return forecast


def _used(row: Row) -> str:
    """The method that decides: the network where it knows the table."""
    return NETWORK if NETWORK in row["beliefs"] else ROLLOUTS


def held_out(rows: list[Row], make: Callable[[list[Row]], Forecast]) -> list[list[float]]:
    """A forecast for every row, made from the rows of other folds: never from a position of the same game."""
    made = [make([row for row in rows if row["number"] % FOLDS != fold]) for fold in range(FOLDS)]
    return [made[row["number"] % FOLDS](row) for row in rows]


# ---- scores ----------------------------------------------------------------------------------------------------------


def log_loss(chances: Sequence[float], won: Sequence[float]) -> float:
    return -sum(share * math.log(max(chance, 1e-6)) for chance, share in zip(chances, won, strict=True))


def brier(chances: Sequence[float], won: Sequence[float]) -> float:
    """The mean over the seats; for two players it is the usual score, with 0.25 for an even guess."""
    return sum((chance - share) ** 2 for chance, share in zip(chances, won, strict=True)) / len(won)


def mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)


def half_width(rows: list[Row], values: Sequence[float]) -> float:
    """Half of the 95 % interval of the mean. Positions of one game go together, so games are what is counted."""
    middle = mean(values)
    games: dict[int, float] = {}
    for row, value in zip(rows, values, strict=True):
        games[row["number"]] = games.get(row["number"], 0.0) + value - middle
    return 1.96 * math.sqrt(sum(each * each for each in games.values())) / len(rows)


def bins(rows: list[Row], said: list[list[float]]) -> list[tuple[int, float, float]]:
    """(how many, mean chance, how often it came true) of all seats' chances, by tenths."""
    found: list[list[tuple[float, float]]] = [[] for _bin in range(BINS)]
    for row, chances in zip(rows, said, strict=True):
        for chance, won in zip(chances, row["won"], strict=True):
            found[min(BINS - 1, int(chance * BINS))].append((chance, won))
    return [
        (len(each), mean(chance for chance, _won in each), mean(won for _chance, won in each))
        if each
        else (0, 0.0, 0.0)
        for each in found
    ]
