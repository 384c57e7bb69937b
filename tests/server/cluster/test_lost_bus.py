"""Two servers, of which only one has lost the message bus: its connection to NATS is silent, and not closed."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from server.backends import nats_server
from server.cluster.pair import Pair, decider, running, two_people
from server.times import calm

SOON = 2.0
"""Seconds within which news arrives: what the server promises."""


class Relay:
    """Passes on what goes to a port, until it is `silent`."""

    def __init__(self, port: int) -> None:
        self._there = ("127.0.0.1", port)
        self.silent = False
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _address = self._listening.accept()
                far = socket.create_connection(self._there)
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, near: socket.socket, far: socket.socket) -> None:
        with suppress(OSError):
            while data := near.recv(65_536):
                if not self.silent:
                    far.sendall(data)
            far.close()


@pytest.fixture(scope="module")
def cut_off(tmp_path_factory) -> Iterator[Pair]:
    """`a` has lost NATS, and `b` has not."""
    with nats_server() as nats:
        relay = Relay(nats.port)
        pair = Pair(tmp_path_factory.mktemp("cut"), nats)
        pair.a.environment["LUTETIA_NATS"] = f"nats://127.0.0.1:{relay.port}"
        with running(pair):
            pair.wait_for_bus()
            relay.silent = True
            yield pair
        relay.close()


def test_chat_and_turns_of_a_server_without_the_bus_arrive_soon(cut_off):
    """The other one has the bus, and so looked for them only every ten seconds."""
    pair = cut_off
    game, *people = two_people(pair)
    mover, state = decider(pair.a, game, *people)
    other = next(person for person in people if person is not mover)
    with mover.live(pair.b, game) as watching, other.awaiting(pair.b) as lists:
        watching.state(0)
        assert next(lists) == []
        for _again in range(3):
            other.post(pair.a, f"/games/{game}/chat", preset="hello")
            assert watching.until(lambda message: message["type"] == "chat")[1] < SOON
        while state["legal"]:
            state = mover.step(pair.a, state).json()
        began = calm()
        assert next(lists) == [game]
        assert calm() - began < SOON
        chats = [message for message in watching.messages if message["type"] == "chat"]
        assert len({message["id"] for message in chats}) == len(chats) == 3, "each once"
