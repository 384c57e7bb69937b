"""Checks and scores a position of La Cité de la Lumière that was set up by hand.

paving      64 letters, row by row: o orange, b blue, m mixed, * a lamp, . not paved
buildings   {"L4": {"owner": "orange", "spaces": ["a1", …]}, …}, the garden among them
pieces      {"painter": {"owner": "blue", "spaces": ["d4"]}, …}; a statue also has "facing": "east", an annex
            "of": "L4", the building that it extends
reserve     {"orange": ["I3"], "blue": []}
cards       {"sacre-coeur": "orange"}: who has used which postcard; the postcards of pieces may be left out

`play` of the document is for playing on (play.py).
"""

from __future__ import annotations

from collections import Counter

import lutetia
from lutetia.companion import Settled, check_names
from lutetia.core.errors import Fault
from lutetia.core.game import Game
from lutetia.core.i18n import N_, _, pgettext
from lutetia.core.json_types import Json
from lutetia.core.random import Rng
from lutetia.games.lumiere.rules import Lumiere, deal, scoring
from lutetia.games.lumiere.rules.edition import CARD_NAMES, CARDS, cells, edition
from lutetia.games.lumiere.rules.notation import BIT, FACINGS, PIECE_OF_CARD, SQUARE_NAMES, mask_of, spaces
from lutetia.games.lumiere.rules.scoring import AHEAD, BESIDE, area, at, reading
from lutetia.games.lumiere.text import steps

SEATS = deal.SEATS
KINDS = {"o": "orange", "b": "blue", "m": "mixed", "*": "lamp"}
LETTERS = {kind: letter for letter, kind in KINDS.items()}
READING = reading(BIT)
CARD_OF_PIECE = {piece: card for card, piece in PIECE_OF_CARD.items()}
FIELD_OF_PIECE = {"annex": "annexed", "large-lamp": "large_lamp"}  # where the kernel uses another name
GARDEN = "garden"
PIECES = tuple(piece for piece in CARD_OF_PIECE if piece != GARDEN)


def on_table(game: Game) -> Json:
    """What lies on the table, without what is needed to play on."""
    position = game.view(None)["position"]
    paving = position["paving"]
    extended = [b["name"] for b in position["buildings"] if b["annex"]]
    return {
        "paving": "".join(LETTERS[paving[space]] if space in paving else "." for space in READING),
        "buildings": {
            b["name"]: {"owner": b["owner"], "spaces": [s for s in b["spaces"] if s != b["annex"]]}
            for b in position["buildings"]
        },
        "pieces": {
            p["name"]: {"owner": p["owner"], "spaces": p["spaces"]}
            | ({"facing": p["facing"]} if p["facing"] else {})
            | ({"of": extended[0]} if p["name"] == "annex" else {})
            for p in position["pieces"]
        },
        "reserve": position["reserve"],
        "cards": {card["name"]: card["owner"] for card in position["postcards"] if card["owner"]},
    }


def settle(position: Json) -> Settled:
    ruleset = lutetia.ruleset("lumiere")
    assert isinstance(ruleset, Lumiere)
    check_components(position, ruleset)
    checked = Checked(position, ruleset)
    game = Game.deal(ruleset, Rng(0))
    game.kernel.arrange(checked.fields())  # type: ignore[attr-defined]
    sheet = game.score()
    return Settled(game.view(None), checked.faults, checked.notes, sheet, scoring.result(sheet))


def check_components(position: Json, ruleset: Lumiere) -> None:
    """Raises ValueError for a component that the game does not have."""
    buildings = ruleset.notation.buildings
    known = {
        pgettext("in the box", "building"): ((*buildings, GARDEN), position["buildings"]),
        _("piece"): (PIECES, position["pieces"]),
        _("postcard"): (CARDS, position["cards"]),
        _("building in a reserve"): (buildings, [name for names in position["reserve"].values() for name in names]),
    }
    check_names(known)


class Checked:
    """A position set up by hand: its faults, and the kernel fields that describe it."""

    def __init__(self, position: Json, ruleset: Lumiere) -> None:
        self.notation, self.data = ruleset.notation, ruleset.edition.data
        self.position = position
        self.faults: list[Fault] = []
        self.notes: list[Fault] = []
        self.paving = {s: KINDS[letter] for s, letter in zip(READING, position["paving"], strict=True) if letter != "."}
        self.taken: dict[str, str] = {}
        self.owners: dict[str, str] = dict(position["cards"])
        self.covering: dict[str, list[str]] = {"lamp": [], "rival": []}
        self._pave()
        for name, lying in position["buildings"].items():
            self._building(name, lying)
        for name, lying in position["pieces"].items():
            self._piece(name, lying)
        self._covered()
        self._hands()

    def fault(self, reason: str, rule: str, **values: object) -> None:
        self.faults.append(Fault(reason, rule, values))

    def _pave(self) -> None:
        """L1, L2: squares are paved completely, with no more spaces of a kind than the tiles have."""
        for square in SQUARE_NAMES:
            inside = self.square(square)
            if 0 < sum(space in self.paving for space in inside) < len(inside):
                self.fault(N_("Square {square} is only partly paved."), "L1", square=square)
        layout = "".join(self.data["tiles"]["layout"])
        coloured = layout.count("O") + layout.count("R")
        box = {"orange": coloured, "blue": coloured, "mixed": 2 * layout.count("M"), "lamp": 2 * layout.count("L")}
        found = Counter(self.paving.values())
        for kind, most in box.items():
            if found[kind] > most:
                reason = N_("{n} spaces are marked “{kind}”; the tiles have {most}.")
                self.fault(reason, "L2", n=found[kind], kind=steps.paving(kind), most=most)

    @staticmethod
    def square(square: str) -> list[str]:
        left, top = 2 * "ABCD".index(square[0]), 2 * int(square[1]) - 1
        return [f"{'abcdefgh'[left + right]}{top + down}" for down in (0, 1) for right in (0, 1)]

    def _lie(self, name: str, spaces: list[str], owner: str) -> None:
        """L6: nothing overlaps."""
        for space in spaces:
            if space in self.taken:
                reason = N_("{name} and {other} are both on {space}.")
                self.fault(reason, "L6", name=_name(name), other=_name(self.taken[space]), space=space)
            if space not in self.paving:
                self.fault(N_("{name} is on {space}, where there is no tile."), "L6", name=_name(name), space=space)
            self.taken.setdefault(space, name)

    def _shape(self, name: str, where: list[str], size: int) -> None:
        """L3: the right number of connected spaces. A form unlike ours is only noted, as our data may be wrong."""
        if len(where) != size:
            self.fault(N_("{name} covers {size} spaces, not {n}."), "L3", name=_name(name), size=size, n=len(where))
        elif area(where[0], set(where)) != set(where):
            self.fault(N_("The spaces of {name} are not connected."), "L3", name=_name(name))
        else:
            step = f"place {name}" if name in CARD_OF_PIECE else f"build {name}"
            if f"{step} {' '.join(spaces(mask_of(where)))}" not in self.notation.numbers:
                reason = N_("{name} has another shape in our data; it is counted as you placed it.")
                self.notes.append(Fault(reason, "L3", {"name": _name(name)}))

    def _building(self, name: str, lying: Json) -> None:
        """L30, L42."""
        where, owner = lying["spaces"], lying["owner"]
        shapes = dict(zip((*self.notation.buildings, GARDEN), self.notation.shapes, strict=False))
        if not where:
            return self.fault(N_("{name} has not been placed yet."), "L3", name=_name(name))
        self._lie(name, where, owner)
        self._shape(name, where, len(shapes[name]))
        self._ground(name, where, owner)
        if name == GARDEN:
            self._card_of(name, owner)
        return None

    def _ground(self, name: str, where: list[str], owner: str) -> None:
        """Note the spaces that need Metropolitain or Chartier (L41, L45, L52)."""
        for space in where:
            kind = self.paving.get(space)
            if kind == "lamp" or (kind in SEATS and kind != owner):
                self.covering["lamp" if kind == "lamp" else "rival"].append(f"{owner} {name} {space}")

    def _piece(self, name: str, lying: Json) -> None:
        where, owner = lying["spaces"], lying["owner"]
        if not where:
            return self.fault(N_("{name} has not been placed yet."), "L5", name=_name(name))
        self._card_of(name, owner)
        self._lie(name, where, owner)
        if name == "fountain":
            self._shape(name, where, len(self.notation.shapes[self.notation.fountain]))
            return self._ground(name, where, owner)
        if len(where) != 1:
            return self.fault(N_("{name} covers {size} spaces, not {n}."), "L5", name=_name(name), size=1, n=len(where))
        wanted = "lamp" if name == "large-lamp" else owner
        if self.paving.get(where[0], wanted) != wanted:
            reason = (
                N_("{name} must be on a printed lamp; {space} is not one.")
                if name == "large-lamp"
                else N_("{name} must be on a space of its owner's colour; {space} is not one.")
            )
            self.fault(reason, RULE_OF_PIECE[name], name=_name(name), space=where[0])
        if name == "statue":
            facing = lying.get("facing")
            if facing is None or at(where[0], *AHEAD[facing]) is None:
                self.fault(N_("The statue must face a space of the board."), "L50")
        if name == "annex":
            extended = self.position["buildings"].get(lying.get("of"), {"owner": None, "spaces": []})
            if extended["owner"] != owner or not BESIDE[where[0]] & set(extended["spaces"]):
                self.fault(N_("The annex must touch its owner's building that it extends."), "L46")
        return None

    def _card_of(self, piece: str, owner: str) -> None:
        card = CARD_OF_PIECE[piece]
        if self.owners.setdefault(card, owner) != owner:
            values = {"card": CARD_NAMES[card], "piece": _name(piece)}
            self.fault(N_("{card} was used by one player, but {piece} belongs to the other."), "L31", **values)

    def _covered(self) -> None:
        """L41, L45: once in a game, by the seat that took the card."""
        for what, card, rule in (("lamp", "metropolitain", "L41"), ("rival", "chartier", "L45")):
            for n, entry in enumerate(self.covering[what]):
                owner, name, space = entry.split(" ")
                allowed = name != "fountain" or what == "rival"  # L52
                if n or not allowed or self.owners.get(card) != owner:
                    reason = (
                        N_("{name} covers the lamp on {space}. Only {card} lets its owner do that, once.")
                        if what == "lamp"
                        else N_("{name} covers the opponent's space {space}. Only {card} lets its owner do that, once.")
                    )
                    self.fault(reason, rule, name=_name(name), space=space, card=CARD_NAMES[card])

    def _hands(self) -> None:
        """L4, L31: each seat has four tokens, and each building exists once."""
        used = Counter(self.owners.values())
        most = self.data["counts"]["action_tokens"]
        for seat in SEATS:
            if used[seat] > most:
                reason = N_("{seat} has used {n} postcards, but has only {most} tokens.")
                self.fault(reason, "L4", seat=_(steps.SEATS_FIRST[seat]), n=used[seat], most=most)
        unbuilt = [name for names in self.position["reserve"].values() for name in names]
        for name, n in Counter([*self.position["buildings"], *unbuilt]).items():
            if n > 1:
                self.fault(N_("There is only one {name}."), "L3", name=_name(name))

    def fields(self) -> Json:
        """The kernel's fields. Where two things lie on one space, the first one counts."""
        return self._paving_fields() | self._piece_fields() | self._building_fields() | self._card_fields()

    def _mask(self, name: str, where: list[str]) -> int:
        """The spaces that the building or piece really has, as bits."""
        return mask_of([space for space in where if self.taken.get(space) == name])

    def _paving_fields(self) -> Json:
        masks = {kind: mask_of([s for s, found in self.paving.items() if found == kind]) for kind in KINDS.values()}
        unpaved = [
            number
            for number, square in enumerate(SQUARE_NAMES)
            if not all(space in self.paving for space in self.square(square))
        ]
        return {
            "phase": 3,
            "seat": -1,
            "opener": 0,
            "placed": [deal.TILES, deal.TILES],
            "squares": sum(1 << number for number in unpaved),
            "own": [masks[seat] for seat in SEATS],
            "mixed": masks["mixed"],
            "printed": masks["lamp"],
        }

    def _piece_fields(self) -> Json:
        fields: Json = {}
        for name, lying in self.position["pieces"].items():
            mask = self._mask(name, lying["spaces"])
            if name == "fountain":
                fields["fountain"] = mask
            elif mask:
                fields[FIELD_OF_PIECE.get(name, name)] = (mask & -mask).bit_length() - 1
            if name == "statue" and lying.get("facing"):
                fields["facing"] = FACINGS.index(lying["facing"])
        return fields

    def _building_fields(self) -> Json:
        """The buildings on the board, with an annex as part of the one it extends (L46), and those not built."""
        buildings = self.notation.buildings
        names = (*buildings, GARDEN)
        covered, built = [0] * 17, [0, 0]
        for name, lying in self.position["buildings"].items():
            mask = self._mask(name, lying["spaces"])
            covered[names.index(name)] = mask
            built[SEATS.index(lying["owner"])] |= mask
        annex = self.position["pieces"].get("annex")
        if annex and annex.get("of") in self.position["buildings"]:
            mask = self._mask("annex", annex["spaces"])
            covered[names.index(annex["of"])] |= mask
            built[SEATS.index(annex["owner"])] |= mask
        reserve = [sum(1 << buildings.index(n) for n in set(self.position["reserve"][s])) for s in SEATS]
        placed = sum(1 << names.index(name) for name in self.position["buildings"] if name != GARDEN)
        supply = ((1 << len(buildings)) - 1) & ~placed & ~reserve[0] & ~reserve[1]
        return {"spaces": covered, "built": built, "reserve": reserve, "supply": supply}

    def _card_fields(self) -> Json:
        used = Counter(self.owners.values())
        return {
            "cards": deal.card_bits(list(self.owners)),
            "open_cards": 0,
            "card_owner": [SEATS.index(self.owners[card]) if card in self.owners else -1 for card in CARDS],
            "tokens": [max(0, self.data["counts"]["action_tokens"] - used[seat]) for seat in SEATS],
        }


RULE_OF_PIECE = {"painter": "L44", "annex": "L46", "lamp": "L47", "dancer": "L48", "statue": "L50", "large-lamp": "L51"}


def _name(name: str) -> str:
    """The name of a building or piece at the start of a sentence."""
    return steps.piece(name) if name in steps.PIECES else name


def box() -> Json:
    """The components that a position can be set up with, with their names."""
    data = edition().data
    drawn = {name: rows for name, rows in data["buildings"].items() if isinstance(rows, list)}
    sizes = {name: len(cells(rows)) for name, rows in (drawn | {GARDEN: data["pieces"][GARDEN]}).items()}
    return {
        "seats": {seat: _(steps.SEATS_FIRST[seat]) for seat in SEATS},
        "kinds": {letter: steps.paving(kind) for kind, letter in LETTERS.items()},
        "buildings": [{"name": name, "title": _name(name), "size": sizes[name]} for name in sizes],
        "pieces": [{"name": name, "title": _name(name), "card": CARD_OF_PIECE[name]} for name in PIECES],
        "cards": {card: CARD_NAMES[card] for card in CARD_NAMES},
        "facings": {side: _(name) for side, name in steps.SIDES.items()},
    }
