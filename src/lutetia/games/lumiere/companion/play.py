"""Plays on from a position of La Cité de la Lumière that was set up by hand: its key `play`, all of it optional.

seat, first     "orange" or "blue": who decides, who began
over            true: the game is over
tiles           {"orange": [3, 0], "blue": []}: the tiles not placed yet, the top of the stack first
postcards       the names of those in play, used ones included
question        {"card": "levitation", "build": "U5"}: what the seat is asked within its turn
skipped         true: the turn before was passed or skipped (L32)
opener          who placed the last own tile first (L24)

Everything else follows from the table: what is in the supply, which tokens and which kept postcards are left.
"""

from __future__ import annotations

import lutetia
from lutetia.companion import Laid, check_names
from lutetia.core.edition import Source
from lutetia.core.errors import Fault
from lutetia.core.game import Game
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json, copy_json
from lutetia.core.kernel import StepList
from lutetia.core.random import Rng
from lutetia.core.ruleset import Ruleset
from lutetia.games.lumiere.companion.settle import GARDEN, SEATS, Checked, check_components, on_table
from lutetia.games.lumiere.rules import Lumiere, deal
from lutetia.games.lumiere.rules.deal import TILES
from lutetia.games.lumiere.rules.edition import CARD_NAMES, CARDS
from lutetia.games.lumiere.rules.kernel import LumiereKernel
from lutetia.games.lumiere.rules.notation import PIECE_OF_CARD, SQUARE_NAMES
from lutetia.games.lumiere.rules.view import PHASES
from lutetia.games.lumiere.text import steps

PAVING, BUILDING, OVER = PHASES
ASKING = {*PIECE_OF_CARD, "levitation"}
"""The postcards that are carried out by a step of their own."""


def ruleset(
    position: Json, *, rules: int | None = None, edition: Source = None, options: Json | None = None
) -> Lumiere:
    """The ruleset of a position. The postcards in play are those of the position, unless the options say otherwise."""
    found = lutetia.ruleset("lumiere", rules=rules, edition=edition, options=options)
    assert isinstance(found, Lumiere)
    starter = set(found.edition.data["postcards"]["starter"])
    told = (position.get("play") or {}).get("postcards")
    if "postcards" in (options or {}) or starter.issuperset(told or position["cards"]):
        return found
    check_names({_("postcard"): (CARDS, [*(told or ()), *position["cards"]])})
    n, _deck = deal.postcards_to_pick(found.edition.data)
    all_told = told if told and len(set(told)) == len(told) == n else None  # otherwise `lay_out` says what is wrong
    options = (options or {}) | {"postcards": all_told or "random"}
    return ruleset(position, rules=rules, edition=edition, options=options)


def written(game: Game) -> Json:
    kernel = game.kernel
    assert isinstance(kernel, LumiereKernel)
    position, seat = game.view(None)["position"], game.seat
    left = {s: list(kernel.stack)[TILES * n + kernel.placed[n] : TILES * (n + 1)] for n, s in enumerate(SEATS)}
    play = {
        "seat": seat,
        "first": game.first,
        "over": seat is None,
        "tiles": left,
        "postcards": [card["name"] for card in position["postcards"]],
        "question": position["question"],
        "skipped": seat is not None and kernel.skips > 0,
        "opener": SEATS[kernel.opener] if kernel.opener >= 0 else None,
    }
    return on_table(game) | {"play": play}


def known(position: Json, seat: str | None) -> Json:
    """The order of the stacks is nobody's to know (L11)."""
    shown: Json = copy_json(position)
    del shown["play"]["tiles"]
    return shown


def imagined(ruleset: Ruleset[LumiereKernel], view: Json, viewer: int, rng: Rng) -> tuple[Json, list[Json]]:
    setup, turns = ruleset.determinize(view, viewer, rng)
    start: Json = copy_json(view["start"])
    laid = [(turn["seat"], step) for turn in turns for step in turn["steps"] if step.startswith("tile ")]
    tiles = {}
    for seat in SEATS:
        left = len(view["position"]["unplaced"][seat]) + sum(other == seat for other, _step in laid)
        tiles[seat] = setup["tiles"][seat][TILES - left :]
    start["play"] = {"tiles": tiles} | start["play"]  # after the end nothing is hidden
    return start, turns


def lay_out(ruleset: Lumiere, position: Json, rng: Rng) -> Laid:
    play = position.get("play") or {}
    asked = play.get("question") or {}
    check_components(position, ruleset)
    check_names(
        {
            _("postcard"): (CARDS, [*(play.get("postcards") or ()), *([asked["card"]] if asked else ())]),
            _("building in a reserve"): (ruleset.notation.buildings, [asked["build"]] if asked.get("build") else ()),
        }
    )
    checked = Checked(position, ruleset)
    turn = _Turn(checked, play, ruleset, rng)
    kernel = ruleset.new_kernel()
    kernel.set_up(*(turn.stacks[seat] for seat in SEATS), deal.card_bits(turn.cards), SEATS.index(turn.first))
    kernel.arrange(checked.fields() | turn.fields())
    faults = [*checked.faults, *turn.faults] or turn.decide(kernel)
    return Laid(faults, kernel, ruleset.write_setup(kernel), SEATS.index(turn.first))


class _Turn:
    """Who decides what with which tiles and postcards: what `play` tells, with the rest filled in."""

    def __init__(self, checked: Checked, play: Json, ruleset: Lumiere, rng: Rng) -> None:
        self.checked, self.play, self.ruleset, self.rng = checked, play, ruleset, rng
        self.faults: list[Fault] = []
        self.paved = [s for s in SQUARE_NAMES if all(space in checked.paving for space in checked.square(s))]
        self.paving = len(self.paved) < len(SQUARE_NAMES)
        self.question: Json = play.get("question") or {}
        self.seat: str | None = play.get("seat")
        wanted = ruleset.options["first"]
        self.first: str = play.get("first") or (wanted if wanted in SEATS else self.seat or SEATS[0])
        self.stacks: dict[str, list[int]] = {seat: list(range(TILES)) for seat in SEATS}
        self.left = dict.fromkeys(SEATS, 0)
        self._first()
        self._phase()
        self._tiles()
        self.cards = self._postcards()
        self._question()

    def fault(self, reason: str, rule: str, **values: object) -> None:
        self.faults.append(Fault(reason, rule, values))

    def _first(self) -> None:
        wanted = self.ruleset.options["first"]
        if wanted in SEATS and wanted != self.first:
            reason = N_("{seat} went first, but the option “first” says otherwise.")
            self.fault(reason, "L12", seat=_(steps.SEATS_FIRST[self.first]))

    def _phase(self) -> None:
        """L23: buildings and postcards come after the last tile."""
        position = self.checked.position
        if self.paving and (position["buildings"] or position["pieces"] or self.checked.owners):
            self.fault(N_("No building is built and no postcard is used before all squares are paved."), "L23")
        if self.paving and (self.play.get("over") or self.question):
            self.fault(N_("There are empty squares, so tiles must be laid first."), "L23")

    def _tiles(self) -> None:
        """L2, L11: the tiles on the board and those not placed are the eight of each seat."""
        told: dict[str, list[int]] | None = self.play.get("tiles")
        free = len(SQUARE_NAMES) - len(self.paved)
        if told is not None and sum(map(len, told.values())) != free:
            reason = N_("{free} squares are empty, but {n} tiles are left.")
            return self.fault(reason, "L11", free=free, n=sum(map(len, told.values())))
        for seat, tiles in (told or {}).items():
            if len(set(tiles)) < len(tiles):
                return self.fault(N_("{seat} has the same tile twice."), "L11", seat=_(steps.SEATS_FIRST[seat]))
        if not self.paving:
            return None
        laid = self._match(told)
        if laid is None:
            return self.fault(N_("The paved squares do not match the tiles that have been laid."), "L2")
        for seat in SEATS:
            left = told[seat] if told else self._shuffled([t for t in range(TILES) if (seat, t) not in laid])
            self.left[seat] = len(left)
            self.stacks[seat] = [t for t in range(TILES) if t not in left] + left
        return None

    def _match(self, told: dict[str, list[int]] | None) -> set[tuple[str, int]] | None:
        """A tile for each paved square, all different; None if there are none. Found by augmenting paths."""
        numbers = {seat: [t for t in range(TILES) if not told or t not in told[seat]] for seat in SEATS}
        looks = {(s, t): self._looks(s, t) for s in SEATS for t in numbers[s]}
        square_of: dict[tuple[str, int], str] = {}

        def place(square: str, tried: set[tuple[str, int]]) -> bool:
            a, b, c, d = (self.checked.paving[space] for space in self.checked.square(square))
            turned = {((a, b, d, c) * 2)[n : n + 4] for n in range(4)}  # clockwise, as tiles are described
            seat = SEATS[self.paved.index(square) % 2]  # where tiles of both look alike, the seats take turns
            for tile in sorted(looks, key=lambda tile: (tile[0] != seat, tile[1])):
                if tile not in tried and looks[tile] in turned:
                    tried.add(tile)
                    if tile not in square_of or place(square_of[tile], tried):
                        square_of[tile] = square
                        return True
            return False

        return set(square_of) if all(place(square, set()) for square in self.paved) else None

    def _looks(self, seat: str, tile: int) -> tuple[str, ...]:
        """What a seat's tile shows, clockwise."""
        other = SEATS[1 - SEATS.index(seat)]
        shows = {"O": seat, "R": other, "M": "mixed", "L": "lamp"}
        return tuple(shows[letter] for letter in self.checked.data["tiles"]["layout"][tile])

    def _postcards(self) -> list[str]:
        """L10: the postcards in play, used ones among them."""
        n, deck = deal.postcards_to_pick(self.checked.data)
        used = list(self.checked.owners)
        bits = deal.wanted_cards(self.ruleset.edition, self.ruleset.options)
        wanted = [card for card in deck if bits >> CARDS.index(card) & 1]
        told = self.play.get("postcards")
        cards: list[str] = told or wanted or [*used, *self._shuffled([c for c in deck if c not in used])][:n]
        if len(cards) != n or len(set(cards)) != n:
            self.fault(
                N_("There must be {n} different postcards in play, not {found}."), "L10", n=n, found=len(set(cards))
            )
        if wanted and set(wanted) != set(cards):
            self.fault(N_("The postcards in play are not the ones in the option “postcards”."), "L10")
        for card in used:
            if card not in cards:
                self.fault(N_("{card} is marked as used, but is not in play."), "L10", card=CARD_NAMES[card])
        return cards

    def _question(self) -> None:
        """L31, L39, L40: the seat has just used the postcard."""
        if not self.question:
            return
        card, build = self.question["card"], self.question.get("build")
        position, owner = self.checked.position, self.checked.owners.get(self.question["card"])
        self.seat = self.seat or owner
        lies = {*position["pieces"], *([GARDEN] if GARDEN in position["buildings"] else [])}
        if card not in ASKING or owner is None or owner != self.seat or PIECE_OF_CARD.get(card) in lies:
            self.fault(N_("{card} cannot be carried out now."), "L39", card=CARD_NAMES[card])
        elif build and (card != "levitation" or build not in position["reserve"][owner]):
            self.fault(N_("{name} cannot be built with Levitation now."), "L40", name=build)

    def _shuffled(self, items: list) -> list:  # type: ignore[type-arg]
        for i in range(len(items) - 1, 0, -1):
            j = self.rng.choose(i + 1)
            items[i], items[j] = items[j], items[i]
        return items

    def fields(self) -> Json:
        """The kernel's fields, besides those of the table. `decide` completes them."""
        owners, lamp, rival = self.checked.owners, self.checked.covering["lamp"], self.checked.covering["rival"]
        names, build = self.ruleset.notation.buildings, self.question.get("build")
        bits = deal.card_bits(self.cards)
        return {
            "phase": PAVING if self.paving else BUILDING,
            "seat": SEATS.index(self.seat) if self.seat else 0,
            "opener": self._opener(),
            "placed": [TILES - self.left[seat] for seat in SEATS],
            "question": CARDS.index(self.question["card"]) if self.question else -1,
            "lifted": names.index(build) if build else -1,
            "skips": int(bool(self.play.get("skipped")) and not self.paving),
            "cards": bits,
            "open_cards": bits & ~deal.card_bits(list(owners)),
            # L41, L45: kept until a building covers what only they allow
            "metropolitain": SEATS.index(owners["metropolitain"]) if "metropolitain" in owners and not lamp else -1,
            "chartier": SEATS.index(owners["chartier"]) if "chartier" in owners and not rival else -1,
        }

    def _opener(self) -> int:
        """L24. While tiles are left it is the seat without any, if there is one."""
        if self.paving:
            return next((s for s, seat in enumerate(SEATS) if not self.left[seat]), -1)
        return SEATS.index(self.play.get("opener") or self.seat or self.first)

    def decide(self, kernel: LumiereKernel) -> list[Fault]:
        """Set the seat that decides, if it is not told, and check that it can. Nobody can once the game is over."""
        if self.paving:
            kernel.arrange({"seat": SEATS.index(self.seat or self.first)})
            return []
        legal = {seat: self._legal(kernel, seat) for seat in SEATS}
        able = [seat for seat in SEATS if legal[seat]]
        if self.question:
            if not legal[str(self.seat)]:
                name = self.question["build"]
                self.fault(N_("{name} cannot be built with Levitation now."), "L40", name=name)
        elif self.play.get("over") or not (self.seat or able):
            for seat in able:
                if "pass" not in legal[seat]:  # L32: with a kept postcard alone it may have passed
                    reason = N_("{seat} can still build or use a postcard, so the game is not over.")
                    self.fault(reason, "L33", seat=_(steps.SEATS_FIRST[seat]))
            self.seat = None
        elif self.seat and self.seat not in able:
            reason = N_("{seat} can neither build nor use a postcard, so it cannot be their turn.")
            self.fault(reason, "L32", seat=_(steps.SEATS_FIRST[self.seat]))
        else:
            self.seat = self.seat or (self.first if self.first in able else able[0])
        over = {"phase": OVER, "seat": -1} if self.seat is None else {"seat": SEATS.index(self.seat)}
        kernel.arrange(over | {"opener": self._opener()})
        return self.faults

    def _legal(self, kernel: LumiereKernel, seat: str) -> list[str]:
        kernel.arrange({"seat": SEATS.index(seat)})
        listed = StepList(len(self.ruleset.step_texts))
        kernel.list(listed)
        return listed.words(self.ruleset.step_texts)
