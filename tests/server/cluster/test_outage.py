"""PostgreSQL is away for a while: the log says so once, and afterwards everything goes on at once."""

from __future__ import annotations

import json
import time
from collections import Counter

import httpx2 as httpx
import pytest
from structlog.testing import capture_logs

from lutetia.server import outage_log

from server.cluster.rig import Child, running

AWAY_SECONDS = 9.0
"""Long enough that a pool that waits twice as long after each failure would wait for several seconds more."""


def test_an_outage_is_logged_when_it_begins_and_when_it_ends():
    import structlog

    with capture_logs() as lines:
        outage = outage_log.OutageLog(structlog.get_logger("test"), "away", "back")
        outage.works()
        for _attempt in range(3):
            outage.failed(why="it is off")
        for _attempt in range(3):
            outage.works()
        outage.failed(why="off again")
    assert [(line["event"], line.get("why")) for line in lines] == [
        ("away", "it is off"),
        ("back", None),
        ("away", "off again"),
    ]


def said(child: Child) -> Counter[str]:
    """What a process has logged, and how often. Requests have a line each."""
    lines = [json.loads(line) for line in child.errors.read_text().splitlines() if line.startswith("{")]
    assert len(lines) == len(child.errors.read_text().splitlines()), child.errors.read_text()[:2000]
    return Counter(
        f"{line['event']} {line.get('doing', '')} {line.get('cause', '')}".strip()
        for line in lines
        if line["event"] != "request"
    )


@pytest.mark.full
def test_while_postgresql_is_away_each_process_says_so_once_and_then_games_go_on():
    with running(webs=2, workers=1) as rig, httpx.Client(base_url=rig.url, timeout=10) as person:
        wanted = {"game": "lumiere", "seats": ["human", "level1"], "options": {"first": "orange"}}
        game = person.post("/api/games", json=wanted).json()["id"]
        while (state := person.get(f"/api/games/{game}").json())["legal"]:
            step = {"seq": state["seq"], "step": state["legal"][0], "client_key": f"k{state['seq']}"}
            if person.post(f"/api/games/{game}/steps", json=step).json()["legal"] == []:
                rig.postgres.kill()
                break
        time.sleep(AWAY_SECONDS)
        rig.postgres.start()
        began = time.monotonic()
        while True:
            answer = person.get(f"/api/games/{game}")
            if answer.status_code == 200 and answer.json()["legal"]:
                break
            assert time.monotonic() - began < 20, answer.text
            time.sleep(0.02)
        print(f"the bot played {time.monotonic() - began:.1f} s after PostgreSQL was back")
        time.sleep(2)
        for child in rig.children:
            print(child.name, said(child))
            assert max(said(child).values(), default=0) <= 2, said(child)
