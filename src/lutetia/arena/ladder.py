"""Many pairs, over processes or a Ray cluster: the same figures for the same plan, wherever they are played."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import Any

from lutetia.arena.intervals import verdict
from lutetia.arena.match import Plan, play_pair
from lutetia.arena.results import Results, code
from lutetia.arena.tally import Tally
from lutetia.core.i18n import _
from lutetia.core.json_types import Json

Finished = Generator[tuple[int, list[Json]], None, None]
AHEAD = 3
"""Pairs handed out per worker, so that none waits for the next."""


class ArenaError(Exception):
    """Something that stops a run; what was finished is kept."""


def run(
    plan: Plan,
    pairs: int,
    *,
    jobs: int = 1,
    ray: str | None = None,
    results: Results | None = None,
    until_above: float | None = None,
    progress: Callable[[Tally], None] | None = None,
) -> Tally:
    """Play so many pairs of every line-up, and return what they tell.

    Finished pairs go into `results` as they come, and those already there are not played again. `until_above` stops
    early once the first bot's rate is surely above this bound, or surely below it; the decision depends on the pairs in
    their order alone, so it does not depend on `jobs` either. `progress` is called after every pair.

    With `jobs` above 1 the caller's main module is imported by the workers, as usual with Python's multiprocessing.
    """
    results = Results() if results is None else results
    tally = Tally(plan)
    line_ups = len(plan.line_ups)
    total = pairs * line_ups
    at = _tell(tally, results, 0, total, until_above, pairs, progress)
    if at == total:
        return tally
    missing = [number for number in range(at, total) if number not in results]
    if ray is not None:
        finished = _over_ray(plan, missing, ray)
    elif jobs > 1 and len(missing) > 1:
        finished = _over_processes(plan, missing, min(jobs, len(missing)))
    else:
        finished = ((number, _pair(plan, number)) for number in missing)
    with contextlib.closing(finished):
        for number, games in finished:
            results.add(number, games)
            at = _tell(tally, results, at, total, until_above, pairs, progress)
            if at == total:
                break
    return tally


def _tell(
    tally: Tally,
    results: Results,
    at: int,
    total: int,
    until_above: float | None,
    pairs: int,
    progress: Callable[[Tally], None] | None,
) -> int:
    """Count the pairs that are finished from here on, in their order. Returns how far that is; `total`: all is said."""
    line_ups = len(tally.plan.line_ups)
    while at < total and at in results:
        tally.add(results.take(at))
        at += 1
        if progress is not None:
            progress(tally)
        if until_above is not None and at % line_ups == 0:
            tally.verdict = verdict(tally.first_bot_pairs, until_above, pairs)
            if tally.verdict:
                return total
    return at


def _pair(plan: Plan, number: int) -> list[Json]:
    """The pair of this number: line-ups take turns, so that a run that stops early has played all of them alike."""
    line_ups = len(plan.line_ups)
    return play_pair(plan, number % line_ups, number // line_ups)


def _over_processes(plan: Plan, numbers: Iterable[int], jobs: int) -> Finished:
    from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    others = active_children()
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_worker)
    left = iter(numbers)
    try:
        running = {pool.submit(_pair, plan, n): n for n in islice(left, jobs * AHEAD)}
        while running:
            done, _others = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                number = running.pop(future)
                for following in islice(left, 1):
                    running[pool.submit(_pair, plan, following)] = following
                yield number, future.result()
    except BrokenProcessPool:
        raise ArenaError(_("a worker process was ended from outside, perhaps for want of memory")) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        workers = [child for child in active_children() if child not in others]
        for worker in workers:  # a pair can take minutes; nobody waits for it any more
            worker.terminate()
        for worker in workers:
            worker.join(timeout=5)
            worker.kill()


def _worker() -> None:
    """A worker leaves Ctrl-C to its master, never outlives it, and takes the programs it has started with it."""
    import threading
    from multiprocessing import parent_process

    from lutetia.bots.program import end_all

    def leave(*_signal: object) -> None:
        end_all()
        os._exit(0)

    def leave_with_master() -> None:
        master = parent_process()
        if master is not None:
            master.join()
            leave()

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, leave)
    threading.Thread(target=leave_with_master, daemon=True).start()


def _over_ray(plan: Plan, numbers: Iterable[int], address: str) -> Finished:
    try:
        import ray
    except ImportError:
        raise ArenaError(
            _("a Ray cluster needs the package ray; to install it: {command}", command="pip install 'lutetia[cluster]'")
        ) from None
    ours = not ray.is_initialized()
    if ours:
        try:
            _knock(address)
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (OSError, ValueError, RuntimeError) as error:
            raise ArenaError(_("no Ray cluster at {address}: {why}", address=address, why=str(error))) from None
    task = ray.remote(num_cpus=1, max_retries=3)(_on_node)
    left = iter(numbers)
    running: dict[Any, int] = {}
    try:
        workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        for n in islice(left, workers * AHEAD):
            running[task.remote(plan, n)] = n
        while running:
            done, _others = ray.wait(list(running))
            for reference in done:
                number = running.pop(reference)
                there, games = ray.get(reference)
                if there != code():
                    raise ArenaError(
                        _("a node of the cluster runs another version of Lutetia's code; install the same everywhere")
                    )
                for following in islice(left, 1):
                    running[task.remote(plan, following)] = following
                yield number, games
    except ray.exceptions.RayError as error:
        raise ArenaError(_("the Ray cluster failed: {why}", why=str(error).strip().splitlines()[-1])) from None
    finally:
        for reference in running:
            ray.cancel(reference, force=True)
        if ours:
            ray.shutdown()


def _knock(address: str) -> None:
    """Ray itself tries for many minutes to reach a cluster that is not there. Raises OSError within seconds."""
    from socket import create_connection

    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdecimal():
        create_connection((host.strip("[]"), int(port)), timeout=10).close()


def _on_node(plan: Plan, number: int) -> tuple[str, list[Json]]:
    return code(), _pair(plan, number)
