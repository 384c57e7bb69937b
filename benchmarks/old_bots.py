"""The bots of an earlier version as fixed opponents: their strength does not change when ours does.

    lutetia arena lumiere level5 "cmd:python benchmarks/old_bots.py level5" --pairs 100 --limit 60 --seed 1889

builds that version once in build/old_bots, from the repository's history, and serves the bot through the arena's
protocol for programs (docs/arena.md). `python benchmarks/old_bots.py` alone builds it, for machines without Git.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).parent.parent
COMMIT = "b04eb74"
"""The last version whose levels had no network."""
FOLDER = ROOT / "build" / "old_bots" / COMMIT
READY = FOLDER / "ready"
HOST = """
import json
import sys
import time

import lutetia
from lutetia.bots import maker


def known(said, like):
    return {key: value for key, value in said.items() if key in like}


def as_then(view):
    # That version accepts only a position that says what it would say itself, and positions say more today.
    like = lutetia.new(view["game"], players=len(view["seats"]), options=view["options"]).view(view["seat"])["position"]
    position = known(view["position"], like)
    if "seats" in like:
        position["seats"] = {seat: known(own, like["seats"][seat]) for seat, own in position["seats"].items()}
    return view | {"position": position}


for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        bot = maker(sys.argv[1])(seed=said["seed"])
    elif said["type"] == "choose":
        began = time.process_time()
        step = bot.choose(as_then(said["view"]), said["legal"])
        print(json.dumps({"id": said["id"], "step": step, "seconds": time.process_time() - began}), flush=True)
"""
"""Its answers also say how much processor time the decision took."""


def build() -> None:
    """Unpack and compile that version, if that has not been done."""
    FOLDER.parent.mkdir(parents=True, exist_ok=True)
    with FOLDER.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # an arena starts several programs at once
        if READY.exists():
            return
        wanted = ["git", "archive", COMMIT, "src", "setup.py", "pyproject.toml"]
        archive = subprocess.run(wanted, cwd=ROOT, check=True, capture_output=True)
        with tarfile.open(fileobj=BytesIO(archive.stdout)) as files:
            files.extractall(FOLDER, filter="data")
        command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        subprocess.run(command, cwd=FOLDER, check=True, stdout=sys.stderr)
        if not list(FOLDER.rglob("core/kernel*.so")):
            raise SystemExit(f"{COMMIT} could not be compiled; interpreted, its bots are far too slow")
        READY.touch()


def main() -> None:
    build()
    if len(sys.argv) > 1:
        environment = os.environ | {"PYTHONPATH": str(FOLDER / "src")}
        command = [sys.executable, "-c", HOST, *sys.argv[1:]]
        os.execve(sys.executable, command, environment)


if __name__ == "__main__":
    main()
