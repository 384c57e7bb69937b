"""Which rule explains each thing that a position shows: sources of points, components, the open question."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from lutetia.core.json_types import Json
from lutetia.text.interface import GameText, text_for


@cache
def rule_links(game: str) -> dict[str, str]:
    """The rule to open for each thing by name. For reading only."""
    return {name: ids[0] for name, ids in text_for(game).rule_links.items()}


def question_rule(view: Json, legal: Sequence[str] = ()) -> str:
    """The rule to open for the open question; "" if there is none."""
    return rule_links(view["game"]).get(topic_of(text_for(view["game"]), view, legal), "")


def topic_of(text: GameText, view: Json, legal: Sequence[str] = ()) -> str:
    """What the open question is about; after the end, the total."""
    return "total" if view["over"] and not view["position"].get("question") else text.topic(view, legal)
