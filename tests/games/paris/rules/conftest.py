"""Every rule is tested with two editions, and where it matters with two, three and four players."""

from __future__ import annotations

import pytest

from .drawing import Box
from configurations import EDITIONS


@pytest.fixture(scope="session", params=["bundled", "second"])
def box(request: pytest.FixtureRequest) -> Box:
    return Box(None if request.param == "bundled" else EDITIONS / "second-paris.toml")


@pytest.fixture(params=[2, 3, 4])
def players(request: pytest.FixtureRequest) -> int:
    return int(request.param)
