"""A real server for each test: its own folder and database, and people with cookies of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from lutetia.server.settings import Settings

HERE = "http://localhost:1889"


@pytest.fixture
def settings(tmp_path):
    return Settings(data=tmp_path, limits=False, bot_processes=1, log_level="error")


@pytest.fixture
def app(settings) -> FastAPI:
    from lutetia.server.app import make_app

    return make_app(settings)


@pytest.fixture
def client(app) -> Iterator[TestClient]:
    """Somebody with a browser, at a server that runs as long as the test."""
    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as first:
        yield first


@pytest.fixture
def another(app, client) -> Callable[[], TestClient]:
    """Makes somebody else, at the same server."""

    def make() -> TestClient:
        other = TestClient(app, base_url=HERE, raise_server_exceptions=False)
        other.portal = client.portal  # one loop for all
        return other

    return make


def error(answer) -> str:
    """The code of a refusal, which must have the one shape that all have."""
    body = answer.json()
    assert set(body) == {"error"}, body
    assert set(body["error"]) == {"code", "rule", "text"}
    assert body["error"]["text"]
    return body["error"]["code"]
