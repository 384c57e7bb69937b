"""Other players' steps in a real browser: played back in order, skipped by input, marked until the next own step."""

from __future__ import annotations

from typing import Any

import pytest
from guests import my_turn
from playwright.sync_api import expect
from visitors import OVER_OR_MY_TURN, Person


def speed(one: Person, name: str) -> None:
    one.page.add_init_script(f"localStorage.setItem('prefs', JSON.stringify({{ speed: '{name}' }}))")


def take(one: Person, state: Any, step: str | None = None) -> Any:
    body = {"seq": state["seq"], "step": step or state["legal"][0], "client_key": f"k{state['seq']}"}
    return one.post(f"/api/games/{state['id']}/steps", body)


def pass_the_turn(one: Person, id_: str) -> str:
    """Take steps until a bot has to decide; returns the person's seat."""
    state = my_turn(one, id_)
    seat = str(state["seat"])
    while state["view"]["seat"] == seat:
        state = take(one, state)
    return seat


def rivals_steps(one: Person, id_: str, seat: str) -> list[str]:
    """What the others have done since the last own step, once they have finished."""
    state = my_turn(one, id_)
    taken = [(turn["seat"], step) for turn in state["view"]["turns"] for step in turn["steps"]]
    last = max(n for n, (who, _step) in enumerate(taken) if who == seat)
    return [step for _who, step in taken[last + 1 :]]


def marks(one: Person) -> list[str]:
    found: list[str] = one.page.eval_on_selector_all(
        "[data-mark][role=img]", "all => all.map(mark => mark.dataset.mark)"
    )
    return found


@pytest.mark.parametrize("game", [pytest.param("lumiere", marks=pytest.mark.full), "paris"])
def test_a_rivals_steps_are_shown_one_after_another_and_stay_marked(person, game):
    me = person()
    speed(me, "quick")
    id_ = me.table("human", "random", game=game)
    me.page.locator(OVER_OR_MY_TURN).first.wait_for()
    me.page.evaluate(
        """() => {
            window.seen = [];
            const note = () => {
                const { playing, seq } = document.querySelector('[data-seq]').dataset;
                window.seen.push([playing ?? '', document.querySelectorAll('.flyer').length, seq]);
            };
            new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
        }"""
    )
    seat = pass_the_turn(me, id_)
    steps = rivals_steps(me, id_, seat)
    assert steps
    expect(me.page.locator("[data-playing]")).to_have_count(0)
    me.page.locator(OVER_OR_MY_TURN).first.wait_for()
    expect(me.page.locator("[data-mark][role=img]")).to_have_count(len(steps))
    assert marks(me) == steps
    assert any(playing and flyers for playing, flyers, _seq in me.page.evaluate("seen"))
    for mark in me.page.locator("[data-mark][role=img]").all():
        assert mark.get_attribute("aria-label")
        assert mark.get_attribute("data-mark-seat") != seat
    state = me.state(id_)
    take(me, state)
    expect(me.page.locator("[data-mark]")).to_have_count(0)


@pytest.mark.parametrize("game", ["lumiere", pytest.param("paris", marks=pytest.mark.full)])
def test_any_input_shows_the_present(person, game):
    me = person()
    speed(me, "slow")
    id_ = me.table("human", "random", game=game)
    me.page.locator(OVER_OR_MY_TURN).first.wait_for()
    pass_the_turn(me, id_)
    expect(me.page.locator("[data-playing]")).to_have_count(1)
    now = my_turn(me, id_)["seq"]
    me.page.keyboard.press("Shift")
    assert me.seq < now
    me.page.mouse.click(2, 300)
    expect(me.page.locator(f'[data-seq="{now}"]')).to_have_count(1, timeout=1_000)
    expect(me.page.locator("[data-playing]")).to_have_count(0)
    expect(me.page.locator(".flyer")).to_have_count(0)


@pytest.mark.full
def test_the_marks_are_there_when_one_comes_back(person):
    me = person()
    id_ = me.table("human", "random", game="paris")
    me.page.locator(OVER_OR_MY_TURN).first.wait_for()
    seat = pass_the_turn(me, id_)
    steps = rivals_steps(me, id_, seat)
    me.page.reload()
    expect(me.page.locator("[data-mark][role=img]")).to_have_count(len(steps))
    assert marks(me) == steps


def test_what_the_others_did_can_be_shown_again(person):
    me = person()
    id_ = me.table("human", "random")
    me.page.locator(OVER_OR_MY_TURN).first.wait_for()
    pass_the_turn(me, id_)
    my_turn(me, id_)
    me.page.locator(OVER_OR_MY_TURN).first.wait_for()
    me.page.get_by_role("button", name="Since your last turn").click()
    me.page.get_by_role("button", name="Show me").click()
    expect(me.page.locator("[data-playing]")).to_have_count(1)
    expect(me.page.locator("[data-playing]")).to_have_count(0)
    expect(me.page.locator(OVER_OR_MY_TURN).first).to_be_visible()


@pytest.mark.parametrize("game", ["lumiere", pytest.param("paris", marks=pytest.mark.full)])
def test_the_result_waits_for_the_last_step(person, game):
    """A spectator still sees the last turns when the game is over, also where its end reveals what earlier ones hid."""
    me, spectator = person(), person()
    id_ = me.post("/api/games", {"game": game, "seats": ["human", "human"]})["id"]
    me.play_until(id_, {"lumiere": 26, "paris": 200}[game])  # so that there is less to watch
    speed(spectator, "quick")
    page = spectator.open(f"/t/{id_}")
    page.locator("[data-status=running]").wait_for()
    page.evaluate(
        """() => {
            window.early = 0;
            new MutationObserver(() => {
                if (document.querySelector('[data-playing]') && document.querySelector('dialog')) window.early++;
            }).observe(document.body, { subtree: true, childList: true, attributes: true });
        }"""
    )
    me.play_until(id_, 1_000)
    page.get_by_role("button", name="Result").wait_for()  # the page knows the end
    assert page.locator("[data-playing]").count() == 1
    assert spectator.seq < me.state(id_)["seq"]
    expect(page.locator("dialog").get_by_role("button", name="View the board")).to_be_visible()
    expect(page.locator("[data-status=over]")).to_have_count(1)
    assert page.evaluate("early") == 0


def test_undo_and_redo(person):
    me = person()
    id_ = me.table("human", "random")
    me.page.locator(OVER_OR_MY_TURN).first.wait_for()
    start = me.state(id_)
    redo = me.page.get_by_role("button", name="Redo")
    expect(redo).to_have_attribute("aria-disabled", "true")
    pass_the_turn(me, id_)
    after = my_turn(me, id_)
    expect(me.page.locator(f'[data-seq="{after["seq"]}"]')).to_have_count(1)
    me.page.keyboard.press("u")
    expect(redo).to_have_attribute("aria-disabled", "false")
    assert me.state(id_)["view"]["turns"] == start["view"]["turns"]
    me.page.keyboard.press("Shift+u")
    expect(redo).to_have_attribute("aria-disabled", "true")
    assert me.state(id_)["view"] == after["view"]


@pytest.mark.parametrize("game", ["lumiere", pytest.param("paris", marks=pytest.mark.full)])
def test_the_list_has_the_focus_at_its_search_and_gives_it_back(person, game):
    me = person()
    me.table("human", "random", game=game)
    me.page.locator(OVER_OR_MY_TURN).first.wait_for()
    page = me.page
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the first link leads to the board
    on_board = "!!document.activeElement.closest('[data-board], [role=grid]')"
    assert page.evaluate(on_board)
    page.keyboard.press("l")
    expect(page.locator("dialog")).to_be_visible()
    if page.locator("dialog input[type=search]").count():
        expect(page.locator("dialog input[type=search]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.wait_for_function(on_board)
    page.keyboard.press("l")
    page.locator("dialog button.step").first.focus()
    page.keyboard.press("2")
    expect(page.locator("dialog button.step").nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)
    page.wait_for_function("document.activeElement !== document.body")
