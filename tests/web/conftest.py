"""Fixtures of the browser tests: a real server, a real Chromium, and players who use them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from visitors import Person

from browsers import CONTEXT
from configurations import ON_CLUSTER, ON_POSTGRES
from server import databases
from server.processes import Process, serving

if ON_POSTGRES:
    databases.use_postgres()  # for commands of the operator, which a test runs in this process
LOOKS = ("access", "build", "engines", "every_language", "every_size", "reference_card", "steady")
"""Tests of what pages look like. How many processes there are behind them makes no difference."""
if ON_CLUSTER:
    collect_ignore = [f"test_{name}.py" for name in (*LOOKS, "on_device")]  # games on a device need no server
SEEDED_SERVER = str(Path(__file__).parent / "seeded_server.py")


@pytest.fixture(scope="session")
def chance_file(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("chance") / "chance"


@pytest.fixture(autouse=True)
def chance(chance_file, request) -> Callable[[str], None]:
    """Seed deals and bots with the test's own name, so that runs repeat; a test may set another seed."""

    def seed(text: str) -> None:
        chance_file.write_text(text)

    seed(request.node.name)
    return seed


@pytest.fixture(scope="session")
def process(tmp_path_factory, chance_file) -> Iterator[Process]:
    chance_file.write_text("")
    settings = {"CHANCE": str(chance_file), "LUTETIA_BOT_PROCESSES": "2", "LUTETIA_PSEUDO": "1"}
    with serving(tmp_path_factory.mktemp("pages"), (SEEDED_SERVER,), **settings) as running:
        yield running


@pytest.fixture(scope="session")
def url(process) -> str:
    return process.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def person(chromium, url) -> Iterator[Callable[..., Person]]:
    """A function that makes a player with an own browser context. Any error in the browser fails the test."""
    people: list[Person] = []

    def make(**kind: Any) -> Person:
        people.append(Person(chromium.new_context(base_url=url, **CONTEXT | kind)))
        return people[-1]

    yield make
    for one in people:
        one.context.close()
    assert [fault for one in people for fault in one.faults] == []
