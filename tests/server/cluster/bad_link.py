"""Network links that lose and delay packets: a process that passes Ethernet frames on between pairs of interfaces.

It does what `tc netem` does, for kernels without it. It works below TCP: a lost packet is sent again by the kernel of
the other side, and on a link that is down, packets vanish without an answer.

Commands come as lines of JSON: `{"link": "w1", "loss": 0.1, "delay": 0.02, "jitter": 0.01, "down": false}`. With
`ports`, only TCP packets from or to these ports are affected. Each is answered with a line.
"""

from __future__ import annotations

import contextlib
import heapq
import itertools
import json
import os
import random
import selectors
import socket
import sys
import time
from dataclasses import dataclass, field
from typing import Any

SOL_PACKET, PACKET_VNET_HDR, PACKET_IGNORE_OUTGOING = 263, 15, 23
HEADER = 10
"""Bytes of the header with which the kernel passes on frames whose checksums and sizes its network card would fix."""
ALL_FRAMES = 3


@dataclass
class Link:
    """Two interfaces, and what happens in between."""

    ends: list[socket.socket]
    loss: float = 0.0
    delay: float = 0.0
    jitter: float = 0.0
    down: bool = False
    ports: list[int] = field(default_factory=list)

    def affects(self, frame: bytes) -> bool:
        """Whether a frame belongs to the ports that are affected."""
        if not self.ports:
            return True
        packet = frame[HEADER + 14 :]
        if frame[HEADER + 12 : HEADER + 14] != b"\x08\x00" or packet[9] != socket.IPPROTO_TCP:
            return False
        ports = packet[(packet[0] & 15) * 4 :][:4]
        return int.from_bytes(ports[:2]) in self.ports or int.from_bytes(ports[2:]) in self.ports


def _open(interface: str) -> socket.socket:
    end = socket.socket(socket.AF_PACKET, socket.SOCK_RAW | socket.SOCK_NONBLOCK, socket.htons(ALL_FRAMES))
    end.setsockopt(SOL_PACKET, PACKET_VNET_HDR, 1)
    end.setsockopt(SOL_PACKET, PACKET_IGNORE_OUTGOING, 1)
    end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
    end.bind((interface, 0))
    return end


def run(pairs: dict[str, tuple[str, str]]) -> None:
    """Pass on frames until the input ends."""
    links = {name: Link([_open(interface) for interface in pair]) for name, pair in pairs.items()}
    watched = selectors.DefaultSelector()
    for link in links.values():
        for end, other in (link.ends, link.ends[::-1]):
            watched.register(end, selectors.EVENT_READ, (link, other))
    os.set_blocking(0, False)
    watched.register(0, selectors.EVENT_READ, None)
    print("ready", flush=True)
    late: list[tuple[float, int, socket.socket, bytes]] = []
    number, commands = itertools.count(), b""
    while True:
        wait = max(0.0, late[0][0] - time.monotonic()) if late else None
        for key, _events in watched.select(wait):
            if key.data is None:
                more = os.read(0, 65_536)
                if not more:
                    return
                *lines, commands = (commands + more).split(b"\n")
                for line in lines:
                    _set(links, json.loads(line))
                    print("done", flush=True)
                continue
            link, other = key.data
            try:
                frame = key.fileobj.recv(1 << 17)  # type: ignore[union-attr]
            except OSError:
                continue
            if not link.affects(frame):
                _send(other, frame)
            elif link.down or random.random() < link.loss:
                continue
            elif link.delay or link.jitter:
                due = time.monotonic() + link.delay + random.uniform(0, link.jitter)
                heapq.heappush(late, (due, next(number), other, frame))
            else:
                _send(other, frame)
        while late and late[0][0] <= time.monotonic():
            _due, _number, other, frame = heapq.heappop(late)
            _send(other, frame)


def _set(links: dict[str, Link], wanted: dict[str, Any]) -> None:
    link = links[wanted.pop("link")]
    for name, default in (("loss", 0.0), ("delay", 0.0), ("jitter", 0.0), ("down", False), ("ports", [])):
        setattr(link, name, wanted.get(name, default))


def _send(end: socket.socket, frame: bytes) -> None:
    with contextlib.suppress(OSError):  # lost, as on any network
        end.send(frame)


if __name__ == "__main__":
    run(json.loads(sys.argv[1]))
