"""docs/scale.md: its tables follow from the measured numbers, and the simulation's queues behave as theory says."""

from __future__ import annotations

import random
import sys
from math import factorial
from pathlib import Path

import pytest
import simpy

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))

import evening  # noqa: E402
import evening_plots  # noqa: E402
import scale  # noqa: E402
from parameters import Parameters, load_of  # noqa: E402
from queues import Station  # noqa: E402

from lutetia.bots.levels import LEVELS  # noqa: E402

PAGE = (ROOT / "docs" / "scale.md").read_text("utf-8")


def mean_wait(servers: int, arrivals: float, service, count: int = 60_000) -> float:
    """How long work waits before it is begun, on average, for exponential times between arrivals."""
    env, rng = simpy.Environment(), random.Random(1889)
    station = Station(env, servers)

    def arrive():
        for _n in range(count):
            yield env.timeout(rng.expovariate(arrivals))
            station.serve(service(rng))

    env.process(arrive())
    env.run()
    return station.waited / count


@pytest.mark.parametrize(("servers", "busy"), [(1, 0.5), (1, 0.8), (3, 0.7)])
def test_a_queue_waits_as_long_as_erlang_says(servers, busy):
    """M/M/c: Erlang's C formula."""
    offered = servers * busy
    waiting = offered**servers / factorial(servers) / (1 - busy)
    waiting /= sum(offered**n / factorial(n) for n in range(servers)) + waiting
    expected = waiting / (servers - offered)
    assert mean_wait(servers, offered, lambda rng: rng.expovariate(1)) == pytest.approx(expected, rel=0.08)


@pytest.mark.parametrize("busy", [0.5, 0.8])
def test_a_queue_of_equal_work_waits_half_as_long(busy):
    """M/D/1: Pollaczek and Khinchine."""
    assert mean_wait(1, busy, lambda _rng: 1.0) == pytest.approx(busy / (2 * (1 - busy)), rel=0.08)


def test_the_tables_follow_from_the_measured_numbers():
    for name, text in scale.tables(Parameters()).items():
        begin, end = scale.PARTS[name]
        assert PAGE[PAGE.index(begin) + len(begin) : PAGE.index(end)].strip() == text, (
            "python benchmarks/scale.py --write"
        )


def test_every_measured_number_has_a_source_and_a_date():
    for name, found in Parameters().raw.items():
        for entry in found.values() if name == "games" else [found]:
            assert name in ("assumed", "tables") or (entry["source"] and entry["date"]), name


def test_every_level_of_bots_has_a_share_and_a_cost():
    given = Parameters()
    assert sum(given.levels) == pytest.approx(1)
    assert len(given.levels) == len(LEVELS)
    assert all(load > 0 for load in load_of(1_000, given).bot_cpus)
    for game in given.raw["games"].values():
        assert len(game["bot_cpu_ms"]) == len(LEVELS)


def test_the_simulation_agrees_with_the_arithmetic(monkeypatch):
    """What the tables compute as averages, the simulated tables do; and the same seed gives the same seconds."""
    monkeypatch.setattr(evening, "SLICE", 72)
    given = Parameters()
    found = evening.window(given, 100_000, 1)
    assert found == evening.window(given, 100_000, 1) != evening.window(given, 100_000, 2)
    expected = load_of(100_000, given)
    assert found["steps"] == pytest.approx(expected.steps, rel=0.1)
    assert found["workers"] == pytest.approx(expected.bot_cpu / evening.WORKERS, rel=0.3)  # few tables have level 6
    assert found["primary"] == pytest.approx(expected.database_cpu / evening.CORES, rel=0.15)


def test_the_evening_reaches_its_peak_and_ends():
    present = evening.people(Parameters())
    assert max(present.values()) == pytest.approx(evening.PLAYERS)
    assert present[evening.BEGIN] < present[evening.FAILURE] > 3 * present[evening.END]


def test_a_dead_primary_stops_steps_and_nats_only_delays_updates(monkeypatch):
    monkeypatch.setattr(evening, "FAILURE_SLICE", 36)
    given = Parameters()
    primary, nats = (evening.failure(given, evening.FAILURES[name][1]) for name in ("primary", "nats"))
    assert primary[-2]["steps"] > 0 == primary[2]["steps"]
    assert 5_000 < primary[5]["steps_most"] < 8_000
    assert primary[20]["steps_p99"] < 2 * primary[-2]["steps_p99"]
    assert nats[3]["steps_p99"] < 2 * nats[-2]["steps_p99"]
    assert 1_000 < nats[3]["updates_p99"] < 2_100


@pytest.mark.full
def test_the_page_shows_what_is_simulated():
    given = Parameters()
    hours, smaller = evening.evening(given), evening.sizes(given)
    failures = {name: evening.failure(given, what) for name, (_words, what) in evening.FAILURES.items()}
    assert evening_plots.table(hours, smaller, failures) in PAGE, "python benchmarks/evening.py --write"
    kept = (evening_plots.PICTURES / "evening.svg").read_text("utf-8")
    assert evening_plots.evening_sheet(hours) == kept
