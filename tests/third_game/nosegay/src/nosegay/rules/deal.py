"""How a game begins: options, the set-up of a record, and set-ups that a viewer cannot tell from the real one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lutetia.core.errors import RecordError, shown
from lutetia.core.json_types import Json
from lutetia.core.random import Rng
from nosegay.rules.kernel import NosegayKernel, shuffle
from nosegay.rules.notation import BEE, HIDE, Notation

SEATS = ("p1", "p2", "p3")


def options(given: object) -> Json:
    """The options with the defaults filled in. Raises ValueError that names what is allowed."""
    chosen = {} if given is None else given
    if not isinstance(chosen, Mapping) or not set(chosen) <= {"strict"}:
        raise ValueError(f"nosegay has one option, strict: true or false; not {shown(given)}")
    if type(chosen.get("strict", False)) is not bool:
        raise ValueError(f"strict: true or false is needed, not {shown(chosen['strict'])}")
    return {"strict": chosen.get("strict", False)}


# --8<-- [start:setup]
def written(kernel: NosegayKernel) -> Json:
    """A record's `setup`: the hands, and the pile in the order in which it is drawn."""
    cards = kernel.notation.cards
    hands = {SEATS[seat]: [cards[card] for card in hand] for seat, hand in enumerate(kernel.hands)}
    return {"hands": hands, "pile": [cards[card] for card in reversed(kernel.pile)]}


def read(kernel: NosegayKernel, setup: Any, first: int) -> None:
    """Put the kernel at the start of a record. Raises RecordError unless every card occurs once."""
    seats = SEATS[: kernel.players]
    try:
        hands, pile = [list(setup["hands"][seat]) for seat in seats], list(setup["pile"])
        named = [card for cards in (*hands, pile) for card in cards]
        sound = set(setup) == {"hands", "pile"} and set(setup["hands"]) == set(seats)
    except (KeyError, TypeError):
        raise RecordError("setup: hands by seat and a pile are needed") from None
    sound = sound and all(len(hand) == kernel.counts["hand"] for hand in hands)
    if not sound or sorted(map(str, named)) != sorted(kernel.notation.cards):
        raise RecordError("setup: hands of {n} and a pile are needed, with every card once", n=kernel.counts["hand"])
    number = kernel.notation.cards.index
    kernel.start([list(map(number, hand)) for hand in hands], [number(card) for card in reversed(pile)], first)


# --8<-- [end:setup]
# --8<-- [start:determinize]
def determinize(view: Json, notation: Notation, counts: dict[str, int], rng: Rng) -> tuple[Json, list[Json]]:
    """A set-up and turns that fit the view. What it does not show is drawn from `rng`."""
    try:
        return _determinize(view, notation, counts, rng)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise RecordError("this is not a view of nosegay") from None


def _determinize(view: Json, notation: Notation, counts: dict[str, int], rng: Rng) -> tuple[Json, list[Json]]:
    seats = view["position"]["seats"]
    laid = [step.split(" ")[1] for turn in view["turns"] for step in turn["steps"] if not step.startswith(BEE)]
    seen = {*laid, *(card for seat in seats.values() for card in seat["hand"])}
    unknown = [card for card in range(len(notation.cards)) if notation.cards[card] not in seen]
    shuffle(unknown, rng)
    draw = [notation.cards[card] for card in unknown].pop

    # Each seat's cards in an order in which it can have had them: those it laid, then its hand.
    had: dict[str, list[str]] = {seat: [] for seat in seats}
    turns = []
    for turn in view["turns"]:
        steps = [f"{HIDE} {draw()}" if step == f"{HIDE} ?" else step for step in turn["steps"]]
        turns.append({"seat": turn["seat"], "steps": steps})
        had[turn["seat"]].append(steps[0].split(" ")[1])
    for seat, part in seats.items():
        had[seat] += [card or draw() for card in part["hand"]]

    hands = {seat: [cards.pop(0) for _card in range(counts["hand"])] for seat, cards in had.items()}
    pile = [had[turn["seat"]].pop(0) for turn in turns if had[turn["seat"]]]
    rest = sorted(set(notation.cards) - {card for hand in hands.values() for card in hand} - set(pile))
    order = list(range(len(rest)))
    shuffle(order, rng)
    return {"hands": hands, "pile": pile + [rest[i] for i in order]}, turns


# --8<-- [end:determinize]
