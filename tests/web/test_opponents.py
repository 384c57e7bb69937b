"""What an opponent did, told by the page alone: for every kind of step in both games, a mark that stays where it
happened, named with the same sentence that was announced. The log is never looked at."""

from __future__ import annotations

import random
from typing import Any

import pytest
from guests import Party, State
from playwright.sync_api import expect
from test_lumiere_board import drawn
from test_paris_board import chosen
from visitors import FULL

from browsers import CONTEXT

KINDS = {
    "lumiere": {"tile", "take", "pass", "build", "card", "place", "swap", "decline"},
    "paris": {
        "draw",
        "site",
        "key",
        "move",
        "pay",
        "section",
        "pair",
        "vp",
        "track",
        "end",
        "use",
        "buy",
        "sell",
        "done",
    },
}
OPTIONS: dict[str, dict[str, Any]] = {
    "lumiere": {
        "postcards": [
            *("levitation", "jardin", "peintre", "lampadaire", "bouquinistes", "metropolitain", "chartier"),
            "sacre-coeur",
        ]
    },
    "paris": {"any_district": True},
}
CHOOSE = {"lumiere": drawn, "paris": chosen}
SWAPS = "card levitation"
"""The only step that leads to a swap."""
PLACED = """step => {
    const mark = [...document.querySelectorAll(`[data-mark="${step}"][role=img]`)].at(-1);
    if (!mark || mark.offsetWidth <= 8) return false;  // not drawn yet, or for screen readers only
    const around = mark.getBoundingClientRect();
    return mark.dataset.markAnchor.split(' ').every((name) =>
        [...document.querySelectorAll(`[data-anchor~="${name}"]`)].some((one) => {
            const { x, y, width, height } = one.getBoundingClientRect();
            const [h, v] = [x + width / 2, y + height / 2];
            return width > 1 && h > around.left && h < around.right && v > around.top && v < around.bottom;
        }));
}"""
"""Whether a step's mark can be seen and lies around each of the places that it names."""
SAMPLE = 4
"""Kinds of steps that are looked for without --full."""
GAMES = 12
"""How many games may be needed until every kind of step has been seen."""


@pytest.mark.parametrize("game", ["lumiere", pytest.param("paris", marks=pytest.mark.full)])
def test_marks_and_announcements_tell_every_kind_of_step(chromium, url, chance, game):
    missing = set(KINDS[game] if FULL else random.Random(game).sample(sorted(KINDS[game]), SAMPLE))
    context = chromium.new_context(base_url=url, viewport={"width": 1440, "height": 900}, **CONTEXT)
    page = context.new_page()
    for number in range(GAMES):
        chance(f"{game} {number}")
        table, rng = Party(url, game, ["Ana", "Bohumil"], options=OPTIONS[game]), random.Random(number)
        context.clear_cookies()
        context.add_cookies(table.host.cookies())
        while missing:
            state, mover = table.now()
            if state["status"] != "running":
                break
            step = wanted(state, missing, rng) if mover is not table.host else None
            if step is None:
                mover.step(table.id, state, usual(game, state, rng, mover is table.host))
                continue
            page.goto(f"/t/{table.id}")
            page.wait_for_selector(f"[data-seq='{state['seq']}']", state="attached")
            page.wait_for_load_state("networkidle")
            mover.step(table.id, state, step)
            told(page, table.host.state(table.id), "Bohumil")
            missing.discard(step.split()[0])
        if not missing:
            break
    context.close()
    assert not missing


def wanted(state: State, missing: set[str], rng: random.Random) -> str | None:
    """A legal step of a kind that has not been seen, or one that leads there."""
    found = [step for step in state["legal"] if step.split()[0] in missing]
    better = [step for step in found if not step.endswith((" none", " done"))]
    lead = "swap" in missing and SWAPS in state["legal"]
    if lead and state["view"]["position"]["supply"] and state["view"]["position"]["reserve"][state["seat"]]:
        return SWAPS
    return rng.choice([step for step in better if step != SWAPS] or found) if found else None


def usual(game: str, state: State, rng: random.Random, watches: bool) -> str:
    """A step that gets on with the game; now and then any other. The one who watches leaves the swap to the other."""
    legal = [step for step in state["legal"] if step != SWAPS or not watches] or state["legal"]
    return rng.choice(legal) if rng.random() < 0.15 else CHOOSE[game](legal, rng)


def told(page: Any, state: State, who: str) -> None:
    """The last step, as the viewer may know it, is marked and announced in the same words, with the player's name."""
    step = state["view"]["turns"][-1]["steps"][-1]
    mark = page.locator(f'[data-mark="{step}"][role=img]').last
    expect(mark).to_be_visible()
    page.wait_for_function(PLACED, arg=step)
    sentence = mark.get_attribute("aria-label") or ""
    assert sentence.startswith(who), sentence
    expect(page.get_by_role("status").filter(has_text=sentence)).not_to_have_count(0)
