"""How evenly WebSockets spread over processes that share a port: a socket each, or one for all.

    python benchmarks/port_sharing.py --processes 3 --sockets 300

`each`: one listening socket per process, made with SO_REUSEPORT; the kernel picks one by a hash of the addresses.
`one`: all processes accept from the same socket; whoever is first gets the connection.
The clients come all at once, as after a restart, or one after the other, as in an evening.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import socket
import sys
from collections import Counter
from typing import Any

import uvicorn
from websockets.asyncio.client import connect


async def tell_process(scope: Any, receive: Any, send: Any) -> None:
    """A WebSocket that says which process has accepted it, and stays open."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": str(os.getpid())})
    while (await receive())["type"] != "websocket.disconnect":
        pass


def listen(port: int) -> socket.socket:
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    made.bind(("127.0.0.1", port))
    made.listen(2048)
    return made


def start(listening: socket.socket) -> int:
    """Fork a server process; returns its id."""
    if pid := os.fork():
        return pid
    config = uvicorn.Config(tell_process, loop="uvloop", log_level="error", lifespan="off")
    server = uvicorn.Server(config)
    server.run(sockets=[listening])
    os._exit(0)


async def spread(port: int, number: int, pause: float) -> Counter[str]:
    """Open that many WebSockets, so many seconds apart; returns how many each process has."""
    opening = []
    for _socket in range(number):
        opening.append(asyncio.create_task(connect(f"ws://127.0.0.1:{port}").__aenter__()))
        if pause:
            await asyncio.sleep(pause)
    opened = await asyncio.gather(*opening)
    counted = Counter([str(await one.recv()) for one in opened])
    await asyncio.gather(*(one.close() for one in opened))
    return counted


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--sockets", type=int, default=300)
    wanted = parser.parse_args()
    print(f"{wanted.sockets} WebSockets on {wanted.processes} processes, Python {sys.version.split()[0]}, uvloop")
    for way in ("each", "one"):
        first = listen(0)
        port = first.getsockname()[1]
        listening = [first] + [listen(port) if way == "each" else first for _process in range(wanted.processes - 1)]
        pids = [start(one) for one in listening]
        for one in listening:
            one.close()
        try:
            for name, pause in (("at once", 0.0), ("every 10 ms", 0.01)):
                for _time in range(3):
                    counted = asyncio.run(spread(port, wanted.sockets, pause))
                    shares = sorted((counted.get(str(pid), 0) for pid in pids), reverse=True)
                    print(f"{way:5} {name:12} {shares}")
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGTERM)
                os.waitpid(pid, 0)


if __name__ == "__main__":
    main()
