"""PostgreSQL and NATS for benchmarks, as the tests start them, and the processor time of processes."""

from __future__ import annotations

import contextlib
import importlib.util
import os
from pathlib import Path
from typing import Any

BACKENDS = Path(__file__).parent.parent / "tests" / "server" / "backends.py"
TICKS = os.sysconf("SC_CLK_TCK")


def backends() -> Any:
    """The tests' module. Their package is called like the module server.py here, so it is loaded by its path."""
    spec = importlib.util.spec_from_file_location("backends", BACKENDS)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cpu(pid: int) -> tuple[float, float]:
    """Seconds of processor time of a process, and of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS, (int(fields[13]) + int(fields[14])) / TICKS


def family_cpu(pid: int) -> float:
    """Seconds of processor time of a process and all its children."""
    total = sum(cpu(pid))
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            total += sum(cpu(int(child)))
    return total
