"""Every rule is tested with two editions, and can be asked for by its id: pytest tests/lumiere --rule L41."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lutetia.core.words import language

from .drawing import Box

EDITIONS = Path(__file__).parent.parent / "editions"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", help="run only the tests of this rule, e.g. L41")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("--rule", default=None)
    if wanted:
        of_rule = [item for item in items if any(wanted in mark.args for mark in item.iter_markers("rule"))]
        config.hook.pytest_deselected(items=[item for item in items if item not in of_rule])
        items[:] = of_rule


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """Messages are compared in English, whatever the environment speaks."""
    token = language.set("en")
    yield
    language.reset(token)


@pytest.fixture(scope="session", params=["bundled", "second"])
def box(request: pytest.FixtureRequest) -> Box:
    """An edition on the table."""
    return Box(None if request.param == "bundled" else EDITIONS / "second.toml")
