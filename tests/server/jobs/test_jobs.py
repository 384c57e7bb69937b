"""Worker processes: whatever a bot does, there is a legal step in time, and no process is left behind."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import lutetia
from lutetia.bots import analysis
from lutetia.core.i18n import language, plural
from lutetia.server.errors import Refused
from lutetia.server.jobs import idle_credit, places, pool
from lutetia.server.jobs import queue as job_queue
from lutetia.server.jobs.fair_queue import Lane, Owner, Work
from lutetia.server.jobs.owners import Requests
from lutetia.server.jobs.queue import JobQueue
from lutetia.server.ops.settings import Settings
from lutetia.server.store import schema
from lutetia.server.store.database import Database
from lutetia.server.tasks import positions

ADA = Owner("ada")
BAD = (sys.executable, str(Path(__file__).with_name("bad_worker.py")))


@pytest.fixture(autouse=True)
def bad_bots_are_our_own(monkeypatch):
    """Bots that are programs are given longer; these are not."""
    monkeypatch.setattr(job_queue, "NAMES", (*job_queue.NAMES, "hang"))
    monkeypatch.setattr(job_queue, "QUICK_BOTS", job_queue.QUICK_BOTS | {"hang"})
    monkeypatch.setattr(pool, "START_SECONDS", 3.0)


def with_jobs(
    folder: Path,
    use: Callable[[JobQueue], Awaitable[Any]],
    *,
    processes: int = 1,
    seconds: float = 20.0,
    requests: Requests | None = None,
) -> Any:
    """Open the jobs of a client in this folder, use them, close them."""

    async def run() -> Any:
        database = Database(Settings(data=folder).database_url())
        database.open()
        jobs = JobQueue(database, lambda: 0, processes=processes, seconds=seconds, requests=requests, command=BAD)
        await jobs.open()
        try:
            return await use(jobs)
        finally:
            await jobs.close()
            database.close()

    return asyncio.run(run())


def asked(seed: int = 3, game: str = "lumiere") -> tuple[dict[str, Any], list[str]]:
    g = lutetia.new(game, seed=seed)
    return g.view(g.seat), g.legal()


def choose(jobs: JobQueue, bot: str, view: dict[str, Any], legal: list[str], seed: int) -> Awaitable[Any]:
    """Ask a bot about a position that does not change."""

    async def position() -> tuple[dict[str, Any], list[str]]:
        return view, legal

    return jobs.choose(bot, position, seed)


def short_record(steps: int = 6) -> dict[str, Any]:
    """The first steps of a game of level 1: what is analysed need not be finished."""
    g = lutetia.new("lumiere", seed=5)
    for _step in range(steps):
        g.play(g.legal()[0])
    return g.record()


def alive(pid: int) -> bool:
    """Whether a process is there, a zombie included."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_bot_answers(tmp_path):
    view, legal = asked()
    chosen = with_jobs(tmp_path, lambda jobs: choose(jobs, "level2", view, legal, 1))
    assert chosen.step in legal
    assert chosen.fault is None


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        ("crash", "dead"),
        ("hang", "late"),
        ("error", "error"),
        ("illegal", "illegal"),
        ("number", "illegal"),
        ("none-such", "error"),
    ],
)
def test_whatever_a_bot_does_a_legal_step_is_taken_and_the_next_job_runs(tmp_path, bot, fault):
    view, legal = asked()

    async def use(jobs):
        await choose(jobs, "random", view, legal, 1)  # now the worker is awake, and has only its own time
        bad = await choose(jobs, bot, view, legal, 1)
        again = await choose(jobs, bot, view, legal, 1)
        good = await choose(jobs, "greedy", view, legal, 1)
        return bad, again, good

    bad, again, good = with_jobs(tmp_path, use, seconds=0.7)
    assert bad.fault == fault
    assert bad.step in legal
    assert again == bad, "the fallback is drawn from the seed"
    assert good.fault is None
    assert good.step in legal


def test_a_bot_that_hangs_is_killed_at_its_deadline(tmp_path):
    view, legal = asked()

    async def use(jobs):
        await choose(jobs, "random", view, legal, 1)
        hung = jobs.pool.workers[0].pid
        began = time.monotonic()
        await choose(jobs, "hang", view, legal, 1)
        took = time.monotonic() - began
        await choose(jobs, "random", view, legal, 1)
        return took, alive(hung)

    took, lives = with_jobs(tmp_path, use, seconds=0.5)
    assert 0.5 <= took < 3
    assert not lives


def test_output_of_a_bot_is_not_taken_for_an_answer(tmp_path):
    view, legal = asked()
    assert with_jobs(tmp_path, lambda jobs: choose(jobs, "chatter", view, legal, 1)).step == legal[0]


def test_if_no_worker_starts_a_fallback_step_is_taken_and_the_game_goes_on(tmp_path, monkeypatch):
    monkeypatch.setenv("DIE_AT_START", "1")
    view, legal = asked()
    assert with_jobs(tmp_path, lambda jobs: choose(jobs, "greedy", view, legal, 1)).fault == "dead"


def test_a_cancelled_job_frees_its_worker(tmp_path):
    view, legal = asked()

    async def use(jobs):
        await choose(jobs, "random", view, legal, 1)
        left = asyncio.create_task(choose(jobs, "hang", view, legal, 1))
        queued = asyncio.create_task(choose(jobs, "hang", view, legal, 1))
        next_one = asyncio.create_task(choose(jobs, "greedy", view, legal, 1))
        await asyncio.sleep(0)
        queued.cancel()
        left.cancel()
        return await next_one

    assert with_jobs(tmp_path, use).fault is None


def test_closing_leaves_no_process(tmp_path):
    view, legal = asked()

    async def use(jobs):
        await asyncio.gather(*(choose(jobs, "random", view, legal, seed) for seed in range(4)))
        hanging = asyncio.create_task(choose(jobs, "hang", view, legal, 1))
        await asyncio.sleep(0)
        pids = [worker.pid for worker in jobs.pool.workers if worker.pid]
        hanging.cancel()
        return pids

    pids = with_jobs(tmp_path, use, processes=2)
    assert len(pids) == 2, "all but the one for long work, which was not needed"
    assert not any(map(alive, pids))


def test_jobs_that_wait_at_shutdown_do_not_start(tmp_path):
    view, legal = asked()

    async def use(jobs):
        await choose(jobs, "random", view, legal, 1)
        waiting = [asyncio.create_task(choose(jobs, "hang", view, legal, 1)) for _task in range(4)]
        await asyncio.sleep(0.01)
        await jobs.close()
        ended = await asyncio.gather(*waiting, return_exceptions=True)
        assert ended[0].fault == "dead", "it was running"
        assert [refused.code for refused in ended[1:]] == ["not-ready"] * 3
        return [worker.pid for worker in jobs.pool.workers]

    assert with_jobs(tmp_path, use) == [None, None]


def test_a_worker_exits_when_its_input_closes_even_if_a_bot_hangs():
    view, legal = asked()
    worker = subprocess.Popen((*BAD, "0"), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    question = {"id": 1, "do": "choose", "bot": "hang", "view": view, "legal": legal, "seed": 1, "ms": 1}
    worker.stdin.write(json.dumps(question).encode() + b"\n")
    worker.stdin.close()
    assert worker.wait(60) == 0
    worker.stdout.close()


def test_a_hint_gives_its_reason(tmp_path):
    view, legal = asked()
    hint = with_jobs(tmp_path, lambda jobs: jobs.suggest(view))
    assert hint.step in legal
    assert "at the end" in str(hint)
    assert hint.reasons[0][0]


ABOUT = {"names": {}, "resigned": False}
"""What the texts of a position have to know."""


def test_a_task_is_computed_by_a_worker_in_the_language_of_the_request(tmp_path):
    record = short_record()

    async def use(jobs):
        language.set("fr")
        text = json.loads(await jobs.compute(ADA, positions.open_position, record, 6, None, False, ABOUT))
        with pytest.raises(Refused) as refused:
            await jobs.compute(ADA, positions.open_position, record, 7, None, False)
        return text, refused.value.status, refused.value.body()["error"], jobs.pool.workers[0].pid

    before = language.get()
    text, status, error, pid = with_jobs(tmp_path, use)
    assert language.get() == before
    token = language.set("fr")
    try:
        assert text == json.loads(json.dumps(positions.open_position(record, 6, None, False, ABOUT)))
        assert (status, error["code"]) == (404, "no-step")
        assert error["text"] == plural("This game has {n} move.", "This game has {n} moves.", 6)
    finally:
        language.reset(token)
    assert pid is not None, "the worker for quick work has done it"


@pytest.mark.parametrize(
    ("failure", "status", "code"), [("crash", 503, "no-answer"), ("hang", 503, "no-answer"), ("error", 500, "fault")]
)
def test_a_task_that_fails_is_refused_and_the_next_one_is_done(tmp_path, failure, status, code):
    async def use(jobs):
        await jobs.compute(ADA, positions.check_record, short_record())  # now the worker is awake
        with pytest.raises(Refused) as refused:
            await jobs.compute(ADA, positions.check_record, {failure: True})
        checked = json.loads(await jobs.compute(ADA, positions.check_record, short_record()))
        return (refused.value.status, refused.value.code), checked["steps"]

    assert with_jobs(tmp_path, use, seconds=0.7) == ((status, code), 6)


def test_a_cancelled_task_frees_its_worker_and_its_place_among_the_requests(tmp_path):
    async def use(jobs):
        await jobs.compute(ADA, positions.check_record, short_record())
        for _time in range(3):
            left = asyncio.create_task(jobs.compute(ADA, positions.check_record, {"hang": True}))
            await asyncio.sleep(0.05)
            left.cancel()
            await asyncio.wait([left])
        return json.loads(await jobs.compute(ADA, positions.check_record, short_record()))["steps"]

    assert with_jobs(tmp_path, use, requests=Requests(1, 1)) == 6


def test_tasks_over_the_cap_are_refused_and_others_do_not_wait_for_the_rest(tmp_path):
    """Hypothetical positions and imports of one visitor, 89 ms each, kept everybody else waiting."""
    done = []

    async def use(jobs):
        async def ask(owner, name):
            await jobs.compute(owner, positions.check_record, short_record())
            done.append(name)

        asked = [asyncio.create_task(ask(Owner("greedy"), f"greedy {n}")) for n in range(12)]
        await asyncio.sleep(0)
        await ask(ADA, "ada")
        ended = await asyncio.gather(*asked, return_exceptions=True)
        return [getattr(refused, "code", None) for refused in ended]

    assert with_jobs(tmp_path, use, requests=Requests(10, 1)) == [None] * 10 + ["too-much-work"] * 2
    assert done.index("ada") <= 1


def test_a_record_with_numbers_and_letters_that_are_no_valid_json_for_everybody_is_refused_clearly(tmp_path):
    async def use(jobs):
        with pytest.raises(Refused) as refused:
            await jobs.compute(ADA, positions.check_record, short_record() | {"first": 10**30, "game": "\ud800"})
        return refused.value.status, refused.value.code

    assert with_jobs(tmp_path, use) == (422, "record")


def test_bot_steps_go_before_background_analyses(tmp_path):
    """With a single process, no step waits for more than one part of an analysis."""
    view, legal = asked()
    record = short_record(40)
    order: list[str] = []

    async def use(jobs):
        ask = jobs.pool.workers[1].ask

        async def noted(question, seconds):
            order.append(question["do"])
            return await ask(question, seconds)

        jobs.pool.workers[1].ask = noted
        await jobs.analyse(record, Owner())
        async with asyncio.timeout(60):
            while "judge" not in order:
                await asyncio.sleep(0.01)
        await choose(jobs, "chatter", view, legal, 1)  # not one of the quick ones

    with_jobs(tmp_path, use)
    assert order.index("choose") <= order.count("judge")
    first = order.index("choose")
    assert first < 40, "the analysis was not finished first"
    assert set(order[:first]) == {"judge"}


def test_long_thinks_where_nobody_looks_come_later(tmp_path, monkeypatch):
    monkeypatch.setattr(idle_credit, "ENOUGH", 0.001)
    view, legal = asked()
    order: list[str] = []

    async def use(jobs):
        def ask(name: str, person: str, *, watched: bool) -> Awaitable[Any]:
            async def position() -> tuple[dict[str, Any], list[str]]:
                order.append(name)
                return view, legal

            # not one of the quick ones
            return jobs.choose("chatter", position, 1, people=[person], watched=watched)

        jobs.noticed("a-game", ["ada"])  # since then Ada looks at the board, and her bot rests
        await asyncio.sleep(0.01)
        others = ask("first", "bo", watched=True), ask("absent", "cy", watched=False)
        await asyncio.gather(*others, ask("present", "ada", watched=True))

    with_jobs(tmp_path, use)
    assert order == ["first", "present", "absent"]


async def finished(jobs: JobQueue, id: str) -> dict[str, Any]:
    async with asyncio.timeout(60):
        while (job := await jobs.job(id))["status"] in ("waiting", "running"):
            await asyncio.sleep(0.02)
        return job


def test_an_analysis_equals_that_of_the_library(tmp_path):
    record = short_record()

    async def use(jobs):
        id = await jobs.analyse(record, Owner())
        assert await jobs.analyse(dict(reversed(record.items())), Owner()) == id, "the same record is the same job"
        return await finished(jobs, id)

    job = with_jobs(tmp_path, use, processes=2)
    assert (job["status"], job["done"]) == ("done", job["total"])
    found = job["result"]
    assert found.pop("phases") == {"paving": "Phase I, paving", "building": "Phase II, building"}
    for turn in found["turns"]:
        assert len(turn.pop("played_text")) == len(turn["played"])
        assert len(turn.pop("best_text")) == len(turn["best"])
    assert found == json.loads(json.dumps(analysis.analyse(record)))


def test_an_analysis_continues_after_a_restart(tmp_path):
    record = short_record(18)

    async def begin(jobs):
        id = await jobs.analyse(record, Owner())
        while (await jobs.job(id))["status"] == "waiting":
            await asyncio.sleep(0.01)
        assert (await jobs.job(id))["status"] == "running"
        return id

    id = with_jobs(tmp_path, begin)
    job = with_jobs(tmp_path, lambda jobs: finished(jobs, id))
    assert (job["status"], job["done"]) == ("done", job["total"])
    assert len(job["result"]["positions"]) == 19


def test_a_failed_analysis_is_reported_and_can_be_repeated(tmp_path, monkeypatch):
    record = short_record()

    async def fail(jobs):
        return await finished(jobs, await jobs.analyse(record, Owner()))

    with monkeypatch.context() as patch:
        patch.setenv("DIE_AT_START", "1")
        failed = with_jobs(tmp_path, fail)
    assert failed["status"] == "failed"
    assert with_jobs(tmp_path, fail)["status"] == "done"


def test_one_person_can_queue_only_so_many_jobs(tmp_path):
    async def use(jobs):
        await add_people(jobs, "a")
        asked = [jobs.analyse(short_record(20 + more), Owner("a")) for more in range(20)]
        return {getattr(answer, "status", 0) for answer in await asyncio.gather(*asked, return_exceptions=True)}

    assert with_jobs(tmp_path, use) == {0, 429}


async def add_people(jobs: JobQueue, *people: str) -> None:
    rows = [{"id": person, "name": person, "created": 0} for person in people]
    await jobs.analyses._database.write(lambda c: c.execute(sa.insert(schema.person), rows) and None)


def test_all_guests_of_a_network_can_queue_only_so_many_analyses(tmp_path):
    """Each new guest had an allowance of ten, so one visitor could queue hundreds."""
    guests = [f"guest-{number}" for number in range(5)]

    async def use(jobs):
        jobs.analyses._most_of_address = 3
        await add_people(jobs, *guests, "elsewhere", "member")
        where = dict.fromkeys(guests, "203.0.113.7") | {"elsewhere": "203.0.113.8"}
        for guest, address in where.items():
            jobs.owners.note(guest, address, member=False)
        asking = [*(Owner(guest, address) for guest, address in where.items()), Owner("member")]
        asked = [jobs.analyse(short_record(20 + n), owner) for n, owner in enumerate(asking)]
        return [str(getattr(answer, "reason", "")) for answer in await asyncio.gather(*asked, return_exceptions=True)]

    refused = "At most {n} analysis for guests from your address can wait at once; try again when it has finished."
    assert with_jobs(tmp_path, use) == ["", "", "", refused, refused, "", ""]


def test_who_waits_for_hints_files_and_analyses_is_told_the_place_in_the_queue(tmp_path, monkeypatch):
    """Only bots' steps had a place; who waited for anything else saw nothing."""
    monkeypatch.setattr(places, "TOLD_AFTER", 0.0)
    view, _legal = asked()

    async def use(jobs):
        await add_people(jobs, "a", "b")
        ana, ben = Owner("a"), Owner("b")
        queue = jobs.pool.queue
        busy = [Work("bot", lane, [Owner("c")]) for lane in (Lane.QUICK, Lane.LONG)]
        async with queue.turn(busy[0]), queue.turn(busy[1]):
            asks = [jobs.suggest(view, ben), jobs.suggest(view, ana), jobs.replay_page(short_record(), {}, ana)]
            waiting = [asyncio.create_task(one) for one in asks]
            first, second = [await jobs.analyse(short_record(n), ben) for n in (6, 7)]
            while len(list(queue.waiting())) < 4:
                await asyncio.sleep(0.01)
            assert jobs.places_of(ben) == {"hint": 0, "analysis": 1}, "the file came before"
            assert jobs.places_of(ana) == {"hint": 1, "file": 0}
            assert jobs.places_of(Owner("c")) == {}
            assert ((await jobs.job(first))["before"], (await jobs.job(second))["before"]) == (1, 1)
            for task in waiting:
                task.cancel()
        done = await finished(jobs, second)
        assert (done["status"], done["before"], jobs.places_of(ben)) == ("done", None, {})

    with_jobs(tmp_path, use)


def test_however_often_people_ask_for_their_place_the_queue_is_ordered_once(tmp_path):
    """Each request ordered all work that waited."""

    async def use(jobs):
        queue, orders = jobs.pool.queue, []
        queue.order = lambda order=queue.order: orders.append(1) or order()
        busy = [Work("bot", lane, [Owner("c")]) for lane in (Lane.QUICK, Lane.LONG)]
        async with queue.turn(busy[0]), queue.turn(busy[1]):
            waiting = asyncio.create_task(jobs.suggest(asked()[0], Owner("a")))
            await asyncio.sleep(0.01)
            now = queue.usage.monotonic() + 5
            queue.usage.monotonic = lambda: now
            assert [jobs.places_of(Owner("a")) for _time in range(100)] == [{"hint": 0}] * 100
            assert len(orders) == 1
            waiting.cancel()

    with_jobs(tmp_path, use)


def test_an_unknown_job_is_not_found(tmp_path):
    async def use(jobs):
        with pytest.raises(Refused) as refused:
            await jobs.job("none")
        return refused.value.status

    assert with_jobs(tmp_path, use) == 404


def test_a_worker_killed_from_outside_is_replaced(tmp_path):
    view, legal = asked()

    async def use(jobs):
        await choose(jobs, "random", view, legal, 1)
        os.kill(jobs.pool.workers[0].pid, signal.SIGKILL)
        await asyncio.sleep(0.2)  # the loop hears of it
        return await choose(jobs, "greedy", view, legal, 1)

    assert with_jobs(tmp_path, use).fault is None
