"""How cards and steps are written. Inside the rules, a card and a step are ints; this is the translation."""

from __future__ import annotations

from typing import NamedTuple

from lutetia.core.edition import Edition

BEE, HIDE, SHOW = "bee", "hide", "show"


class Step(NamedTuple):
    """A step in parts: what is done, with which flower (`bee`) or card (`hide`, `show`)."""

    kind: str
    index: int


# --8<-- [start:notation]
class Notation:
    """The names of one edition."""

    def __init__(self, edition: Edition) -> None:
        flowers, numbers = edition.data["flowers"]["names"], edition.data["flowers"]["numbers"]
        self.flowers: tuple[str, ...] = tuple(flowers)
        self.cards = tuple(f"{flower}-{number}" for flower in flowers for number in numbers)
        self.flower_of = tuple(f for f in range(len(flowers)) for _number in numbers)
        self.number_of = tuple(number for _flower in flowers for number in numbers)
        parts = {f"{BEE} {flower}": Step(BEE, i) for i, flower in enumerate(flowers)}
        for kind in (HIDE, SHOW):
            parts |= {f"{kind} {card}": Step(kind, i) for i, card in enumerate(self.cards)}
        self.step_texts = tuple(sorted(parts))
        self.steps = tuple(parts[text] for text in self.step_texts)
        self.step_ids = {text: i for i, text in enumerate(self.step_texts)}
        self.ids = {step: i for i, step in enumerate(self.steps)}

    def names(self, cards: list[int]) -> list[str]:
        """Cards as texts, sorted."""
        return sorted(self.cards[card] for card in cards)

    # --8<-- [end:notation]
