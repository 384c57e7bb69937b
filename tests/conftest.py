"""Settings of every test run: which core it tests, how much it tries, in which order, and a clean process to do it in.

Options: --quick (rules and core only), --shuffle SEED (another order of tests). LUTETIA_FULL=1 takes the full numbers.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lutetia.core import kernel

from browsers import FLAGS, chromium_path
from configurations import COMPILED, FULL, ON_CLUSTER, ON_POSTGRES, SHARE_THERE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HERE = Path(__file__).parent

# Tested once, with the compiled core: everything that uses the core only through its public interface, and mutations,
# which are tried on an uncompiled copy whichever core runs the tests.
ONCE = (
    *("benchmarks", "cli", "deploy", "docs", "drawing", "engine", "notebooks", "package", "web"),
    *(
        f"arena/test_{name}.py"
        for name in ("command", "entry_points", "faults", "intervals", "own_bots", "report", "runner")
    ),
    *(f"envs/test_{name}.py" for name in ("estimates", "gymnasium", "openspiel", "pettingzoo")),
    *(f"games/{game}/{part}" for game in ("lumiere", "paris") for part in ("terminal", "test_greedy.py")),
    *(f"third_game/test_{name}.py" for name in ("browser", "commands", "installed", "page", "server")),
    *("bots/test_endgames.py", "games/paris/test_network.py"),  # too slow without a compiler
    "openings/test_generate.py",  # a network needs a fifth of a second for each move there
    *("core/test_i18n.py", "core/test_types.py", "games/test_mutations.py", "text/test_steps.py"),
)
# Tested with the interpreted core only by --full: what is slow to check and is the same with both cores as long as
# core/test_parity.py passes.
FULL_ONLY = (
    *(f"bots/test_{name}.py" for name in ("search", "tree")),  # their compiled run compares both cores
    *(f"text/test_{name}.py" for name in ("languages", "rule_links", "rulebook", "log")),
    *(f"core/test_{name}.py" for name in ("position_faults", "positions", "reveals", "views")),
    *(f"envs/test_{name}.py" for name in ("copies", "explain", "observations", "vector")),
    *(f"bots/test_{name}.py" for name in ("estimate", "lines", "reasons", "situation")),
    "puzzles/test_puzzles.py",  # solver and search are compared by bots/test_{search,tree}.py
    *("bots/test_network.py", "games/lumiere/test_network.py", "train/test_quantise.py"),  # they compare both cores
    *("games/lumiere/test_refusals.py", "games/paris/rules/test_refusals.py"),
    *("games/paris/test_prospects.py", "games/paris/test_views.py"),
)
# What `./test --quick` runs, and the slow part of it that it leaves out.
QUICK = ("core", "games")
NOT_QUICK = ("test_mutations.py", "test_greedy.py", "terminal")
collect_ignore = [] if COMPILED else [*ONCE, *(() if FULL else FULL_ONLY)]


def pytest_addoption(parser: pytest.Parser) -> None:
    ours = parser.getgroup("lutetia")
    ours.addoption("--quick", action="store_true", help="only the tests of the rules and the core")
    ours.addoption("--shuffle", type=int, metavar="SEED", help="run files, and the tests in them, in a random order")


def pytest_configure(config: pytest.Config) -> None:
    wanted = os.environ.get("LUTETIA_CORE")
    if wanted and (wanted == "compiled") != COMPILED:
        raise pytest.UsageError(f"this run tests the {wanted} core, but {kernel.__file__} was loaded")
    missing = [name for name in (*ONCE, *FULL_ONLY) if not (HERE / name).exists()]
    if missing:
        raise pytest.UsageError(f"tests/conftest.py names files that do not exist: {', '.join(missing)}")
    config.addinivalue_line("markers", "rule(*ids): the rules of docs/rules that a test proves")
    config.addinivalue_line("markers", "full: takes long, and a shorter test covers the essence; only with --full")
    config.addinivalue_line("markers", "sqlite: about SQLite; not with LUTETIA_TEST_DATABASE=postgres")
    config.addinivalue_line("markers", "one_process: looks into the process itself; not with LUTETIA_TEST_CLUSTER=1")
    default_signals_for_children()


def pytest_report_header() -> str:
    return f"lutetia: {'compiled' if COMPILED else 'uncompiled'} core, {'all' if FULL else 'samples'}"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With --quick, skip the folders and files that are not in QUICK."""
    if not config.getoption("--quick") or collection_path == HERE or HERE not in collection_path.parents:
        return None
    first = collection_path.relative_to(HERE).parts[0]
    return None if first in QUICK and collection_path.name not in NOT_QUICK else True


@pytest.hookimpl(tryfirst=True)  # pytest then groups the tests by their expensive fixtures again
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = [] if FULL else ["full"]
    left_out += ["sqlite"] if ON_POSTGRES else []
    left_out += ["one_process"] if ON_CLUSTER else []
    for mark in left_out:
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker(mark)])
        items[:] = [item for item in items if not item.get_closest_marker(mark)]
    seed = config.getoption("--shuffle")
    if seed is None:
        return
    chance = random.Random(seed)
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    for tests in files.values():
        chance.shuffle(tests)
    order = list(files)
    chance.shuffle(order)
    items[:] = [item for path in order for item in files[path]]


def default_signals_for_children() -> None:
    """Start child processes with default signal handlers, even if this run was started with some signals ignored.

    `nohup` ignores SIGHUP; a shell script ignores SIGINT and SIGQUIT for its background jobs. An ignored signal stays
    ignored in a child; one with a handler does not. So this process gets handlers that do nothing.
    """
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda _number, _frame: None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, Any, Any]:
    return (yield from _without_the_browsers_loop(item))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    return (yield from _without_the_browsers_loop(item))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, Any, Any]:
    return (yield from _without_the_browsers_loop(item))


def _without_the_browsers_loop(item: pytest.Item) -> Generator[None, Any, Any]:
    """Hide the browser's event loop from tests that use no browser.

    Playwright's synchronous API leaves its loop marked as running in this thread, and asyncio.run would refuse.
    """
    loop = asyncio._get_running_loop()
    if loop is None or "chromium" in getattr(item, "fixturenames", ()):
        return (yield)
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        if not loop.is_closed():  # the last teardown also closes the browser
            asyncio._set_running_loop(loop)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The one browser of this process. Two would need two event loops in one thread."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def sample(request: pytest.FixtureRequest):
    """sample(few, many): how many of something to try. `few` without --full, a third of that with --quick; a tenth on
    the uncompiled core, and on PostgreSQL and on a cluster a part of `many` (SHARE_THERE)."""
    quick = request.config.getoption("--quick")

    def choose(few: int, many: int) -> int:
        full = max(few, many // SHARE_THERE) if ON_POSTGRES else many
        wanted = full if FULL else few // 3 if quick else few
        return max(1, wanted if COMPILED else wanted // 10)

    return choose
