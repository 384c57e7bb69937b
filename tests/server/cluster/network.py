"""A network of its own for each process: namespaces, joined by links that can be cut, or made slow and lossy.

Every process has two links: one to the clients, which works, and one to PostgreSQL and NATS, which is as bad as the
test wants (`bad_link.py`). This needs root.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

_FIRST = 16 + os.getpid() % 200
"""Part of the addresses, so that two test processes rarely use the same."""


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}"


class Namespace:
    """One process's network."""

    def __init__(self, number: int) -> None:
        tag = f"{os.getpid() % 100_000}{number}"
        self.name = f"lutetia{tag}"
        self.front_host, self.front = f"10.{_FIRST}.{number}.1", f"10.{_FIRST}.{number}.2"
        self.back_host, self.back = f"10.{_FIRST}.{number + 100}.1", f"10.{_FIRST}.{number + 100}.2"
        self._front, self._back = (f"lf{tag}", f"ln{tag}"), (f"lb{tag}", f"lx{tag}", f"ly{tag}", f"lm{tag}")
        self.pair = (self._back[1], self._back[2])
        """The interfaces between which the link passes frames on."""

    @property
    def _inside(self) -> list[str]:
        """A command that runs a command in this network."""
        return ["ip", "netns", "exec", self.name]

    def create(self) -> None:
        front, inner_front = self._front
        back, left, right, inner_back = self._back
        _run("ip", "netns", "add", self.name)
        for outer, inner in ((front, inner_front), (back, left), (right, inner_back)):
            _run("ip", "link", "add", outer, "type", "veth", "peer", "name", inner)
        for inner, address in ((inner_front, self.front), (inner_back, self.back)):
            _run("ip", "link", "set", inner, "netns", self.name)
            _run(*self._inside, "ip", "addr", "add", f"{address}/30", "dev", inner)
            _run(*self._inside, "ip", "link", "set", inner, "up")
        _run(*self._inside, "ip", "link", "set", "lo", "up")
        for outer, address in ((front, self.front_host), (back, self.back_host)):
            _run("ip", "addr", "add", f"{address}/30", "dev", outer)
        for outer in (front, back, left, right):
            _run("ip", "link", "set", outer, "up")

    def remove(self) -> None:
        for link in (self._front[0], self._back[0], self._back[2]):
            subprocess.run(["ip", "link", "del", link], capture_output=True)
        subprocess.run(["ip", "netns", "del", self.name], capture_output=True)


class Network:
    """Several namespaces and the links to them."""

    def __init__(self, spaces: list[Namespace]) -> None:
        self.spaces = spaces
        self._links = subprocess.Popen(
            [sys.executable, "-m", "server.cluster.bad_link", json.dumps({s.name: s.pair for s in spaces})],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        self._heard("ready")

    def _heard(self, wanted: str) -> None:
        assert self._links.stdout is not None
        line = self._links.stdout.readline().strip()
        assert line == wanted, line

    def set(self, space: Namespace, **faults: Any) -> None:
        """Make a link bad (`loss`, `delay`, `jitter`, `down`, `ports`); without faults it is good."""
        assert self._links.stdin is not None
        self._links.stdin.write(json.dumps({"link": space.name, **faults}) + "\n")
        self._links.stdin.flush()
        self._heard("done")

    def close(self) -> None:
        self._links.communicate(timeout=10)


@contextmanager
def network(count: int) -> Iterator[Network]:
    """So many namespaces for a while."""
    assert os.getuid() == 0, "networks of their own need root"
    with ExitStack() as stack:
        spaces = [Namespace(number) for number in range(1, count + 1)]
        for space in spaces:
            stack.callback(space.remove)
            space.create()
        made = Network(spaces)
        stack.callback(made.close)
        yield made
