"""A replay with its slider, keys and analysis, and a puzzle, in Chromium, Firefox and WebKit."""

from __future__ import annotations

import time
from typing import Any

import pytest
from guests import Guest
from test_engines import opened
from test_puzzles import easy, wrong_turn
from test_study import AT, record
from visitors import FULL, PATIENCE

import lutetia

from late_games import late_game

ENGINES = [
    pytest.param("chromium", marks=pytest.mark.full),
    "firefox",
    pytest.param("webkit", marks=pytest.mark.full),
]
MIDDLE = """(selector) => {
  const found = document.querySelector(selector);
  found.scrollIntoView({ block: 'nearest' });
  const { x, y, width, height } = found.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
SHOWN = "(selector) => !!document.querySelector(selector)?.checkVisibility()"
BOTH_TURNS = """() =>
  ['played', 'best'].every((look) => !!document.querySelector(`[data-mark-look=${look}]`))"""
INSIDE = """(selector) => {
  const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""


def see(page: Any, selector: str) -> None:
    page.wait_for_function(SHOWN, arg=selector)


def click(page: Any, selector: str) -> None:
    see(page, selector)
    page.mouse.click(*page.evaluate(MIDDLE, selector))


def at(page: Any, where: object) -> None:
    see(page, f"[data-at='{where}']")


def enter(page: Any, turn: list[str]) -> None:
    """Enter a turn by the list of legal steps."""
    for number, step in enumerate(turn):
        see(page, f"[data-entered='{number}']")
        page.keyboard.press("l")
        click(page, f"dialog button.step[data-step='{step}']")
    see(page, f"[data-entered='{len(turn)}']")


def press_the_first_mistake(page: Any) -> None:
    """The list grows while the analysis goes on, so a press may miss; then a person presses again."""
    end = time.monotonic() + PATIENCE / 1_000
    while not page.evaluate(BOTH_TURNS):
        if page.evaluate(SHOWN, ".analysis li button"):
            click(page, ".analysis li button")
        page.wait_for_timeout(500)
        assert time.monotonic() < end, "no press opened the mistake"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_replay_is_walked_and_analysed(chromium, url, engine):
    guest = Guest(url)
    content, steps = late_game({"chromium": 11, "firefox": 12, "webkit": 13}[engine])  # an analysis is kept
    token = guest.ask("/api/records", content)["token"]
    with opened(engine, chromium, guest) as page:
        page.goto(f"{url}/s/{token}?at={steps}")
        at(page, steps)
        page.keyboard.press("Home")
        at(page, 0)
        page.keyboard.press("ArrowRight")
        at(page, 1)
        click(page, "input[type=range]")
        page.wait_for_function(
            "(half) => Math.abs(document.querySelector('[data-at]').dataset.at - half) <= 1", arg=steps / 2
        )
        page.keyboard.press("a")
        click(page, ".analysis .button.primary")
        page.wait_for_function("() => document.querySelectorAll('.analysis svg[role=img] .line').length === 2")
        page.wait_for_function(SHOWN, arg=".analysis li button", timeout=240_000)  # the first mistake that is found
        press_the_first_mistake(page)
        for part in (".verdict", "input[type=range]", ".bar select:last-of-type"):
            assert page.evaluate(INSIDE, part), part
        if FULL:
            page.keyboard.press("e")
            see(page, "section[data-engine]:not([data-engine=''])")


@pytest.mark.full
@pytest.mark.parametrize("engine", ENGINES)
def test_the_line_of_a_study_is_shown(chromium, url, engine):
    guest = Guest(url)
    for game in ("lumiere", "paris"):
        content = record(game)
        played = [step for turn in content["turns"] for step in turn["steps"]][AT]
        other = next(step for step in lutetia.replay(content, steps=AT).legal() if step != played)
        body = {"name": "The lamp", "record": content, "at": AT, "steps": [other]}
        token = guest.ask("/api/studies", body)["token"]
        with opened(engine, chromium, guest) as page:
            page.goto(f"{url}/study/{token}")
            click(page, ".tree .step")
            at(page, f"{AT}+1")
            assert page.evaluate(INSIDE, ".study textarea")


@pytest.mark.parametrize(
    "engine", [*(pytest.param(one, marks=pytest.mark.full) for one in ("chromium", "firefox")), "webkit"]
)
def test_a_puzzle_is_refuted_and_solved(chromium, url, engine):
    guest = Guest(url)
    guest.ask("/api/me/guest", {})  # begins the session
    for game in ("lumiere", "paris") if FULL else ("lumiere",):
        puzzle = easy(game)
        with opened(engine, chromium, guest) as page:
            page.goto(f"{url}/puzzles/{puzzle.id}")
            enter(page, wrong_turn(puzzle))
            click(page, "[data-act=check]")
            see(page, "section[data-phase=wrong]")
            page.keyboard.press("r")
            see(page, "section[data-phase=think]")
            enter(page, list(puzzle.line[0]))
            assert page.evaluate(INSIDE, "[data-act=check]")
            click(page, "[data-act=check]")
            see(page, "section[data-phase=solved]")
