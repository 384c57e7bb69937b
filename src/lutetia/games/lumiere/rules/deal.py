"""The start of a game of La Cité de la Lumière: options, stacks of tiles, postcards in play (L10-L13)."""

from __future__ import annotations

from typing import Any

from lutetia.core.edition import Edition
from lutetia.core.errors import RecordError, shown
from lutetia.core.i18n import N_, _
from lutetia.core.random import Rng
from lutetia.core.ruleset import with_defaults
from lutetia.games.lumiere.rules.edition import CARDS
from lutetia.games.lumiere.rules.kernel import LumiereKernel

SEATS = ("orange", "blue")
TILES = 8
DEFAULTS: dict[str, Any] = {"postcards": "starter", "two_tiles": False, "first": "random"}


def options(edition: Edition, given: object) -> dict[str, Any]:
    """The options with the defaults filled in. Raises ValueError with what is allowed."""
    chosen = with_defaults(given, DEFAULTS)
    if type(chosen["two_tiles"]) is not bool:
        raise ValueError(_("option two_tiles: true or false, not {found}", found=shown(chosen["two_tiles"])))
    if chosen["first"] not in ("random", *SEATS):
        raise ValueError(_("option first: random, orange or blue, not {found}", found=shown(chosen["first"])))
    _check_postcards(edition, chosen["postcards"])
    if isinstance(chosen["postcards"], list | tuple):
        chosen["postcards"] = list(chosen["postcards"])
    return chosen


def postcards_to_pick(data: dict[str, Any]) -> tuple[int, list[str]]:
    """How many postcards are in play, and all that there are (L10)."""
    return data["counts"]["postcards_in_play"], data["postcards"]["starter"] + data["postcards"]["further"]


def _check_postcards(edition: Edition, wanted: object) -> None:
    n, deck = postcards_to_pick(edition.data)
    if isinstance(wanted, str) and wanted in ("starter", "random"):
        return
    if not isinstance(wanted, list | tuple):
        raise ValueError(
            _("option postcards: starter, random or a list of {n} names, not {found}", n=n, found=shown(wanted))
        )
    for name in wanted:
        if name not in deck:
            raise ValueError(
                _("option postcards: there is no {name}; there are: {known}", name=shown(name), known=", ".join(deck))
            )
    if len(wanted) != n or len(set(wanted)) != n:
        raise ValueError(
            _("option postcards: {n} different names are needed, not {found}", n=n, found=len(set(wanted)))
        )


def wanted_cards(edition: Edition, chosen: dict[str, Any]) -> int:
    """The postcards that the options name, as bits; 0 if they are drawn at random."""
    wanted = chosen["postcards"]
    if wanted == "random":
        return 0
    return card_bits(edition.data["postcards"]["starter"] if wanted == "starter" else wanted)


def card_bits(names: list[str]) -> int:
    return sum(1 << CARDS.index(name) for name in names)


def written(kernel: LumiereKernel, edition: Edition) -> dict[str, Any]:
    """The set-up as a record writes it. No tile has been placed yet."""
    stack = list(kernel.stack)
    deck = edition.data["postcards"]["starter"] + edition.data["postcards"]["further"]
    return {
        "tiles": {"orange": stack[:TILES], "blue": stack[TILES:]},
        "postcards": [name for name in deck if kernel.cards >> CARDS.index(name) & 1],
    }


def read(kernel: LumiereKernel, edition: Edition, chosen: dict[str, Any], setup: object, first: int) -> None:
    """Start the game of a record's set-up. Raises RecordError if it does not fit the options."""
    if not isinstance(setup, dict) or set(setup) != {"tiles", "postcards"}:
        raise RecordError(N_("setup must have exactly the keys tiles and postcards"))
    tiles = setup["tiles"]
    if not isinstance(tiles, dict) or set(tiles) != set(SEATS):
        raise RecordError(N_("setup: tiles must have exactly the keys orange and blue"))
    for seat in SEATS:
        stack = tiles[seat]
        if not isinstance(stack, list) or any(type(n) is not int for n in stack) or sorted(stack) != list(range(TILES)):
            raise RecordError(N_("setup: the tiles of {seat} must be the numbers 0 to 7, each once"), seat=seat)
    cards = setup["postcards"]
    in_play = edition.data["counts"]["postcards_in_play"]
    if not isinstance(cards, list) or any(not isinstance(name, str) for name in cards) or len(set(cards)) != len(cards):
        raise RecordError(N_("setup: postcards must be a list of different names"))
    try:
        _check_postcards(edition, cards)
    except ValueError:
        raise RecordError(N_("setup: {n} postcards of the edition are needed"), n=in_play) from None
    bits = card_bits(cards)
    if wanted_cards(edition, chosen) not in (0, bits):
        raise RecordError(N_("setup: the postcards are not the ones in the options"))
    if chosen["first"] != "random" and chosen["first"] != SEATS[first]:
        raise RecordError(
            N_("first is {found}, but the options say {wanted}"), found=SEATS[first], wanted=chosen["first"]
        )
    kernel.set_up(tiles["orange"], tiles["blue"], bits, first)


def determinize(view: dict[str, Any], rng: Rng) -> dict[str, Any]:
    """A set-up that fits everything the viewer knows: tiles as they were placed, then the hand, then the unknown."""
    try:
        position = view["position"]
        cards = [card["name"] for card in position["postcards"]]
        tiles = {}
        for seat in SEATS:
            steps = [step.split(" ") for turn in view["turns"] if turn["seat"] == seat for step in turn["steps"]]
            placed = [int(step[1]) for step in steps if step[0] == "tile"]
            left = (*placed, *position["unplaced"][seat])
            before = [tile for tile in range(TILES) if tile not in left]  # placed before the game's first turn
            known = [*before, *placed, *(position["held"][seat] or [])]
            unknown = [tile for tile in range(TILES) if tile not in known]
            for i in range(len(unknown) - 1, 0, -1):
                j = rng.choose(i + 1)
                unknown[i], unknown[j] = unknown[j], unknown[i]
            tiles[seat] = known + unknown
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise RecordError(N_("the position of this view cannot be read")) from None
    return {"tiles": tiles, "postcards": cards}
