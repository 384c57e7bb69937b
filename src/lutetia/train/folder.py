"""The files of a training run. Each is either whole or absent, so a run that was killed at any moment can go on.

| file | what |
|---|---|
| run.json | what was asked for: game, recipe, size of the network, command |
| checkpoint.pt | weights, their average, the optimiser, counters; about 2 MB |
| log.jsonl, curves.svg | figures of the run, and drawn |
| playing.pt | the newest network, for self-play |
| networks/0001.bin … | exported networks, one before each match |
| best.bin | the last one that won its match |
| samples/*.npz | positions; kept until the replay no longer holds them |
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lutetia.core.i18n import _
from lutetia.core.json_lines import drop_half_line
from lutetia.core.json_types import Json

FORMAT = "lutetia-training/1"


class Folder:
    """The folder of one run."""

    def __init__(self, path: Path, samples: Path | None = None) -> None:
        self.path = path
        self.samples = samples or path / "samples"
        self.networks = path / "networks"
        self.run = path / "run.json"
        self.checkpoint = path / "checkpoint.pt"
        self.log = path / "log.jsonl"
        self.curves = path / "curves.svg"
        self.playing = path / "playing.pt"
        self.best = path / "best.bin"

    def create(self) -> None:
        """Make the folders, and remove what an earlier, killed process left half-written."""
        for folder in (self.path, self.samples, self.networks):
            folder.mkdir(parents=True, exist_ok=True)
            for partial in folder.glob(".*.part"):
                partial.unlink(missing_ok=True)
        drop_half_line(self.log)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the folder. Raises ValueError if another process holds it."""
        with (self.path / ".lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise ValueError(_("another process trains in {path}", path=self.path)) from None
            yield

    def stored(self) -> Json | None:
        """What the run in this folder was asked for; None if there is no run. Raises ValueError for a foreign file."""
        if not self.run.exists():
            return None
        try:
            found: Json = json.loads(self.run.read_text("utf-8"))
        except ValueError:
            found = {}
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise ValueError(_("{path} is not a training run of this version", path=self.run))
        return found

    def store(self, asked: Json) -> None:
        text = json.dumps({"format": FORMAT} | asked, ensure_ascii=False, indent=2) + "\n"
        write_whole(self.run, lambda path: path.write_text(text, "utf-8"))

    def note(self, kind: str, **figures: Any) -> None:
        """Append one line to the log."""
        line = json.dumps({"at": round(time.time(), 2), "kind": kind} | figures, ensure_ascii=False)
        with self.log.open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    def notes(self) -> list[Json]:
        """All lines of the log so far."""
        if not self.log.exists():
            return []
        return [json.loads(line) for line in self.log.read_text("utf-8").splitlines()]


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Let `write` write a file beside this one, bring it to the disk, then put it in place in one step."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    write(partial)
    with partial.open("rb+") as file:
        os.fsync(file.fileno())
    partial.replace(path)
