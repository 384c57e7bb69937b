"""Two servers for the tests of a file, and the time without the message bus."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.backends import nats_server
from server.cluster.pair import Pair, running


@pytest.fixture(scope="module")
def pair(tmp_path_factory) -> Iterator[Pair]:
    with nats_server() as nats, running(Pair(tmp_path_factory.mktemp("pair"), nats)) as both:
        yield both


@pytest.fixture
def without_nats(pair) -> Iterator[Pair]:
    """NATS is away for a while."""
    pair.nats.kill()
    yield pair
    pair.nats.start()
    pair.wait_for_bus()
