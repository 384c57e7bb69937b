"""Every rule is tested with two editions, and can be asked for by its id: pytest tests/games/lumiere --rule L41."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lutetia.core.i18n import language

from .drawing import Box
from mutation_runner import add_rule_option, keep_the_rule

EDITIONS = Path(__file__).parents[2] / "editions"


def pytest_addoption(parser: pytest.Parser) -> None:
    add_rule_option(parser)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    keep_the_rule(config, items)


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
