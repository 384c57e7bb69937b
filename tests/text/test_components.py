"""The gallery's components: a fault in one of their fields is named beside it, in every language."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest

from lutetia.core.catalogue import languages
from lutetia.core.i18n import speaking
from lutetia.server.tasks import rules

WRONG = {"number": 10**6, "shape": ["#.#"], "tile": "ZZZZ", "pattern": [[99, 99]]}
SHARED = ("banks", "zones", "per_pair", "types")
"""Parts of which one fault concerns several components, so that it is named above them, or beside the first."""


def as_toml(data):
    """The data as a TOML file, with everything in inline tables."""

    def inline(value):
        if isinstance(value, dict):
            return "{" + ", ".join(f"{json.dumps(key)} = {inline(one)}" for key, one in value.items()) + "}"
        if isinstance(value, list):
            return "[" + ", ".join(map(inline, value)) + "]"
        return json.dumps(value)

    return "\n".join(f"{json.dumps(key)} = {inline(value)}" for key, value in data.items())


def spoilt(data, path, value):
    found = deepcopy(data)
    inner = found
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return as_toml(found)


def concerned(check, sections):
    """The component that the first fault concerns, found as a page finds it."""
    every = [one for section in sections for one in section["components"]]
    return next((one["id"] for one in every if any(map(check["english"][0].startswith, one["faults"]))), None)


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_a_wrong_value_is_a_fault_of_its_component(game):
    with speaking("en"):
        ours = rules.components(game)
        for section in ours["sections"]:
            for component in section["components"]:
                for field in component["fields"]:
                    if field["kind"] in WRONG and not set(SHARED) & set(map(str, field["path"])):
                        check = rules.check_edition(game, spoilt(ours["edition"], field["path"], WRONG[field["kind"]]))
                        assert concerned(check, ours["sections"]) == component["id"], field["path"]


@pytest.mark.parametrize("language", languages())
def test_faults_find_their_component_in_every_language(language):
    """Translations begin as they like: French has a space before the colon."""
    with speaking("en"):
        ours = rules.components("lumiere")
    for path, value, component in (
        (("tiles", "layout", 2), "ZZZZ", "tile-3"),
        (("pieces", "fountain"), ["#.#"], "fountain"),
        (("counts", "chimneys"), 0, "chimneys"),
    ):
        with speaking(language):
            check = rules.check_edition("lumiere", spoilt(ours["edition"], path, value))
        assert len(check["faults"]) == len(check["english"])
        assert concerned(check, ours["sections"]) == component


def test_a_fault_is_named_once():
    with speaking("pl"):
        marks = rules.components("paris")["edition"]["landmarks"]
        text = spoilt(rules.components("paris")["edition"], ("landmarks",), [one | {"status": 1} for one in marks])
        check = rules.check_edition("paris", text)
    assert len(check["faults"]) == 1
    assert check["english"] == ["[landmarks] status: a text is needed"]
