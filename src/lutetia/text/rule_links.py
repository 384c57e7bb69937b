"""Which rule explains each thing that a position shows: sources of points, components, the open question."""

from __future__ import annotations

from collections.abc import Sequence

from lutetia.core.json_types import Json
from lutetia.text.interface import GameText, text_for


def rule_links(view: Json, legal: Sequence[str] = ()) -> dict[str, str]:
    """The rule to open for each thing by name; the rule of the open question is under `question`."""
    text = text_for(view["game"])
    found = {name: ids[0] for name, ids in text.rule_links.items()}
    topic = topic_of(text, view, legal)
    return found | ({"question": found[topic]} if topic in found else {})


def topic_of(text: GameText, view: Json, legal: Sequence[str] = ()) -> str:
    """What the open question is about; after the end, the total."""
    return "total" if view["over"] and not view["position"].get("question") else text.topic(view, legal)
