"""The strongest bots under attack, on a machine with a single process for them, by a clock of its own.

The attacker of `benchmarks/attack.py`: ten addresses, each with two members and six guests, who play on at once. Four
players with addresses of their own look at the board for 5 to 15 seconds before each of their turns.
"""

from __future__ import annotations

import asyncio
import random
import selectors

import pytest

from lutetia.server.jobs import idle_credit
from lutetia.server.jobs.fair_queue import FairQueue, Lane, Owner, Usage, Work
from lutetia.server.jobs.idle_credit import IdleCredit
from lutetia.server.jobs.pool import NEXT_STEP

WRITTEN = 0.01
"""Seconds from a bot's step until the next one is asked for."""
PLAYERS = [Owner(f"player {n}", f"10.1.0.{n}") for n in range(4)]
ATTACKER = [
    Owner(f"villain {address} {n}", None if n < 2 else f"203.0.113.{address}")
    for address in range(10)
    for n in range(8)
]


class NoWaiting(selectors.SelectSelector):
    """Passes the time that the loop would sleep at once."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.now += timeout or 0.0
        return super().select(0)


class Loop(asyncio.SelectorEventLoop):
    """An event loop with that clock."""

    def __init__(self) -> None:
        self.passing = NoWaiting()
        super().__init__(self.passing)
        self._clock_resolution = 1e-9

    def time(self) -> float:
        return self.passing.now


class Run:
    """Who plays, and how long their bots' turns took, in the order in which they ended."""

    def __init__(self, loop: Loop, slowness: float) -> None:
        self.loop, self.slowness = loop, slowness
        self.random = random.Random(1889)
        usage = Usage(loop.time)
        self.credit = IdleCredit(usage.monotonic, NEXT_STEP)
        place = "the only process", (Lane.LONG, Lane.BACKGROUND)
        self.queue = FairQueue([place], usage, credit=self.credit, linger=NEXT_STEP)
        self.answers: dict[str, list[float]] = {str(owner.person): [] for owner in PLAYERS}
        self.attacker_seconds = 0.0

    async def play(self, owner: Owner) -> None:
        """A turn of the bot: three steps of 0.4 to 0.7 seconds."""
        self.credit.meet(owner.keys)
        while True:
            await asyncio.sleep(self.random.uniform(5, 15))
            asked = self.loop.time()
            for _step in range(3):
                await self.think(owner, self.random.uniform(0.4, 0.7))
            self.answers[str(owner.person)].append(self.loop.time() - asked)

    async def attack(self, owner: Owner) -> None:
        self.credit.meet(owner.keys)
        await asyncio.sleep(self.random.uniform(0, 1))
        while True:
            seconds = await self.think(owner, self.random.uniform(0.4, 0.7))
            self.attacker_seconds += seconds

    async def think(self, owner: Owner, seconds: float) -> float:
        async with self.queue.turn(Work("strong-bot", Lane.LONG, [owner])):
            await asyncio.sleep(seconds * self.slowness)
        await asyncio.sleep(WRITTEN)
        return seconds * self.slowness

    async def go_on(self, seconds: float, tables: int) -> None:
        tasks = [asyncio.create_task(self.play(owner)) for owner in PLAYERS]
        tasks += [asyncio.create_task(self.attack(owner)) for owner in ATTACKER for _table in range(tables)]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def played(seconds: float, tables: int, slowness: float = 1.0) -> Run:
    """`tables`: how many each of the attacker's people plays at once; 0: there is no attack."""
    with asyncio.Runner(loop_factory=Loop) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, Loop)
        run = Run(loop, slowness)
        runner.run(run.go_on(seconds, tables))
    return run


def p99(run: Run) -> float:
    times = sorted(seconds for answers in run.answers.values() for seconds in answers)
    return times[int(0.99 * len(times))]


@pytest.mark.parametrize("slowness", [1.0, 2.0])
@pytest.mark.parametrize("tables", [1, 2])
def test_a_players_bot_answers_in_its_usual_time_under_attack(tables: int, slowness: float):
    """With one table each, the attacker had most of the time: the moment between two steps was taken for rest."""
    quiet, attacked = played(900, 0, slowness), played(900, tables, slowness)
    for person, answers in quiet.answers.items():
        assert len(attacked.answers[person]) > 0.8 * len(answers), "nobody is left behind"
    assert p99(attacked) <= 2 * p99(quiet)
    assert attacked.attacker_seconds > 0.15 * 900, "it still gets some of the time"


def test_the_first_answers_of_a_game_do_not_wait_for_the_attackers():
    """Somebody new had not rested, however long they had looked at the board: the first answer took half a minute."""
    usual = max(seconds for answers in played(60, 0, 2.0).answers.values() for seconds in answers)
    for answers in played(60, 2, 2.0).answers.values():
        assert answers[0] <= 2 * usual


@pytest.fixture
def credit() -> tuple[list[float], IdleCredit]:
    now = [0.0]
    return now, IdleCredit(lambda: now[0], NEXT_STEP)


def take(now: list[float], credit: IdleCredit, seconds: float) -> bool:
    """A step of so many seconds; whether it goes first."""
    first = credit.goes_first(["ada"])
    credit.begin(["ada"])
    now[0] += seconds
    credit.end(["ada"], seconds, first=first)
    now[0] += WRITTEN
    return first


def test_a_turn_goes_first_as_a_whole(credit):
    now, credit = credit
    credit.meet(["ada"])
    now[0] += 5
    assert all(take(now, credit, 2.0) for _step in range(5)), "more than was earned"
    now[0] += 5
    assert take(now, credit, 2.0), "that is not owed"


def test_a_turn_that_never_ends_does_not_go_first_for_ever(credit):
    now, credit = credit
    credit.meet(["ada"])
    now[0] += 60
    first = [take(now, credit, 1.0) for _step in range(100)]
    assert sum(first) == idle_credit.MOST + idle_credit.LONGEST
    assert not any(first[sum(first) :]), "the moment between two steps is no rest"
