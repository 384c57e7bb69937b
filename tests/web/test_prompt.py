"""The prompt, frame by frame: every frame of a game shows the prompt of the position that it shows.

The page notes in each animation frame which position it shows and which prompt. While a position is shown and nobody
touches the page, the prompt must be one and the same, from the first frame to the last; and while a step is on its way,
it must not change either.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from lumiere_input import Mouse as LumiereMouse
from paris_input import Mouse as ParisMouse
from playwright.sync_api import Page
from sitting import ByList, Sitting

PROMPTS = {"lumiere": ".prompt", "paris": ".banner .words :first-child"}
RECORD = """(prompt) => {
  window.framesShown = [];
  let sentAt = -1;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    sentAt = JSON.parse(text).seq;
    setTimeout(() => send.call(this, text), 120); // a slow network
  };
  const look = () => {
    const table = document.querySelector('[data-seq]'), said = document.querySelector(prompt);
    if (table && said) {
      const seq = Number(table.dataset.seq);
      const frame = [seq, said.textContent.trim().replace(/\\s+/g, ' '), seq === sentAt];
      if (JSON.stringify(frame) !== JSON.stringify(window.framesShown.at(-1))) window.framesShown.push(frame);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.fixture(params=["lumiere", "paris"])
def sitting(request, chromium, url) -> Iterator[tuple[str, Sitting]]:
    hands = {"lumiere": LumiereMouse, "paris": ParisMouse}[request.param]
    one = Sitting(chromium, url, "mouse", {"mouse": hands, "list": ByList})
    one.new(request.param, ["human", "level1"])
    one.look()
    yield request.param, one
    one.close()


def shown(page: Page) -> list[tuple[int, str, bool]]:
    """The frames so far, without repetitions: the position, the prompt, and whether a step is on its way."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return [tuple(frame) for frame in page.evaluate("() => window.framesShown.splice(0)")]


def test_every_frame_shows_the_prompt_of_its_position(sitting, sample):
    """Steps of the player and of a bot: for each position there is one prompt, and it is the one that stays."""
    game, me = sitting
    rng = random.Random(game)
    me.page.evaluate(RECORD, PROMPTS[game])
    state = me.turn()
    for _step in range(sample(16, 400)):
        if state["status"] == "over":
            break
        me.by_api(state, rng.choice(state["legal"]))
        state = me.turn()
    me.at(state["seq"])
    frames = shown(me.page)
    assert len(frames) > 5
    positions = [seq for seq, _prompt, _on_the_way in frames]
    assert len(positions) == len(set(positions)), [frame for frame in frames if positions.count(frame[0]) > 1]
    assert all(prompt for _seq, prompt, _on_the_way in frames)


def test_a_step_on_its_way_does_not_change_the_prompt(sitting, sample):
    """While a step is on its way the prompt stays, however long the server takes. Only what the choice would bring may
    still be added to its sentence."""
    game, me = sitting
    rng = random.Random(game)
    me.page.evaluate(RECORD, PROMPTS[game])
    for _step in range(sample(6, 60)):
        state = me.turn()
        if state["status"] == "over":
            break
        me.by_hand(state, rng.choice(state["legal"]))
    frames = shown(me.page)
    changed = [
        (before, after)
        for before, after in pairwise(frames)
        if before[2] and after[2] and before[0] == after[0] and not after[1].startswith(before[1].split(".")[0])
    ]
    assert not changed
    assert sum(on_the_way for _seq, _prompt, on_the_way in frames) >= 4, "the waiting was seen"
