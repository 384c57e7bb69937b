"""A short game of each in Chromium, Firefox and WebKit, by mouse, and screenshots that show the same in all three."""

from __future__ import annotations

import io
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import lumiere_input
import paris_input
import pytest
from engines import page_of
from guests import Guest, my_turn
from PIL import Image, ImageChops, ImageFilter, ImageStat
from sitting import SINCE
from test_lumiere_board import drawn
from test_paris_board import chosen
from visitors import FULL

from browsers import CONTEXT

HERE = Path(__file__).parent
PARTS = (HERE / "clipping.js").read_text()
LOOKS = (HERE / "looks.js").read_text()
SIZE = (1440, 900)
BOARD = ".p-board, [data-space]"
GAMES: dict[str, tuple[Callable[[Any], Any], Callable[[list[str], random.Random], str], set[str]]] = {
    "lumiere": (lumiere_input.Mouse, drawn, {"tile", "build"}),
    "paris": (paris_input.Mouse, chosen, {"draw", "key", "move"}),
}
"""Hands, a choice of steps, and the kinds of steps that are taken by hand; with LUTETIA_FULL every kind is."""
COMPARED = [(game, steps) for game in GAMES for steps in ((1, 12) if FULL else (12,))]
"""Games and numbers of steps after which the pictures are compared."""
RESULT = """(totals) => {
  const words = document.querySelector('dialog[open]:has(table)')?.textContent ?? '';
  return totals.every((total) => words.includes(total));
}"""
DIFFERENT = 0.13
"""The difference of two pictures of one part, between 0 and 1, from which on something is missing in one of them."""

ATTEMPTS = 10
"""How often two pages are compared before a difference counts."""


@contextmanager
def opened(engine: str, chromium: Any, guest: Guest) -> Iterator[Any]:
    """A page of an engine, with the guest's session."""
    width, height = SIZE
    if engine != "chromium":
        with page_of(engine, guest.cookies(), width, height) as page:
            yield page
        return
    context = chromium.new_context(viewport={"width": width, "height": height}, **CONTEXT)
    context.add_cookies(guest.cookies())
    yield context.new_page()
    context.close()


def show(page: Any, guest: Guest, id_: str) -> None:
    page.goto(f"{guest.url}/t/{id_}")
    page.wait_for_function("(board) => !!document.querySelector(board)?.checkVisibility()", arg=BOARD)
    page.wait_for_function("() => document.fonts.status === 'loaded'")


def short_game(page: Any, guest: Guest, game: str) -> None:
    """The first step of each kind by hand, the others through the API; the result is what the server counted."""
    hands, choose, kinds = GAMES[game]
    hand, rng, done = hands(page), random.Random(f"short {game}"), set[str]()
    id_ = guest.ask("/api/games", {"game": game, "seats": ["human", "random"]})["id"]
    show(page, guest, id_)
    while (state := my_turn(guest, id_))["status"] == "running":
        step = choose(state["legal"], rng)
        kind = step.split()[0]
        by_hand = kind not in done and (FULL or kind in kinds)
        if by_hand and page.url == "about:blank":
            show(page, guest, id_)
        if page.url != "about:blank":
            page.wait_for_function("seq => !!document.querySelector(`[data-seq='${seq}']`)", arg=state["seq"])
        if not by_hand:
            if not FULL and page.url != "about:blank":  # it has shown what the bot did; nobody looks at what follows
                page.goto("about:blank")
            guest.step(id_, state, step)
            continue
        hand.do(step, state["view"]["position"])
        page.wait_for_function(SINCE, arg=state["seq"])
        done.add(kind)
    assert kinds <= done
    show(page, guest, id_)
    page.wait_for_function("() => !!document.querySelector('[data-status=over]')")
    scores = state["view"]["position"]["scores"] if game == "lumiere" else state["view"]["result"]["vp"]
    totals = [str(points["total"] if game == "lumiere" else points).replace("-", "−") for points in scores.values()]
    page.wait_for_function(RESULT, arg=totals)


def at_work(guest: Guest, game: str, steps: int) -> str:
    """A table where it is this guest's turn, after some steps."""
    _hands, choose, _kinds = GAMES[game]
    rng = random.Random(f"work {game}")
    id_ = str(guest.ask("/api/games", {"game": game, "seats": ["human", "random"]})["id"])
    for _step in range(steps):
        state = my_turn(guest, id_)
        guest.step(id_, state, choose(state["legal"], rng))
    my_turn(guest, id_)
    return id_


def parts(page: Any) -> dict[str, Image.Image]:
    """Pictures of the parts that carry text, by name."""
    found = page.evaluate(PARTS)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("L")
    scale = picture.width / page.evaluate("() => innerWidth")
    return {
        one["name"]: picture.crop([round(one["box"][side] * scale) for side in ("left", "top", "right", "bottom")])
        for one in found
    }


def difference(one: Image.Image, other: Image.Image) -> float:
    """How much two pictures of one part differ, from 0 to 1; a pixel or two of shift hardly count."""
    size = (min(one.width, 240), min(one.height, 240))
    small = [part.resize(size).filter(ImageFilter.GaussianBlur(2.5)) for part in (one, other)]
    return float(ImageStat.Stat(ImageChops.difference(*small)).rms[0]) / 255


def clipped(page: Any, model: Any, attempts: int = ATTEMPTS) -> list[str]:
    """What the model shows and this page does not. A postcard is painted late: a difference counts if it stays."""
    faults: list[str] = []
    for attempt in range(attempts):
        time.sleep(0.2 * bool(attempt))
        here, there = parts(page), parts(model)
        far = {name: difference(here[name], there[name]) for name in here.keys() & there.keys()}
        faults = [f"missing: {name}" for name in there if name not in here]
        faults += [f"{how:.2f}: {name}" for name, how in sorted(far.items()) if how > DIFFERENT]
        if not faults:
            break
    return faults


@pytest.mark.parametrize("engine", [pytest.param("chromium", marks=pytest.mark.full), "firefox", "webkit"])
def test_a_short_game_of_each(chromium, url, engine):
    """It is played to its result, and what Chromium shows of the same tables, the others show as well, unclipped."""
    guest = Guest(url)
    at_work(guest, "lumiere", 0)  # begins the session
    with opened(engine, chromium, guest) as page:
        for game in GAMES:
            short_game(page, guest, game)
        if engine == "chromium":
            return
        # Made just now: a page that comes back after a minute shows a recap.
        tables = [at_work(guest, game, steps) for game, steps in COMPARED]
        with opened("chromium", chromium, guest) as model:
            for id_ in tables:
                for one in (page, model):
                    show(one, guest, id_)
                assert page.evaluate(LOOKS, []) == []
                assert clipped(page, model) == []


def test_the_comparison_sees_a_clipped_badge(chromium, url):
    """Half of the sign on the plate is enough to be found."""
    guest = Guest(url)
    id_ = at_work(guest, "lumiere", 2)
    with opened("chromium", chromium, guest) as page:
        model = page.context.new_page()
        for one in (page, model):
            show(one, guest, id_)
        assert clipped(page, model) == []
        page.evaluate("() => document.querySelector('.plate .flag').style.clipPath = 'inset(50% 0 0 0)'")
        assert any("flag" in fault for fault in clipped(page, model, attempts=2))
