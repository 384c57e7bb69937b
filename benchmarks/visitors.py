"""What people who play bots cost a server whose bots think there, or on their devices: python benchmarks/visitors.py

A real `lutetia serve` on loopback. Each visitor opens a game against a bot, takes some turns and waits for the bot
after each. With `--device`, the page sends the bot's steps, as a browser with the engine does; the load generator
sends any legal step, because thinking would cost this machine and not the server. Printed is the processor time of the
server and its workers.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
from pathlib import Path

from real_servers import family_cpu

import server as bench


class Visitor:
    """Somebody who plays alone against a bot."""

    def __init__(self, line: bench.Line, game: str, level: str, *, device: bool) -> None:
        self.line, self.game, self.level, self.device = line, game, level, device
        self.cookie = self.here = ""
        self.rng = random.Random(1889)

    async def ask(self, method: str, path: str, body: object = None) -> dict:
        status, said, cookie = await self.line.ask(method, path, body, self.cookie)
        self.cookie = cookie or self.cookie
        assert status < 300, (path, status, said[:300])
        return json.loads(said)

    async def play(self, turns: int) -> int:
        """Take so many own turns, with the bot's after each; the number of the bot's steps."""
        state = await self.ask("POST", "/api/games", {"game": self.game, "seats": ["human", self.level]})
        self.here = f"/api/games/{state['id']}"
        if self.device:
            await self.ask("PUT", f"{self.here}/device-bots", {"here": True})
        own = bots = 0
        waited = False
        while state["status"] == "running" and own < turns:
            if state["legal"]:
                own += waited
                waited = False
                step = {"seq": state["seq"], "step": self.rng.choice(state["legal"]), "client_key": str(state["seq"])}
                state = await self.ask("POST", f"{self.here}/steps?text=1", step)
                continue
            waited = True
            if self.device:
                asked = await self.ask("GET", f"{self.here}/bot-question")
                step = {"seq": asked["seq"], "step": self.rng.choice(asked["legal"])}
                state = await self.ask("POST", f"{self.here}/bot-steps?text=1", step)
            else:
                await asyncio.sleep(0.2)
                state = await self.ask("GET", f"{self.here}?text=1&since={state['seq']}")
            bots += self.device
        if not self.device:
            whole = await self.ask("GET", self.here)
            mine = set(whole["mine"])
            bots = sum(event["kind"] == "step" and event["seat"] not in mine for event in whole["events"])
        return bots


async def visit(url: str, visitors: int, at_once: int, game: str, level: str, turns: int, *, device: bool) -> int:
    waiting = list(range(visitors))
    steps = 0

    async def one() -> None:
        nonlocal steps
        line = bench.Line(url)
        while waiting:
            waiting.pop()
            taken = await Visitor(line, game, level, device=device).play(turns)
            steps += taken

    await asyncio.gather(*(one() for _number in range(min(at_once, visitors))))
    return steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--visitors", type=int, default=1_000)
    parser.add_argument("--at-once", type=int, default=50)
    parser.add_argument("--game", default="paris")
    parser.add_argument("--level", default="level5")
    parser.add_argument("--turns", type=int, default=5, help="of each visitor, with the bot's after each")
    parser.add_argument("--device", action="store_true", help="bots think on the visitors' devices")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, bench.serving(Path(folder)) as server:
        before = family_cpu(server.process.pid)
        steps = asyncio.run(
            visit(server.url, given.visitors, given.at_once, given.game, given.level, given.turns, device=given.device)
        )
        spent = family_cpu(server.process.pid) - before
    where = "on devices" if given.device else "on the server"
    print(
        f"{given.visitors} visitors, {given.turns} turns each against {given.level} of {given.game}, bots {where}: "
        f"{spent:.1f} s of processor time, {1000 * spent / given.visitors:.0f} ms per visitor, {steps} steps of bots"
    )


if __name__ == "__main__":
    main()
