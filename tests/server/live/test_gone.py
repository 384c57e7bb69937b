"""Clients that are gone before they are answered."""

from __future__ import annotations


def test_a_client_that_has_gone_before_it_is_refused_is_no_error(client, capfd):
    path = "/api/games/nowhere/live"
    scope = {"type": "websocket", "path": path, "raw_path": path.encode(), "query_string": b"", "scheme": "ws"}
    scope |= {"headers": [(b"host", b"localhost:1889")], "client": ("127.0.0.1", 1), "server": ("localhost", 1889)}
    sent = []

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        sent.append(message["type"])
        if message["type"] == "websocket.send":
            raise OSError("it has gone")

    async def connect():
        await client.app(scope | {"http_version": "1.1", "subprotocols": []}, receive, send)

    client.portal.call(connect)
    assert sent[:2] == ["websocket.accept", "websocket.send"]
    assert "unhandled exception" not in capfd.readouterr().err
