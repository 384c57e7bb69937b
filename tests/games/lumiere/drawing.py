"""Positions from drawings, and drawings of positions, so that tests read like the rulebook.

A drawing shows the paving with row 1 at the top: o orange, b blue, m mixed, * a lamp. Everything to the right and below
that is not drawn is blue, so a corner is enough. Pieces on the paving are listed as a record would write them:

    g = box.position(
        '''
        o o o *
        m m o o
        ''',
        ("I3", "orange", "a1 b1 c1"),
        ("statue", "orange", "d2 east"),
        reserve={"orange": "L4"},
        open="jardin",
        tokens={"orange": 1},
    )
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import lutetia
from lutetia.core.game import Game
from lutetia.core.random import Rng
from lutetia.core.ruleset import Ruleset
from lutetia.games.lumiere.rules import deal
from lutetia.games.lumiere.rules.edition import CARDS, cells
from lutetia.games.lumiere.rules.notation import BIT, FACINGS, PIECE_OF_CARD, mask_of, spaces

SEATS = deal.SEATS
PAVING = {"o": "orange", "b": "blue", "m": "mixed", "*": "lamp"}
CARD_OF_PIECE = {piece: card for card, piece in PIECE_OF_CARD.items()}
FIELD_OF_PIECE = {"annex": "annexed", "large-lamp": "large_lamp"}  # where the kernel's field has another name
NOTHING: Mapping[str, Any] = {}
Lying = tuple[str, str, str]
"""Name, owner, spaces; a statue's space is followed by its direction, an annex's by the building it extends."""


class Box:
    """One edition: it starts games and sets up positions."""

    def __init__(self, source: Path | None) -> None:
        self.source = source
        self.ruleset = lutetia.ruleset("lumiere", edition=source)
        self._tables: dict[str, Ruleset[Any]] = {}
        self.data: dict[str, Any] = self.ruleset.edition.data
        self.points: dict[str, int] = self.data["points"]
        self.buildings: tuple[str, ...] = self.ruleset.notation.buildings
        self.layout: list[str] = self.data["tiles"]["layout"]
        self.starter: list[str] = self.data["postcards"]["starter"]
        self.deck: list[str] = self.starter + self.data["postcards"]["further"]
        self.tokens: int = self.data["counts"]["action_tokens"]

    def new(self, seed: int = 1, **options: object) -> Game:
        """A new game, dealt like lutetia.new; orange begins by default."""
        options = {"first": "orange"} | options
        key = repr(options)
        if key not in self._tables:
            self._tables[key] = lutetia.ruleset("lumiere", edition=self.source, options=options)
        return Game.deal(self._tables[key], Rng(seed))

    def size(self, building: str) -> int:
        return len(cells(self.data["buildings"][building]))

    def fountain(self, spaces: str) -> str:
        """The first of these spaces, as many as this edition's fountain covers."""
        return " ".join(spaces.split()[: len(cells(self.data["pieces"]["fountain"]))])

    def position(
        self,
        paving: str,
        *lying: Lying,
        reserve: Mapping[str, str] = NOTHING,
        supply: str = "",
        tokens: Mapping[str, int] = NOTHING,
        open: str = "",
        used: Mapping[str, str] = NOTHING,
        kept: Mapping[str, str] = NOTHING,
        turn: str = "orange",
    ) -> Game:
        """A game in its second phase, as drawn. `used` and `kept` say who has taken which postcard."""
        owners = {**used, **kept} | {
            CARD_OF_PIECE[name]: owner for name, owner, _where in lying if name in CARD_OF_PIECE
        }
        assert sum(tokens.values()) == len(open.split()), "every open postcard has its action token (L31)"
        kernel = self.ruleset.new_kernel()
        kernel.begin(Rng(1))
        kernel.arrange(
            {
                "phase": 2,
                "seat": SEATS.index(turn),
                "opener": 0,
                "squares": 0,
                "placed": [8, 8],
                "supply": self._buildings(supply),
                "reserve": [self._buildings(reserve.get(seat, "")) for seat in SEATS],
                "tokens": [tokens.get(seat, 0) for seat in SEATS],
                "cards": deal.card_bits([*owners, *open.split()]),
                "open_cards": deal.card_bits(open.split()),
                "card_owner": [SEATS.index(owners[card]) if card in owners else -1 for card in CARDS],
                "metropolitain": SEATS.index(kept["metropolitain"]) if "metropolitain" in kept else -1,
                "chartier": SEATS.index(kept["chartier"]) if "chartier" in kept else -1,
            }
            | _paved(paving)
            | self._laid(lying)
        )
        return Game(self.ruleset, kernel, self.ruleset.write_setup(kernel))

    def _fits(self, name: str, mask: int) -> bool:
        step = f"build {name}" if name in self.buildings else f"place {name}"
        return f"{step} {' '.join(spaces(mask))}" in self.ruleset.step_ids

    def _buildings(self, names: str) -> int:
        return sum(1 << self.buildings.index(name) for name in names.split())

    def _laid(self, lying: tuple[Lying, ...]) -> dict[str, Any]:
        """The kernel's fields for everything on the paving. Nothing may overlap."""
        fields: dict[str, Any] = {}
        lies, built, taken = [0] * 17, [0, 0], 0
        names = (*self.buildings, "garden")
        for name, owner, where in lying:
            words = where.split()
            mask = mask_of([word for word in words if word in BIT])
            assert not taken & mask, f"{name} lies on something"
            assert name not in (*names, "fountain") or self._fits(name, mask), f"{name} has another shape"
            taken |= mask
            if name in names:
                lies[names.index(name)] |= mask
            elif name == "fountain":
                fields["fountain"] = mask
            else:
                fields[FIELD_OF_PIECE.get(name, name)] = BIT[words[0]]
            if name == "statue":
                fields["facing"] = FACINGS.index(words[1])
            if name == "annex":
                lies[names.index(words[1])] |= mask
            if name in (*names, "annex"):
                built[SEATS.index(owner)] |= mask
        return fields | {"spaces": lies, "built": built}


def _paved(paving: str) -> dict[str, Any]:
    rows = [row.split() for row in paving.strip().splitlines()]
    paved: dict[str, list[str]] = {kind: [] for kind in PAVING.values()}
    for space in BIT:
        row, column = int(space[1]) - 1, "abcdefgh".index(space[0])
        drawn = row < len(rows) and column < len(rows[row])
        paved[PAVING[rows[row][column]] if drawn else "blue"].append(space)
    return {
        "own": [mask_of(paved[seat]) for seat in SEATS],
        "mixed": mask_of(paved["mixed"]),
        "printed": mask_of(paved["lamp"]),
    }


# ---- drawing what is there -------------------------------------------------------------------------------------

MARKS = {"painter": "painter", "dancer": "dancer", "lamp": "lamp", "large-lamp": "LAMP", "fountain": "fount"}
ARROWS = {"north": "^", "east": ">", "south": "v", "west": "<"}


def draw(view: dict[str, Any]) -> str:
    """A view as text: the paving on the left, the pieces on it on the right, what the players have below."""
    position = view["position"]
    paving = {space: letter for letter, kind in PAVING.items() for space, k in position["paving"].items() if k == kind}
    lying = _lying(position)
    lines = ["   a b c d e f g h    a       b       c       d       e       f       g       h"]
    for row in range(1, 9):
        names = [f"{column}{row}" for column in "abcdefgh"]
        left = " ".join(paving.get(name, ".") for name in names)
        right = " ".join(f"{lying.get(name, '·'):7}" for name in names)
        lines.append(f"{row}  {left}    {right}".rstrip())
    asked = position["question"]
    asked = f", {asked['card']}" + (f" with {asked['build']}" if asked["build"] else "") if asked else ""
    lines.append(f"{position['phase']}: " + (f"{view['seat']} decides{asked}" if view["seat"] else "the end"))
    lines.append(f"supply    {_list(position['supply'])}")
    lines += [_line_of(seat, position) for seat in view["seats"]]
    lines.append("postcards " + ", ".join(map(_card, position["postcards"])))
    if view["result"]:
        lines.append(f"winner    {view['result']['winner']}")
    return "\n".join(lines) + "\n"


def _lying(position: dict[str, Any]) -> dict[str, str]:
    """The text for each space: buildings as the owner's initial and name, the annex with a plus."""
    marks = {
        space: f"{b['owner'][0]}:{b['name'][:4]}" + "+" * (space == b["annex"])
        for b in position["buildings"]
        for space in b["spaces"]
    }
    for piece in position["pieces"]:
        mark = "statue" + ARROWS[piece["facing"]] if piece["name"] == "statue" else MARKS.get(piece["name"])
        marks |= {space: mark for space in piece["spaces"] if mark}
    return marks


def _line_of(seat: str, position: dict[str, Any]) -> str:
    held, score = position["held"][seat], position["scores"][seat]
    parts = [
        f"{position['tokens'][seat]} tokens",
        f"reserve {_list(position['reserve'][seat])}",
        f"tiles {_list(position['unplaced'][seat])}, held {'?' if held is None else _list(held)}",
        " ".join(f"{source} {score[source]}" for source in ("lit", "group", "unbuilt", "postcards", "total")),
        f"tie {position['tie'][seat]}",
    ]
    return f"{seat:9} " + " | ".join(parts)


def _card(card: dict[str, Any]) -> str:
    points = f" {card['points']}" if card["points"] else ""
    return f"{card['name']} ({card['state']}{' by ' + card['owner'] if card['owner'] else ''}{points})"


def _list(items: list[Any]) -> str:
    return " ".join(map(str, items)) or "-"
