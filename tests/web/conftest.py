"""A real server and a real Chromium for the tests of the pages, and people who use them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from visitors import Person

from server.processes import Process, serving

HOUSE = str(Path(__file__).parent / "house.py")


@pytest.fixture(scope="session")
def chance_file(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("chance") / "chance"


@pytest.fixture(autouse=True)
def chance(chance_file, request) -> Callable[[str], None]:
    """Deals and bots follow from the test's own name, so that every run plays the same games; or from what it says."""

    def follow(text: str) -> None:
        chance_file.write_text(text)

    follow(request.node.name)
    return follow


@pytest.fixture(scope="session")
def process(tmp_path_factory, chance_file) -> Iterator[Process]:
    chance_file.write_text("")
    settings = {"CHANCE": str(chance_file), "LUTETIA_BOT_PROCESSES": "2", "LUTETIA_PSEUDO": "1"}
    with serving(tmp_path_factory.mktemp("pages"), (HOUSE,), **settings) as running:
        yield running


@pytest.fixture(scope="session")
def url(process) -> str:
    return process.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def person(chromium, url) -> Iterator[Callable[..., Person]]:
    """Makes somebody with a browser of their own; every complaint of the browser fails the test."""
    people: list[Person] = []

    def make(**kind: Any) -> Person:
        people.append(Person(chromium.new_context(base_url=url, reduced_motion="reduce", **kind)))
        return people[-1]

    yield make
    for one in people:
        one.context.close()
    assert [fault for one in people for fault in one.faults] == []
