"""What may be done, and what it does: one position of a game."""

from __future__ import annotations

from typing import Any

from lutetia.core.python_kernel import PythonKernel
from lutetia.core.random import Rng
from nosegay.rules.notation import BEE, HIDE, SHOW, Notation, Step

Cards = list[int]


class NosegayKernel(PythonKernel):
    """A position. Seats, flowers and cards are ints."""

    def __init__(self, notation: Notation, counts: dict[str, int], players: int, strict: bool) -> None:
        super().__init__(players, len(notation.steps))
        self.notation, self.counts, self.strict = notation, counts, strict
        self.hands: list[Cards] = []
        self.shown: list[Cards] = []
        self.hidden: list[Cards] = []
        self.pile: Cards = []
        """The last card is drawn first. The cards that are left at the end return to the box unseen."""
        self.draws = 0
        """How many cards will still be drawn (N6)."""
        self.bee = -1
        """The flower with the bee; -1: none yet."""
        self.asks_bee = False
        """Whether the deciding seat has shown a 1 and must put the bee somewhere (N5)."""

    # --8<-- [start:deal]
    def deal_from(self, rng: Rng) -> None:
        cards = list(range(len(self.notation.cards)))
        shuffle(cards, rng)
        hand = self.counts["hand"]
        hands = [cards[hand * seat : hand * (seat + 1)] for seat in range(self.players)]
        self.start(hands, cards[hand * self.players :], rng.choose(self.players))

    def start(self, hands: list[Cards], pile: Cards, first: int) -> None:
        """N2: the position before the first turn."""
        self.hands, self.pile = hands, pile
        self.shown = [[] for _hand in hands]
        self.hidden = [[] for _hand in hands]
        self.draws = self.players * (self.counts["cards_each"] - self.counts["hand"])  # N6
        self.bee, self.asks_bee = -1, False
        self.seat, self.turn = first, 0

    # --8<-- [end:deal]
    # --8<-- [start:steps]
    def legal_steps(self) -> list[int]:
        ids = self.notation.ids
        if self.asks_bee:  # N5
            return [ids[Step(BEE, flower)] for flower in range(len(self.notation.flowers))]
        kinds = (SHOW, HIDE) if self.may_hide() else (SHOW,)
        return [ids[Step(kind, card)] for kind in kinds for card in self.hands[self.seat]]  # N3

    def may_hide(self) -> bool:
        return len(self.hidden[self.seat]) < self.counts["hidden"]  # N4

    def take(self, step: int) -> None:
        kind, index = self.notation.steps[step]
        if kind == BEE:
            self.bee, self.asks_bee = index, False
        else:
            self.hands[self.seat].remove(index)
            (self.shown if kind == SHOW else self.hidden)[self.seat].append(index)  # N3
            self.asks_bee = kind == SHOW and self.notation.number_of[index] == 1  # N5
        if not self.asks_bee:
            self._end_turn()

    def _end_turn(self) -> None:
        if self.draws:  # N6
            self.hands[self.seat].append(self.pile.pop())
            self.draws -= 1
        self.turn += 1
        self.seat = (self.seat + 1) % self.players
        if not self.hands[self.seat]:  # N7: all have had as many turns
            self.seat = -1

    # --8<-- [end:steps]
    # --8<-- [start:state]
    def state(self) -> tuple[Any, ...]:
        cards = (self.hands, self.shown, self.hidden)
        return (
            *(tuple(map(tuple, part)) for part in cards),
            tuple(self.pile),
            self.draws,
            self.bee,
            self.asks_bee,
        )

    def set_state(self, state: tuple[Any, ...]) -> None:
        hands, shown, hidden, pile, self.draws, self.bee, self.asks_bee = state
        self.hands, self.shown, self.hidden = ([list(cards) for cards in part] for part in (hands, shown, hidden))
        self.pile = list(pile)

    def resample_hidden(self, seat: int, rng: Rng) -> None:
        """The pile, and the hands and hidden cards of the other seats, are dealt anew."""
        places = [part[other] for other in range(self.players) if other != seat for part in (self.hands, self.hidden)]
        places.append(self.pile)
        unknown = sorted(card for cards in places for card in cards)
        shuffle(unknown, rng)
        for cards in places:
            cards[:] = [unknown.pop() for _card in cards]

    # --8<-- [end:state]
    # --8<-- [start:points]
    def points_for(self, seat: int) -> int:
        return self.shown_points(seat) + self.hidden_points(seat)

    def shown_points(self, seat: int) -> int:
        """N8."""
        points = 0
        for flower in range(len(self.notation.flowers)):
            sums = [self._sum(cards, flower) for cards in self.shown]
            ahead = sums[seat] == max(sums) and (not self.strict or sums.count(sums[seat]) == 1)
            points += sums[seat] * ahead * (2 if flower == self.bee else 1)
        return points

    def hidden_points(self, seat: int) -> int:
        """N9."""
        return sum(self.notation.number_of[card] for card in self.hidden[seat])

    def _sum(self, cards: Cards, flower: int) -> int:
        return sum(self.notation.number_of[card] for card in cards if self.notation.flower_of[card] == flower)

    # --8<-- [end:points]


def shuffle(cards: Cards, rng: Rng) -> None:
    for i in range(len(cards) - 1, 0, -1):
        j = rng.choose(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
