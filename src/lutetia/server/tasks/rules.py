"""The positions that illustrate the rules, reference cards, and checks of custom editions."""

from __future__ import annotations

from functools import cache

import lutetia
from lutetia.core.catalogue import SOURCE
from lutetia.core.edition import parse, read_toml
from lutetia.core.errors import EditionError
from lutetia.core.i18n import language, speaking
from lutetia.core.json_types import Json
from lutetia.games import manifest
from lutetia.server.play import history
from lutetia.text import rulebook
from lutetia.text.card import card
from lutetia.text.components import as_json
from lutetia.text.interface import text_for
from lutetia.text.position import position_text


def figure(name: str) -> Json:
    """A position as a spectator sees it, its texts, and what to highlight."""
    return _figure(name, language.get())


@cache
def _figure(name: str, _language: str | None) -> Json:
    found = rulebook.Figure(name, "").position
    game = history.position_after(found.record, found.at)
    told = position_text(game, None, [])
    return {"view": game.view(None), "told": told, "marked": list(found.marked), "draws": found.draws}


def reference_card(game: str) -> Json | None:
    """The reference card of a game; None if it has none."""
    return _reference_card(game, language.get())


@cache
def _reference_card(game: str, _language: str | None) -> Json | None:
    return card(game)


def components(game: str) -> Json:
    """The built-in edition and its components."""
    return _components(game, language.get())


@cache
def _components(game: str, _language: str | None) -> Json:
    data = read_toml(manifest(game).edition_file)
    return {"edition": data, "sections": as_json(text_for(game).components(data))}


def check_edition(game: str, text: str) -> Json:
    """All faults of a custom edition, a TOML file; if there are none, its data and its components."""
    try:
        data = _sound(game, text)
    except EditionError as error:
        pairs = dict.fromkeys(zip(error.faults, _english_faults(game, text), strict=True))  # each once
        faults, english = ([pair[at] for pair in pairs] for at in (0, 1))
        return {"faults": faults, "english": english, "edition": None, "sections": []}
    return {"faults": [], "english": [], "edition": data, "sections": as_json(text_for(game).components(data))}


def _sound(game: str, text: str) -> Json:
    """The data of a custom edition. Raises EditionError if no game can be played with them."""
    data = parse(text, f"{game}.toml")
    lutetia.ruleset(game, edition=data)
    return data


def _english_faults(game: str, text: str) -> tuple[str, ...]:
    """The faults of an edition that has some, in the order in which every language lists them."""
    with speaking(SOURCE):
        try:
            _sound(game, text)
        except EditionError as error:
            return error.faults
    raise AssertionError("a check does not depend on the language")
