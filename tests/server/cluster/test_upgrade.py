"""Rolling upgrade: the version before this one and this one serve the same games side by side, on one PostgreSQL."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from server.backends import nats_server
from server.processes import Process, serving

ROOT = Path(__file__).parents[3]
PATIENCE = 30.0
pytestmark = pytest.mark.full


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, f"the history is needed: git {' '.join(words)}: {done.stderr}"
    return done.stdout.strip()


@pytest.fixture
def before(tmp_path) -> Iterator[Path]:
    """The sources of the version before: the first parent of this commit."""
    folder = tmp_path / "before"
    git("worktree", "add", "--detach", str(folder), os.environ.get("LUTETIA_UPGRADE_FROM", "HEAD~1"))
    try:
        yield folder / "src"
    finally:
        git("worktree", "remove", "--force", str(folder))


class OldProcess(Process):
    """A server process of the version before. Without its compiled core it plays slower, and by the same rules."""

    def __init__(self, source: Path, data: Path, **environment: str) -> None:
        super().__init__(data, ("-m", "lutetia"), PYTHONPATH=str(source), **environment)

    def version_is_old(self) -> bool:
        """Whether Python really runs the other sources."""
        code = "import lutetia; print(lutetia.__file__)"
        ran = subprocess.run([sys.executable, "-c", code], env=self.environment, capture_output=True, text=True)
        return ran.stdout.startswith(self.environment["PYTHONPATH"])


def take_turns(clients: list[httpx.Client], game: str, steps: int) -> list[int]:
    """Steps of one person, each by another process than the one before; returns their numbers."""
    seqs: list[int] = []
    for number in range(steps):
        here, there = clients[number % 2], clients[(number + 1) % 2]
        state: dict[str, Any] = here.get(f"/api/games/{game}").json()
        if state["status"] == "over":
            break
        step = {"seq": state["seq"], "step": state["legal"][0], "client_key": f"step {number}".replace(" ", "-")}
        answer = here.post(f"/api/games/{game}/steps", json=step)
        assert answer.status_code == 200, answer.text
        seqs.append(answer.json()["seq"])
        again = there.post(f"/api/games/{game}/steps", json=step)
        assert (again.status_code, again.json()["seq"]) == (200, seqs[-1]), "the other one knows the key"
        assert there.get(f"/api/games/{game}").json()["state_hash"] == answer.json()["state_hash"]
    return seqs


def test_the_version_before_and_this_one_serve_the_same_games(tmp_path, postgres, before):
    """Given games of the old version, when the new one migrates the database, then both play on, each at once with what
    the other has done, and the new one alone in the end."""
    with nats_server() as nats:
        settings = {"LUTETIA_DATABASE": postgres.new_database("upgrade"), "LUTETIA_NATS": nats.url}
        settings |= {"LUTETIA_BOT_PROCESSES": "1"}
        old = OldProcess(before, tmp_path / "old", **settings)
        assert old.version_is_old()
        old.start()
        try:
            with httpx.Client(base_url=old.url, timeout=PATIENCE) as client:
                games = [
                    client.post("/api/games", json={"game": name, "seats": ["human", "human"]}).json()["id"]
                    for name in ("lumiere", "paris")
                ]
                with serving(tmp_path / "new", **settings) as new:
                    other = httpx.Client(base_url=new.url, timeout=PATIENCE, cookies=client.cookies)
                    for game in games:
                        seqs = take_turns([client, other], game, 40)
                        assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
                        assert len(seqs) >= 20
                    assert old.stop() == 0
                    for game in games:
                        state = other.get(f"/api/games/{game}").json()
                        step = {"seq": state["seq"], "step": state["legal"][0], "client_key": "last"}
                        assert other.post(f"/api/games/{game}/steps", json=step).status_code == 200
                    other.close()
                    assert "Traceback" not in (new.data / "errors.log").read_text()
        finally:
            if old.process is not None and old.process.poll() is None:
                old.stop()
        assert "Traceback" not in (old.data / "errors.log").read_text()
