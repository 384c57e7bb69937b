"""Puzzles in a browser: one is failed and refuted on the board, then solved; guests keep their progress."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from test_access import check
from visitors import PHONE

from lutetia import puzzles
from lutetia.puzzles import judge

GAMES = ("lumiere", "paris")


def easy(game: str) -> puzzles.Puzzle:
    return min((one for one in puzzles.puzzles(game) if one.asked == 1), key=lambda one: (len(one.line[0]), one.id))


def wrong_turn(puzzle: puzzles.Puzzle) -> list[str]:
    """A turn that does not solve it."""
    for choice in range(20):
        game, turn = puzzle.position(), []
        number = game.kernel.turn
        while not game.over and game.kernel.turn == number:
            legal = game.legal()
            turn.append("done" if "done" in legal else legal[choice % len(legal)])
            game.play(turn[-1])
        if judge.judge(puzzle, [turn]).status == judge.WRONG:
            return turn
    raise AssertionError("every turn solves it")


def enter(page, turn) -> None:
    """Enter a turn by the list of legal steps."""
    for number, step in enumerate(turn):
        expect(page.locator(f"[data-entered='{number}']")).to_be_attached()
        page.keyboard.press("l")
        expect(page.locator("dialog button.step").first).to_be_visible()
        if page.locator("dialog input[type=search]").count():
            page.locator("dialog input[type=search]").fill(step)
        page.locator(f'dialog button.step[data-step="{step}"]').click()
    expect(page.locator(f"[data-entered='{len(turn)}']")).to_be_attached()


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_failed_refuted_and_solved(person, game):
    me, puzzle = person(), easy(game)
    page = me.page
    me.open(f"/puzzles/{puzzle.id}")
    panel = page.locator("section[data-phase]")
    expect(panel).to_have_attribute("data-phase", "think")
    enter(page, wrong_turn(puzzle))
    panel.locator("[data-act=check]").click()
    expect(panel).to_have_attribute("data-phase", "wrong")
    expect(panel).to_contain_text("less than the best turn")
    page.keyboard.press("r")
    expect(panel).to_have_attribute("data-phase", "think")
    expect(page.locator("[data-entered='0']")).to_be_attached()
    enter(page, puzzle.line[0][:1])
    page.keyboard.press("u")  # a turn can be undone before it is handed in
    enter(page, puzzle.line[0])
    panel.locator("[data-act=check]").click()
    expect(panel).to_have_attribute("data-phase", "solved")
    expect(panel).to_contain_text("After the next best turn")
    if game == "lumiere":  # a full row of bonus tiles in Paris scrolls: see test_access.py for that table
        check(page)
    panel.locator("[data-act=next]").click()
    expect(page.locator(f"[data-puzzle]:not([data-puzzle='{puzzle.id}'])")).to_be_attached()
    page.goto("/puzzles")
    tried = page.locator(f"[data-game={game}] footer")
    expect(tried).to_contain_text(f"1 of {len(puzzles.puzzles(game))}")  # the first attempt, on this device


def test_a_member_reads_what_a_puzzle_did_to_the_rating(person):
    me, puzzle = person(viewport={"width": 1280, "height": 720}), easy("lumiere")
    me.open("/puzzles")
    me.post("/api/me/register", {"login": "puzzled", "password": "le fer et la lumière"})
    me.open(f"/puzzles/{puzzle.id}")
    me.page.locator("[data-act=solution]").click()
    panel = me.page.locator("section[data-phase=shown]")
    expect(panel.locator(".rated")).to_contain_text("Your puzzle rating")
    assert panel.locator(".words").evaluate("one => one.scrollHeight - one.clientHeight") <= 0
    assert panel.bounding_box()["y"] + panel.bounding_box()["height"] <= 720


def test_on_a_phone_the_board_stays_and_the_next_action_is_below_it(person):
    me, puzzle = person(**PHONE), easy("lumiere")
    page = me.open(f"/puzzles/{puzzle.id}")
    board, buttons = page.locator("[role=grid]"), page.locator(".acts")
    expect(page.locator("[data-entered='0']")).to_be_attached()
    at = board.bounding_box()
    enter(page, wrong_turn(puzzle))
    buttons.locator("[data-act=check]").click()
    expect(page.locator("section[data-phase=wrong]")).to_be_visible()
    assert board.bounding_box() == at
    expect(buttons.locator("[data-act=turn], [data-act=place]")).to_have_count(0)  # there is nothing to place
    expect(buttons.locator("[data-act=again]")).to_be_visible()
    buttons.locator("[data-act=solution]").click()
    panel = page.locator("section[data-phase=shown]")
    expect(panel.locator(".turn")).not_to_be_empty()  # the turn in words
    expect(page.locator(".plate .flag")).to_have_count(0)  # nobody thinks any more
    assert board.bounding_box() == at
    buttons.locator("[data-act=next]").click()
    expect(page.locator(f"[data-puzzle]:not([data-puzzle='{puzzle.id}'])")).to_be_attached()


def test_the_solution_is_shown_on_the_board_of_a_phone(person):
    me, puzzle = person(**PHONE), easy("lumiere")
    me.open(f"/puzzles/{puzzle.id}")
    panel = me.page.locator("section[data-phase]")
    expect(me.page.locator("[data-entered='0']")).to_be_attached()
    me.page.keyboard.press("h")
    expect(panel).to_contain_text(puzzles.themes("lumiere")[puzzle.themes[0]])
    me.page.keyboard.press("h")
    expect(panel).to_contain_text("Begin with")
    expect(me.page.locator("[data-marked]").first).to_be_in_viewport()
    panel.locator("[data-act=solution]").click()
    expect(panel).to_have_attribute("data-phase", "shown")
    expect(me.page.locator(f"[data-entered='{len(puzzle.line[0])}']")).to_be_attached()


def test_the_page_of_puzzles(person):
    me = person()
    me.open("/puzzles")
    expect(me.page.locator("[data-daily]")).to_have_count(len(puzzles.names()))
    check(me.page)
    me.page.locator("[data-game=lumiere] [data-act=start]").click()
    expect(me.page.locator("[data-puzzle]")).to_be_attached()
