"""What the pages ask a local host besides games: every answer, hashed. Runs natively and in WebAssembly."""

import asyncio
import hashlib
import json
import sys

import lutetia
from lutetia import companion
from lutetia.server.local.event_log import MemoryShelf
from lutetia.server.local.host import LocalHost
from lutetia.server.local.thinker import answer

TIME = 1_800_000_000_000


def played(game):
    """A record with some steps."""
    table = lutetia.new(game, seed=7)
    for _step in range(6):
        table.play(table.legal()[0])
    return table.record()


def questions():
    """Method, address and body."""
    yield "GET", "/api/house", None
    yield "GET", "/api/about", None
    yield "PATCH", "/api/me", {"settings": {"sound": False}}
    yield "GET", "/api/component-data", None
    yield "GET", "/api/puzzles", None
    for game in lutetia.games():
        yield "GET", f"/api/rules/{game}", None
        yield "GET", f"/api/rules/{game}/book", None
        yield "GET", f"/api/rules/{game}/card", None
        yield "GET", f"/api/editions/{game}/components", None
        yield "GET", f"/api/tutorials/{game}", None
        yield "GET", f"/api/tutorials/{game}/at/3", None
        yield "GET", f"/api/companion/{game}", None
        yield "POST", f"/api/companion/{game}", companion.written(lutetia.new(game, seed=7))
        yield "POST", "/api/companion/record", played(game)
        yield "GET", f"/api/openings/{game}", None
        yield "GET", f"/api/puzzles/of/{game}", None
        from lutetia import puzzles

        puzzle = puzzles.puzzles(game)[0]
        yield "POST", f"/api/puzzles/{puzzle.id}/position", {"steps": []}
        yield "POST", f"/api/puzzles/{puzzle.id}/hint", None
        yield "POST", "/api/what-if/hint", {"record": puzzle.record()}
    yield "GET", "/api/me/puzzles", None


async def main():
    for language in ("en", "pl"):
        host = LocalHost(MemoryShelf(), answer, now=lambda: TIME)
        for method, address, body in questions():
            status, said = await host.request(method, address, None if body is None else json.dumps(body), language)
            whole = json.dumps(json.loads(said), sort_keys=True)
            print(language, method, address, status, hashlib.sha256(whole.encode()).hexdigest()[:16])
        await host.close()


asyncio.ensure_future(main()) if "pyodide" in sys.modules else asyncio.run(main())  # Node waits for the last value
