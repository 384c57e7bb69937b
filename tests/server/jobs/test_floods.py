"""Requests that take work: a flood of one visitor does not delay another."""

from __future__ import annotations

import asyncio

import httpx2 as httpx
import pytest

from lutetia.server.http.app import make_app

from server.conftest import HERE
from server.http.test_records import finished

FLOOD = 25


def visitor(app, address: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app, client=(address, 1)), base_url=HERE, timeout=60)


@pytest.mark.parametrize("what", ["what-if", "replay file"])
def test_a_flood_of_one_visitor_does_not_delay_another(settings, what):
    """Behind 25 hypothetical positions or replay files of one visitor, another one waited for 20 seconds."""
    record, answered = finished("paris" if what == "what-if" else "lumiere"), []

    async def main() -> None:
        app = make_app(settings)
        async with app.router.lifespan_context(app):
            greedy, modest = visitor(app, "203.0.113.7"), visitor(app, "198.51.100.7")
            token = (await greedy.post("/api/records", json=record)).json()["token"]

            async def ask(who: httpx.AsyncClient) -> None:
                if what == "what-if":
                    answer = await who.post("/api/what-if?text=true", json={"token": token, "at": 20})
                else:
                    answer = await who.get(f"/api/shared/{token}/replay.html")
                assert answer.status_code == 200, answer.text[:200]
                answered.append(who)

            flood = [asyncio.create_task(ask(greedy)) for _request in range(FLOOD)]
            await asyncio.wait(flood, return_when=asyncio.FIRST_COMPLETED)
            await ask(modest)
            for request in flood:
                request.cancel()
            await asyncio.gather(*flood, return_exceptions=True)
            assert answered.index(modest) <= FLOOD // 4, "the rest of the flood still waits"

    asyncio.run(main())
