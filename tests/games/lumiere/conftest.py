"""Every rule is tested with two editions."""

from __future__ import annotations

import pytest

from .drawing import Box
from configurations import EDITIONS


@pytest.fixture(scope="session", params=["bundled", "second"])
def box(request: pytest.FixtureRequest) -> Box:
    return Box(None if request.param == "bundled" else EDITIONS / "second.toml")
