"""A fault in an edition is named beside the component that it concerns, in every language."""

from __future__ import annotations

import copy
import re

import pytest

import lutetia
from lutetia.core import i18n
from lutetia.core.catalogue import languages
from lutetia.core.edition import read_toml
from lutetia.core.errors import EditionError
from lutetia.core.json_types import Json
from lutetia.games import manifest, manifests
from lutetia.text.components import Component, Field
from lutetia.text.interface import text_for

WRONG = {"number": -99_999, "shape": ["#.#"]}
SUMS = {"spaces"}
"""Their faults may be those of other components of the section, and stand above all of them."""


def named(fault: str) -> str:
    """Without its part; French has a space before a colon, which the page ignores."""
    return re.sub(r"\s+:", ":", fault.partition("] ")[2], count=1)


def faults(game: str, data: Json, field: Field) -> list[str]:
    """All faults of the edition after one wrong correction."""
    wrong = copy.deepcopy(data)
    *way, last = field.path
    at = wrong
    for key in way:
        at = at[key]
    at[last] = WRONG[field.kind]
    with pytest.raises(EditionError) as refused:
        lutetia.ruleset(game, edition=wrong)
    return [named(fault) for fault in refused.value.faults]


def concerns(component: Component, fault: str) -> bool:
    return any(fault.startswith(re.sub(r"\s+:", ":", begin, count=1)) for begin in component.faults)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", [game.name for game in manifests()])
def test_a_wrong_correction_is_a_fault_of_its_component(game, language):
    data = read_toml(manifest(game).edition_file)
    token = i18n.language.set(language)
    try:
        missed = [
            (component.id, field.path)
            for section in text_for(game).components(data)
            for component in section.components
            for field in component.fields
            if field.kind in WRONG
            and component.id not in SUMS
            and not any(concerns(component, fault) for fault in faults(game, data, field))
        ]
    finally:
        i18n.language.reset(token)
    assert missed == []
