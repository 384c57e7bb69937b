"""The head and the body of a response are written in one call."""

from __future__ import annotations

import asyncio

from lutetia.server.http.one_write import MOST_HELD, JoiningTransport


class Written:
    """A transport that notes what is done with it."""

    def __init__(self) -> None:
        self.done: list[bytes | str] = []

    def write(self, data: bytes) -> None:
        self.done.append(data)

    def close(self) -> None:
        self.done.append("closed")

    def is_closing(self) -> bool:
        return "closed" in self.done


def test_what_is_written_together_is_joined():
    async def main():
        plain = Written()
        joining = JoiningTransport(plain)
        joining.write(b"head")
        joining.write(b"body")
        assert plain.done == []
        await asyncio.sleep(0)
        assert plain.done == [b"headbody"]
        joining.write(b"next")
        await asyncio.sleep(0)
        assert plain.done == [b"headbody", b"next"]

    asyncio.run(main())


def test_a_large_body_and_the_rest_before_the_end_do_not_wait():
    async def main():
        plain, large = Written(), bytes(MOST_HELD)
        joining = JoiningTransport(plain)
        joining.write(b"head")
        joining.write(large)
        assert plain.done == [b"head" + large]
        joining.write(b"last")
        joining.close()
        assert plain.done[1:] == [b"last", "closed"]
        assert joining.is_closing()
        await asyncio.sleep(0)
        assert len(plain.done) == 3

    asyncio.run(main())
