"""The fair queue: nobody's backlog delays others, quick work has a worker of its own, and requests are limited."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest

from lutetia.server.errors import Refused
from lutetia.server.jobs import idle_credit
from lutetia.server.jobs.admission import AT_ONCE, Admission, step_aside
from lutetia.server.jobs.fair_queue import FEW, HALF_LIFE, FairQueue, Lane, Owner, Usage, Work
from lutetia.server.jobs.idle_credit import EARNED, IdleCredit
from lutetia.server.jobs.owners import Owners, Requests

ADA, BO, GREEDY = Owner("ada"), Owner("bo"), Owner("greedy")


class Bench:
    """A queue whose work takes as long as the test says, by a clock that only the work moves."""

    def __init__(self, *lanes: Iterable[Lane], most_background: int = 1, credit: bool = False) -> None:
        self.now = 0.0
        places = [(f"place {number}", found) for number, found in enumerate(lanes or (tuple(Lane),))]
        usage = Usage(lambda: self.now)
        self.queue = FairQueue(
            places, usage, most_background=most_background, credit=IdleCredit(usage.monotonic) if credit else None
        )
        self.done: list[str] = []

    async def work(self, name: str, owner: Owner | list[Owner], seconds: float, lane: Lane = Lane.LONG) -> None:
        owners = owner if isinstance(owner, list) else [owner]
        async with self.queue.turn(Work(name, lane, owners)):
            await asyncio.sleep(0)
            self.now += seconds
        self.done.append(name)

    async def all(self, *work: tuple[str, Owner | list[Owner], float] | tuple[str, Owner, float, Lane]) -> list[str]:
        """Everything at once; the names in the order in which they were done."""
        await asyncio.gather(*(self.work(*one) for one in work))
        return self.done


def run(bench: Bench, *work) -> list[str]:
    return asyncio.run(bench.all(*work))


def test_a_backlog_of_one_person_delays_nobody_else():
    """First come, first served: forty games of strong bots kept another's weakest bot waiting for 22 seconds."""
    backlog = [(f"greedy {n}", GREEDY, 2.0) for n in range(40)]
    done = run(Bench(), *backlog, ("ada", ADA, 0.1), ("bo", BO, 0.1))
    assert done.index("ada") <= 2, "after what was running already"
    assert done.index("bo") <= 2


def test_many_guests_of_one_network_share():
    """A new cookie is no new share."""
    guests = [(f"guest {n}", Owner(f"guest {n}", "203.0.113.7"), 1.0) for n in range(40)]
    bench = Bench()
    done = run(bench, *guests[:10], ("ada", ADA, 1.0), ("ada again", ADA, 1.0), ("bo", Owner("b", "192.0.2.1"), 1.0))
    assert {done.index("ada"), done.index("bo")} <= {1, 2}
    assert done.index("ada again") <= 4, "the two of them take turns with the network"


def test_used_time_is_forgotten():
    bench = Bench()
    run(bench, ("greedy", GREEDY, 60.0), ("ada", ADA, 1.0))
    bench.now += 20 * HALF_LIFE
    assert bench.queue.usage.of(GREEDY) < 0.001


def test_what_several_people_wait_for_comes_as_early_as_for_the_most_modest_of_them():
    bench = Bench()
    backlog = [(f"greedy {n}", GREEDY, 2.0) for n in range(5)]
    done = run(bench, *backlog, ("together", [GREEDY, ADA], 1.0))
    assert done.index("together") == 1
    assert bench.queue.usage.of(ADA) > 0, "it counts for both"


def test_of_one_owner_quick_work_comes_first():
    done = run(Bench(), ("now", ADA, 1.0), ("long", ADA, 1.0, Lane.LONG), ("quick", ADA, 0.1, Lane.QUICK))
    assert done == ["now", "quick", "long"]


def test_long_work_never_takes_the_place_of_quick_work():
    bench = Bench((Lane.QUICK,), tuple(Lane))

    async def use() -> list[str]:
        held = [asyncio.create_task(bench.work(f"long {n}", GREEDY, 5.0)) for n in range(3)]
        await asyncio.sleep(0)
        assert [work.kind for work in bench.queue.running] == ["long 0"], "one place is kept free"
        await bench.work("quick", GREEDY, 0.1, Lane.QUICK)
        assert len(bench.done) <= 2
        await asyncio.gather(*held)
        return bench.done

    assert "quick" in asyncio.run(use())[:2]


def test_background_work_waits_but_does_not_starve():
    backlog = [(f"greedy {n}", GREEDY, 4.0) for n in range(10)]
    done = run(Bench(), *backlog, ("analysis", ADA, 3.0, Lane.BACKGROUND), ("bo", BO, 1.0))
    assert done.index("bo") < 3
    assert done.index("analysis") < 8


def test_background_work_of_many_leaves_four_fifths_to_those_who_wait():
    """Thirty people's strong bots at tables that nobody looked at left a player one answer instead of fourteen."""
    background = [(f"unseen {n}", Owner(f"person {n}"), 4.0, Lane.BACKGROUND) for n in range(30)]
    done = run(Bench(), *background, *((f"ada {n}", ADA, 4.0) for n in range(12)))
    before = done[: done.index("ada 11")]
    assert 1 <= sum(name.startswith("unseen") for name in before) <= 4


def test_background_work_leaves_a_place_free():
    bench = Bench(tuple(Lane), tuple(Lane), most_background=1)

    async def use() -> None:
        work = [asyncio.create_task(bench.work(f"analysis {n}", ADA, 1.0, Lane.BACKGROUND)) for n in range(3)]
        await asyncio.sleep(0)
        assert len(bench.queue.running) == 1
        await asyncio.gather(*work)

    asyncio.run(use())


def test_work_that_is_given_up_leaves_the_queue():
    bench = Bench()

    async def use() -> None:
        work = [asyncio.create_task(bench.work(f"{n}", ADA, 1.0)) for n in range(4)]
        await asyncio.sleep(0)
        for one in work[:3]:
            one.cancel()
        await asyncio.wait(work)
        assert not list(bench.queue.waiting())
        assert not bench.queue.running

    asyncio.run(use())
    assert bench.done == ["3"], "the place was free for it"


def test_the_order_is_known_in_advance():
    bench = Bench()

    async def use() -> list[str]:
        backlog = [(f"greedy {n}", GREEDY, 1.0) for n in range(3)]
        tasks = [asyncio.create_task(bench.work(*one)) for one in (*backlog, ("ada", ADA, 1.0), ("bo", BO, 1.0))]
        await asyncio.sleep(0)
        foreseen = [work.kind for work in bench.queue.order()]
        assert bench.queue.counts()["greedy 0"] == {"waiting": 0, "running": 1}
        await asyncio.gather(*tasks)
        return foreseen

    assert asyncio.run(use()) == bench.done[1:]


def test_requests_of_a_person_and_of_a_network_are_limited():
    requests = Requests(2, guests=2)
    member, guests = Owner("ada"), [Owner(f"guest {n}", "203.0.113.7") for n in range(4)]
    with requests.one(member), requests.one(member):
        with pytest.raises(Refused) as refused, requests.one(member):
            pass
        assert refused.value.status == 429
        with requests.one(guests[0]), requests.one(guests[1]), requests.one(guests[2]), requests.one(guests[2]):
            with pytest.raises(Refused), requests.one(guests[3]):
                pass
            with requests.one(Owner("bo")):
                pass
    with requests.one(member), requests.one(guests[3]):
        pass


def test_networks_are_remembered_for_guests_only():
    owners = Owners()
    owners.note("guest", "2001:db8::1", member=False)
    owners.note("other", "2001:db8::2", member=False)
    owners.note("member", "192.0.2.1", member=True)
    guest, other, member = owners.of(["guest", "other", "member"])
    assert guest.network == other.network == "2001:db8::/64"
    assert member.network is None
    owners.note("guest", "2001:db8::1", member=True)
    assert owners.of(["guest"])[0].network is None, "a guest who has registered"


def test_who_asks_for_much_leaves_time_to_others():
    """Requests that are allowed, but many, kept the server process from taking steps."""
    bench = Bench()
    bench.queue._rest = 3.0
    crowd = [Owner(f"greedy {number}") for number in range(FEW + 2)]
    for owner in crowd:
        bench.queue.usage.add(owner.keys, 60.0)

    async def use() -> None:
        first, *others = (asyncio.create_task(bench.work(str(owner.person), owner, 0.01)) for owner in crowd)
        await first
        assert not bench.queue.running, "nobody of them is served for a while"
        await bench.work("ada", ADA, 0.0)
        assert bench.done == ["greedy 0", "ada"], "others need not wait for that"
        bench.now += 1
        await asyncio.gather(*others)

    asyncio.run(use())
    assert sorted(bench.done[2:]) == [owner.person for owner in crowd[1:]]


def test_a_few_people_never_wait_for_a_rest():
    bench = Bench()
    bench.queue._rest = 3.0
    bench.queue.usage.add(GREEDY.keys, 60.0)

    async def use() -> None:
        await bench.work("greedy 0", GREEDY, 0.01)
        await bench.work("greedy 1", GREEDY, 0.01)

    asyncio.run(use())
    assert bench.done == ["greedy 0", "greedy 1"]


def test_requests_are_admitted_a_few_at_once_and_step_aside_while_they_wait():
    admission, inside = Admission(Usage()), []

    async def request(name: int, wait: asyncio.Event, *, aside: bool) -> None:
        async with admission.one(ADA):
            inside.append(name)
            if aside:
                await step_aside()
            await wait.wait()

    async def use() -> None:
        wait = asyncio.Event()
        tasks = [asyncio.create_task(request(n, wait, aside=False)) for n in range(AT_ONCE + 2)]
        await asyncio.sleep(0.01)
        assert len(inside) == AT_ONCE
        wait.set()
        await asyncio.gather(*tasks)
        inside.clear()
        wait.clear()
        tasks = [asyncio.create_task(request(n, wait, aside=True)) for n in range(20)]
        await asyncio.sleep(0.01)
        assert len(inside) == 20
        wait.set()
        await asyncio.gather(*tasks)

    asyncio.run(use())


def test_a_flood_of_quick_work_does_not_delay_long_thinks():
    """Hints, one after the other from thirty people, kept the strongest bot from answering anybody."""
    bench = Bench((Lane.QUICK,), (Lane.LONG, Lane.BACKGROUND))
    hints = [(f"hint {n}", Owner(f"person {n % 30}"), 1.0, Lane.QUICK) for n in range(90)]
    done = run(bench, *hints, *((f"ada {n}", ADA, 4.0) for n in range(4)))
    assert done.index("ada 3") < 12


def test_a_player_who_comes_back_no_longer_waits_behind_unwatched_tables():
    bench = Bench()
    unseen = [(f"unseen {n}", Owner(f"person {n}"), 4.0, Lane.BACKGROUND) for n in range(10)]

    async def use() -> list[str]:
        waiting = [asyncio.create_task(bench.work(*one)) for one in unseen]

        async def think() -> None:
            async with bench.queue.turn(Work("mine", Lane.BACKGROUND, [ADA], "a-game")):
                bench.done.append("mine")

        mine = asyncio.create_task(think())
        await asyncio.sleep(0)
        bench.queue.hasten("a-game")
        await asyncio.gather(*waiting, mine)
        return bench.done

    assert asyncio.run(use()).index("mine") <= 1


class Player:
    """Lets a strong bot think for `think` seconds, looks at the board for `pause`, and so on."""

    def __init__(self, owner: Owner, think: float, pause: float) -> None:
        self.owner, self.think, self.pause = owner, think, pause
        self.waits: list[float] = []

    async def play(self, bench: Bench) -> None:
        while True:
            resumes = bench.now + self.pause
            while bench.now < resumes:
                await asyncio.sleep(0)
            asked = bench.now
            await bench.work("think", self.owner, self.think)
            self.waits.append(bench.now - asked - self.think)


def waits_of_a_player(rivals: list[Player], seconds: float) -> list[float]:
    """What somebody waits before the bot begins to think, once everybody has played for a while."""
    bench, ada = Bench(credit=True), Player(ADA, 2.0, 10.0)

    async def use() -> None:
        tasks = [asyncio.create_task(player.play(bench)) for player in (ada, *rivals)]
        while bench.now < seconds:
            await asyncio.sleep(0)
            if not bench.queue.running:
                bench.now += 0.1
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(use())
    return ada.waits[3:]


def test_who_always_lets_strong_bots_think_does_not_delay_a_player():
    """Thirty accounts and addresses, each with an equal share, left a player one answer a minute instead of five."""
    accounts = [Player(Owner(f"villain {n}"), 2.0, 0.0) for n in range(20)]
    guests = [Player(Owner(f"guest {n}", f"203.0.113.{n % 10}"), 2.0, 0.0) for n in range(60)]
    waits = waits_of_a_player(accounts + guests, 600)
    assert len(waits) > 30, "a turn every 13 to 16 seconds"
    assert max(waits) <= 4.01, "what was running already, and at most one piece that background work has earned"
    assert sum(wait <= 2.01 for wait in waits) > 0.7 * len(waits)


def test_players_who_think_share_equally():
    waits = waits_of_a_player([Player(Owner(f"player {n}"), 2.0, 10.0) for n in range(3)], 600)
    assert max(waits) <= 6.01, "what the three others have waiting"


def test_of_many_tables_of_one_person_one_at_a_time_goes_first():
    """Otherwise rest, once earned, would let all of them think before others."""
    bench = Bench(credit=True)

    async def use() -> None:
        await bench.work("first", GREEDY, 1.0)
        await bench.work("of ada's", ADA, 1.0)
        bench.now += 60
        tables = [asyncio.create_task(bench.work(f"greedy {n}", GREEDY, 1.0)) for n in range(10)]
        await asyncio.sleep(0)
        waiting = [work.lane for work in (*bench.queue.running, *bench.queue.waiting())]
        assert waiting == [Lane.LONG] + [Lane.BACKGROUND] * 9
        await bench.work("ada", ADA, 1.0)
        await asyncio.gather(*tables)

    asyncio.run(use())
    assert bench.done.index("ada") <= 4


def test_rest_earns_time_to_think_and_looking_at_a_table_again_does_not():
    now = [0.0]
    credit = IdleCredit(lambda: now[0])
    assert not credit.goes_first(["greedy"]), "somebody new has rested for no time"
    credit.begin(["greedy"])
    now[0] += 60
    assert not credit.goes_first(["greedy"]), "waiting is no rest"
    credit.end(["greedy"], 0.0, first=False)
    now[0] += 4
    assert credit.goes_first(["greedy"])
    credit.begin(["greedy"])
    credit.end(["greedy"], 4 * EARNED, first=True)
    now[0] += 0.1
    assert not credit.goes_first(["greedy"]), "all that was earned is used"

    bench = Bench(credit=True)

    async def use() -> None:
        async def think() -> None:
            async with bench.queue.turn(Work("watched", Lane.LONG, [GREEDY], "a-game")):
                pass

        async with bench.queue.turn(Work("running", Lane.LONG, [ADA])):
            waiting = asyncio.create_task(think())
            await asyncio.sleep(0)
            bench.queue.hasten("a-game")
            assert [work.lane for work in bench.queue.waiting_for("a-game")] == [Lane.BACKGROUND]
        await waiting
        assert not bench.queue.waiting_for("a-game")

    asyncio.run(use())


def test_a_place_waits_a_moment_for_the_next_step_of_the_same_turn():
    """Between two steps of a bot's turn, a long think of somebody else took its place."""
    bench = Bench()
    bench.queue._linger = 0.05

    async def use() -> None:
        tasks = [asyncio.create_task(bench.work("ada 0", ADA, 0.1))]
        await asyncio.sleep(0)
        tasks += [asyncio.create_task(bench.work(f"unseen {n}", BO, 0.0, Lane.BACKGROUND)) for n in range(2)]
        await tasks[0]
        await asyncio.sleep(0)  # the step is written
        await bench.work("ada 1", ADA, 0.0)
        assert bench.done == ["ada 0", "ada 1"]
        await asyncio.gather(*tasks)

    asyncio.run(use())
    assert bench.done[2:] == ["unseen 0", "unseen 1"]


def test_rest_is_remembered_of_so_many_only_but_never_forgotten_while_something_waits(monkeypatch):
    monkeypatch.setattr(idle_credit, "MAX_KEYS", 2)
    now = [0.0]
    credit = IdleCredit(lambda: now[0])
    credit.begin(["waits"])
    for person in ("ada", "bo", "cy"):
        credit.begin([person])
        credit.end([person], 0.0, first=False)
    now[0] += 4
    assert not credit.goes_first(["ada"])
    assert credit.goes_first(["cy"])
    credit.end(["waits"], 0.0, first=False)
    now[0] += 4
    assert credit.goes_first(["waits"])
