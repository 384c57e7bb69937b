"""The API contract: whatever is sent to any route, the response is one that the OpenAPI schema names."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import nullcontext, suppress

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings, strategies
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

from lutetia.server.http.app import make_app
from lutetia.server.ops.settings import Settings

from server.conftest import HERE, new_game, stranger

SPEC = make_app(Settings()).openapi()


def _plain(part):
    """Pairs as lists of either: schemathesis takes `prefixItems` for an older word that is not allowed any more."""
    if isinstance(part, list):
        return [_plain(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    kept = {key: _plain(value) for key, value in part.items() if key != "prefixItems"}
    return kept | ({"items": {"anyOf": _plain(part["prefixItems"])}} if "prefixItems" in part else {})


SCHEMA = schemathesis.openapi.from_dict(_plain(SPEC))
OPERATIONS = {f"{found.ok().method.upper()} {found.ok().path}": found.ok() for found in SCHEMA.get_all_operations()}
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]
CONTRACT = {
    "/api/games": "post",
    **{f"/api/games/{{id}}/{action}": "post" for action in ("join", "start", "undo", "resign", "rematch", "steps")},
    **{f"/api/games/{{id}}{part}": "get" for part in ("", "/events", "/record")},
    "/healthz": "get",
    "/readyz": "get",
}
pytestmark = pytest.mark.filterwarnings("ignore:Use 'content=:DeprecationWarning")  # how schemathesis sends raw bodies
ENDLESS = "GET /api/games/{id}/events"
"""This stream never ends if the game exists; test_live.py reads it."""
MY_ENDLESS = "GET /api/me/awaiting/events"
"""This stream never ends for a known user; test_awaiting.py reads it."""


def test_every_model_has_a_clear_name_of_its_own():
    """FastAPI prefixes the module's path where two models share a name."""
    assert [name for name in SPEC["components"]["schemas"] if "__" in name] == []


def test_the_routes_that_others_rely_on_exist():
    for path, method in CONTRACT.items():
        assert method in SPEC["paths"].get(path, {}), f"{method} {path}"
    state = SPEC["components"]["schemas"]["GameState"]["required"]
    assert {"id", "seq", "state_hash", "seat", "view", "legal", "clock"} <= set(state)
    step = SPEC["components"]["schemas"]["StepRequest"]
    assert (set(step["required"]), step["additionalProperties"]) == ({"seq", "step", "client_key"}, False)


def test_a_command_prints_the_openapi_document():
    done = subprocess.run([sys.executable, "-m", "lutetia", "openapi"], capture_output=True, check=True)
    assert json.loads(done.stdout) == SPEC


def test_every_response_has_a_schema():
    for path, operations in SPEC["paths"].items():
        for method, operation in operations.items():
            for status, answer in operation["responses"].items():
                assert "content" in answer or status in ("204", "303"), f"{method} {path} {status}"


class Known:
    """A person with games of all kinds, a share and chat messages, so that the routes have something to refer to."""

    def __init__(self, client):
        self.client = client
        self.sit_down()

    def sit_down(self):
        client = self.client
        client.cookies.clear()
        running = new_game(client, "human", "human")
        waiting = new_game(client, "human", "open", "open", game="paris", private=False)
        mixed = new_game(client, "human", "open", pace={"kind": "turns", "days": 2})
        stranger(client).post(f"/api/games/{mixed['id']}/join")
        over = new_game(client, "human", "human", game="paris")
        client.post(f"/api/games/{over['id']}/resign")
        message = client.post(f"/api/games/{mixed['id']}/chat", json={"preset": "hello"}).json()
        shared = client.post(f"/api/games/{running['id']}/share", json={}).json()
        whole = client.post(f"/api/games/{over['id']}/share", json={}).json()
        self.me = client.get("/api/me").json()["person"]
        self.values = {
            "id": [running["id"], waiting["id"], mixed["id"], over["id"]],
            "message": [message["id"]],
            "token": [shared["token"], whole["token"]],
            "person": [self.me["id"]],
            "public": [session["public"] for session in client.get("/api/me/sessions").json()],
            "step": [0, 1],
        }
        self.step = {"seq": running["seq"], "step": running["legal"][0]}

    def ask(self, case, fill):
        """Ask, with real names in the address unless `fill` is 0; somebody who was forgotten comes anew."""
        if self.client.get("/api/me").json()["person"] is None:
            self.sit_down()
        for name in case.path_parameters or {}:
            if fill and case.operation.label != ENDLESS and name in self.values:
                case.path_parameters[name] = self.values[name][fill % len(self.values[name])]
        asked = case.as_transport_kwargs(base_url=HERE)
        given_headers = {**(asked.pop("headers", None) or {})}
        given_headers.pop("User-Agent", None)
        cookies = asked.pop("cookies", None) or {}
        assert not cookies
        asker = stranger(self.client) if case.operation.label == MY_ENDLESS else self.client
        return asker.request(headers=given_headers, **asked)


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    app = make_app(Settings(data=tmp_path_factory.mktemp("contract"), limits=False, bot_processes=1, log_level="error"))
    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as client:
        yield Known(client)


@pytest.mark.parametrize("label", OPERATIONS)
def test_every_response_fits_its_schema(label, known, sample):
    """No fault, no status and no shape that the OpenAPI does not name; more examples with --full."""
    operation = OPERATIONS[label]
    examples = sample(1, 150)

    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

        @settings(
            max_examples=examples, deadline=None, derandomize=True, database=None,
            phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(case=operation.as_strategy(generation_mode=mode), fill=strategies.integers(0, 8))
        def ask(case, fill):
            answer = known.ask(case, fill)
            case.validate_response(answer, checks=CHECKS)

        with suppress(Unsatisfiable) if mode == GenerationMode.NEGATIVE else nullcontext():  # nothing can be wrong
            ask()
