"""What must hold in every game when a step is refused: a rule forbids it, the message is readable, nothing changes."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import strategies as st

from lutetia import Game, IllegalStep

TYPOS = ("", " ", "  ", "9", "é", "{0}", "{step}", "%s", "\n", "\x00", "\ud800")


def everything(g: Game) -> tuple[Any, ...]:
    """Everything observable of a game, to compare two games."""
    views = [g.view(viewer) for viewer in (None, *g.ruleset.seats)]
    return g.record(), views, g.legal(), g.kernel.key()


def refusal(g: Game, step: Any) -> IllegalStep:
    """Try a step that is not legal; returns the error."""
    try:
        g.play(step)
    except IllegalStep as error:
        return error
    raise AssertionError(f"{step} was played")


def refused(g: Game, step: str, rule: str) -> IllegalStep:
    """Assert that this rule forbids the step, and that trying it changes nothing."""
    before = everything(g)
    error = refusal(g, step)
    assert error.rule == rule, f"{step}: {error}"
    assert everything(g) == before
    return error


def all_illegal_steps_are_refused(g: Game, rule_ids: set[str]) -> None:
    """Assert that every step of the notation is legal or refused by a rule."""
    before, legal = everything(g), set(g.legal())
    for step in g.ruleset.step_texts:
        if step not in legal:
            error = refusal(g, step)
            assert error.rule in rule_ids, f"{step}: {error}"
            assert str(error).endswith(f" ({error.rule})")
            assert not set("{}") & set(str(error)), f"{step}: {error}"
    assert everything(g) == before


def previews_are_refused_alike(g: Game, rng: random.Random, sample: int) -> None:
    """Assert that a preview is refused with the message of the step, and that no preview changes anything."""
    before, legal = everything(g), g.legal()
    for step in legal:
        g.preview(step)
    for step in rng.sample(g.ruleset.step_texts, sample):
        if step not in legal:
            with pytest.raises(IllegalStep) as caught:
                g.preview(step)
            assert str(caught.value) == str(refusal(g, step))
    assert everything(g) == before


def refused_readably(g: Game, step: Any) -> None:
    """Assert that anything but a legal step is refused with a message that can be displayed, and changes nothing."""
    before = g.kernel.key()
    if step not in g.legal():
        message = str(refusal(g, step))
        assert 0 < len(message) < 600
        assert message.isprintable()
    assert g.kernel.key() == before


def with_typo(g: Game, data: st.DataObject, *typos: str) -> str:
    """A step of the notation in which up to two characters are replaced by a typo."""
    step = data.draw(st.sampled_from(g.ruleset.step_texts))
    place = data.draw(st.integers(0, len(step)))
    typo = data.draw(st.sampled_from([*TYPOS, *typos]))
    return step[:place] + typo + step[place + data.draw(st.integers(0, 2)) :]
