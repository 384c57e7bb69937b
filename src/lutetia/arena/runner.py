"""Plays many pairs, in processes or on a Ray cluster. The same plan gives the same figures everywhere."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import Any

from lutetia.arena.aggregate import Aggregate
from lutetia.arena.intervals import verdict
from lutetia.arena.match import Plan, play_pair
from lutetia.arena.results import Results, code
from lutetia.core.i18n import _
from lutetia.core.json_types import Json

Finished = Generator[tuple[int, list[Json]], None, None]
QUEUED_PER_WORKER = 3
"""Pairs that are handed out per worker, so that none waits for the next."""


class ArenaError(Exception):
    """An error that stops a run. Finished pairs are kept."""


def run(
    plan: Plan,
    pairs: int,
    *,
    jobs: int = 1,
    ray: str | None = None,
    results: Results | None = None,
    until_above: float | None = None,
    progress: Callable[[Aggregate], None] | None = None,
) -> Aggregate:
    """Play this number of pairs of each line-up, and return the figures.

    Finished pairs are added to `results`; pairs that are already there are not played again. `until_above` stops the
    run early once the first bot's rate is significantly above or below this bound. The decision depends only on the
    pairs in their order, not on `jobs`. `progress` is called after each pair.

    With `jobs` above 1 the workers import the caller's main module, as usual with Python's multiprocessing.
    """
    results = Results() if results is None else results
    figures = Aggregate(plan)
    line_ups = len(plan.line_ups)
    total = pairs * line_ups
    at = _add_finished(figures, results, 0, total, until_above, pairs, progress)
    if at == total:
        return figures
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
            at = _add_finished(figures, results, at, total, until_above, pairs, progress)
            if at == total:
                break
    return figures


def _add_finished(
    figures: Aggregate,
    results: Results,
    at: int,
    total: int,
    until_above: float | None,
    pairs: int,
    progress: Callable[[Aggregate], None] | None,
) -> int:
    """Add the finished pairs from number `at` on, in order. Returns the next number; `total` if the run is decided."""
    line_ups = len(figures.plan.line_ups)
    while at < total and at in results:
        figures.add(results.take(at))
        at += 1
        if progress is not None:
            progress(figures)
        if until_above is not None and at % line_ups == 0:
            figures.verdict = verdict(figures.first_bot_pairs, until_above, pairs)
            if figures.verdict:
                return total
    return at


def _pair(plan: Plan, number: int) -> list[Json]:
    """Play the pair with this number. Line-ups alternate, so that a run that stops early has played them equally."""
    line_ups = len(plan.line_ups)
    return play_pair(plan, number % line_ups, number // line_ups)


def _over_processes(plan: Plan, numbers: Iterable[int], jobs: int) -> Finished:
    from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    others = active_children()
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=init_worker)
    left = iter(numbers)
    try:
        running = {pool.submit(_pair, plan, n): n for n in islice(left, jobs * QUEUED_PER_WORKER)}
        while running:
            done, _others = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                number = running.pop(future)
                for following in islice(left, 1):
                    running[pool.submit(_pair, plan, following)] = following
                yield number, future.result()
    except BrokenProcessPool:
        raise ArenaError(_("a worker process was killed, perhaps because memory ran out")) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        workers = [child for child in active_children() if child not in others]
        for worker in workers:  # a pair can take minutes, and its result is no longer needed
            worker.terminate()
        for worker in workers:
            worker.join(timeout=5)
            worker.kill()


def init_worker() -> None:
    """Make a worker ignore Ctrl-C, exit with its parent, and kill the programs that it has started."""
    import threading
    from multiprocessing import parent_process

    from lutetia.bots.subprocess_lines import kill_all

    def exit_now(*_signal: object) -> None:
        kill_all()
        os._exit(0)

    def exit_with_parent() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
            exit_now()

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, exit_now)
    threading.Thread(target=exit_with_parent, daemon=True).start()


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
            _check_reachable(address)
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (OSError, ValueError, RuntimeError) as error:
            raise ArenaError(_("no Ray cluster at {address}: {why}", address=address, why=str(error))) from None
    task = ray.remote(num_cpus=1, max_retries=3)(_pair_on_node)
    left = iter(numbers)
    running: dict[Any, int] = {}
    try:
        workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        for n in islice(left, workers * QUEUED_PER_WORKER):
            running[task.remote(plan, n)] = n
        while running:
            done, _others = ray.wait(list(running))
            for reference in done:
                number = running.pop(reference)
                there, games = ray.get(reference)
                if there != code():
                    raise ArenaError(
                        _(
                            "a node of the cluster runs another version of Lutetia; "
                            "install the same version on every node"
                        )
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


def _check_reachable(address: str) -> None:
    """Raises OSError within seconds if nothing listens there. Ray itself would try for many minutes."""
    from socket import create_connection

    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdecimal():
        create_connection((host.strip("[]"), int(port)), timeout=10).close()


def _pair_on_node(plan: Plan, number: int) -> tuple[str, list[Json]]:
    return code(), _pair(plan, number)
