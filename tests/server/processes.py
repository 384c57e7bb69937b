"""The server as a separate process that can be stopped and killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from configurations import ON_CLUSTER, ON_POSTGRES
from server import databases
from server.cluster.suites import Installation


class Process:
    """`lutetia serve` on a port of its own. Settings go in as environment: `LUTETIA_AWAY_SECONDS="1"`."""

    def __init__(self, data: Path, program: tuple[str, ...] = ("-m", "lutetia"), **environment: str) -> None:
        self.data, self.program = data, program
        usual = {"LUTETIA_LIMITS": "false", "LUTETIA_LOG_LEVEL": "error"}
        if ON_POSTGRES:
            usual["LUTETIA_DATABASE"] = databases.of_folder(data)
        self.environment = os.environ | usual | environment
        self.url = ""
        self.process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def complaints(self) -> str:
        """What it has written on the error output."""
        return (self.data / "errors.log").read_text()

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self, port: int = 0) -> str:
        """Start, and wait until it is ready; returns its address."""
        self.data.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, *self.program, "serve", "--port", str(port), "--data", str(self.data)]
        with (self.data / "errors.log").open("a") as errors:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=errors, text=True, env=self.environment
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("ready "), (line, (self.data / "errors.log").read_text()[-2000:])
        self.url = line.split()[1]
        return self.url

    def kill(self) -> None:
        """kill -9"""
        self._end(signal.SIGKILL)

    def stop(self, how: int = signal.SIGINT) -> int:
        """Ctrl+C; returns the exit code."""
        return self._end(how)

    def _end(self, how: int) -> int:
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.send_signal(how)
        code = self.process.wait(60)
        self.process.stdout.close()
        return code


@contextmanager
def serving(
    data: Path, program: tuple[str, ...] = ("-m", "lutetia"), **environment: str
) -> Iterator[Process | Installation]:
    """A server process for a while; `program` is what Python runs for it."""
    process = Installation(data, program, **environment) if ON_CLUSTER else Process(data, program, **environment)
    try:
        process.start()
        yield process
    finally:
        if process.running:
            process.stop()
