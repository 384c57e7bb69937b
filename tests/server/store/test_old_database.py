"""A database that version 0.1.0 wrote opens in this version: the same people, the same positions, and games go on.

`tests/corpus/database-0.1.0.db.gz` holds a member ("ana"), a running game of each kind and a finished one.
"""

from __future__ import annotations

import gzip
import sqlite3
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from lutetia.server.http.app import make_app

from server.conftest import HERE
from server.ledger import games, hold_against_log, sound

pytestmark = pytest.mark.sqlite

OLD = Path(__file__).parents[2] / "corpus" / "database-0.1.0.db.gz"
LOGIN = {"login": "ana", "password": "quite another horse 1889"}


@pytest.fixture
def stored(settings) -> dict[str, dict[str, str]]:
    """The old database in the server's folder; its games with the number of the last event."""
    file = settings.data / "lutetia.db"
    file.write_bytes(gzip.decompress(OLD.read_bytes()))
    connection = sqlite3.connect(file)
    rows = connection.execute(
        "SELECT game.id, game.game, game.status, max(event.seq) FROM game JOIN event ON event.game = game.id GROUP BY 1"
    ).fetchall()
    connection.close()
    return {row[0]: dict(zip(("game", "status", "seq"), row[1:], strict=True)) for row in rows}


def test_games_of_the_previous_version_go_on(settings, stored):
    assert sorted(found["game"] for found in stored.values()) == ["lumiere", "lumiere", "paris"]
    with TestClient(make_app(settings), base_url=HERE, raise_server_exceptions=False) as client:
        signed_in = client.post("/api/sign-in", json=LOGIN)
        assert signed_in.status_code == 200, signed_in.text
        for game, found in stored.items():
            state = client.get(f"/api/games/{game}").json()
            assert (state["status"], state["seq"]) == (found["status"], found["seq"])
            if found["status"] == "over":
                assert state["view"]["result"]
                continue
            state = client.get(f"/api/games/{game}", params={"seat": state["view"]["seat"]}).json()
            step = {"seq": state["seq"], "step": state["legal"][0], "client_key": f"on-{game}"}
            played = client.post(f"/api/games/{game}/steps", json=step)
            assert played.status_code == 200, played.text
            assert played.json()["seq"] == found["seq"] + 1


def test_its_positions_have_the_same_hashes(settings, stored):
    """Every event's hash is computed again from the log; the ledger holds it against the stored one."""
    with TestClient(make_app(settings), base_url=HERE):  # brings the tables up to date
        pass
    sound(settings.data)
    found = games(settings.data)
    assert set(found) == set(stored)
    for row, seats, events in found.values():
        hold_against_log(row, seats, events, set())
