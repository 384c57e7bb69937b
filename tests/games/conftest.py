"""Every rule can be tested by its id: pytest tests/games/lumiere --rule L41."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lutetia.core.i18n import language

from mutation_runner import add_rule_option, keep_the_rule


def pytest_addoption(parser: pytest.Parser) -> None:
    add_rule_option(parser)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    keep_the_rule(config, items)


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """Messages are compared in English, whatever the language of the environment."""
    token = language.set("en")
    yield
    language.reset(token)
