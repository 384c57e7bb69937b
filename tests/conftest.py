"""Every run says which core it is about, and fails if another one was loaded."""

from __future__ import annotations

import os

import pytest

from lutetia.core import kernel

COMPILED = not str(kernel.__file__).endswith(".py")
FULL = bool(os.environ.get("LUTETIA_FULL"))
# Tested once, with the compiled core: what is on top of the facade and has no code of its own in the core, and
# mutations, which are tried on an uncompiled copy whichever core runs the tests.
ONCE = (
    *(f"arena/test_{name}.py" for name in ("command", "entry_points", "faults", "intervals", "ladder", "report")),
    *(f"envs/test_{name}.py" for name in ("gymnasium", "openspiel", "pettingzoo")),
    "cli",
    "games/lumiere/test_mutations.py",
    "games/paris/rules/test_mutations.py",
    "text/test_steps.py",
)
collect_ignore = [] if COMPILED else list(ONCE)


def pytest_configure(config: pytest.Config) -> None:
    wanted = os.environ.get("LUTETIA_CORE")
    if wanted and (wanted == "compiled") != COMPILED:
        raise pytest.UsageError(f"this run is about the {wanted} core, but {kernel.__file__} was loaded")
    config.addinivalue_line("markers", "rule(*ids): the rules of docs/rules that a test proves")


def pytest_report_header() -> str:
    return f"lutetia: {'compiled' if COMPILED else 'uncompiled'} core, {'all' if FULL else 'samples'}"


@pytest.fixture(scope="session")
def sample():
    """sample(few, many): how many of something to try, by the core's speed and by --full."""

    def choose(few: int, many: int) -> int:
        wanted = many if FULL else few
        return wanted if COMPILED else max(1, wanted // 10)

    return choose
