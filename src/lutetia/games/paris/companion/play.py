"""Plays on from a position of Paris that was set up by hand: its key `play`, all of it optional.

docs/records.md describes the keys. tiles.py fills in building tiles, tokens and end-game tiles, turn.py the turn and
its questions. Everything else follows from the table: the supply, the keys in hand, the landmarks, bonus tiles and VP
tiles that are left.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import lutetia
from lutetia.companion import Laid, check_names
from lutetia.core.edition import Source
from lutetia.core.errors import Fault
from lutetia.core.game import Game
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json, copy_json
from lutetia.core.random import Rng
from lutetia.games.paris.companion.settle import Checked, check_components, named_seat, on_table
from lutetia.games.paris.companion.tiles import UNKNOWN, Components, tile_name
from lutetia.games.paris.companion.turn import Turn, written_question
from lutetia.games.paris.rules import Paris, deal
from lutetia.games.paris.rules.bonus import EXTRA_KEY, GOODS, PLACE, TILES, tiles_that
from lutetia.games.paris.rules.determinize import determinize_from
from lutetia.games.paris.rules.edition import end_tiles
from lutetia.games.paris.rules.kernel import ParisKernel
from lutetia.games.paris.rules.limits import SPACES
from lutetia.games.paris.rules.notation import Notation, bits
from lutetia.games.paris.rules.scoring import EIGHTS, ENDS, LEDGER, SECTIONS, UNTOLD

LEDGER_PLACE = {"eights": EIGHTS, "sections": SECTIONS, "end_tiles": ENDS, "bonus": UNTOLD}


def ruleset(position: Json, *, rules: int | None = None, edition: Source = None, options: Json | None = None) -> Paris:
    found = lutetia.ruleset("paris", rules=rules, edition=edition, options=options, players=position["players"])
    assert isinstance(found, Paris)
    return found


# ---- from a game --------------------------------------------------------------------------------------------------


def written(game: Game) -> Json:
    """The position with full information: what is behind the screens counts too."""
    ruleset, kernel = game.ruleset, game.kernel
    assert isinstance(ruleset, Paris)
    assert isinstance(kernel, ParisKernel)
    notation, view = ruleset.notation, game.view(None)["position"]
    setup = deal.written(kernel, notation)
    drawn = [kernel.top[s] - kernel.height * s for s in range(notation.stacks)]
    held = Counter(notation.ends[i % 12] for i, n in enumerate(kernel.ends) for _n in range(n))
    left = Counter({kind: kernel.end_left[k] for k, kind in enumerate(notation.ends)})
    play = {
        "seat": game.seat,
        "first": game.first,
        "over": game.over,
        "round": view["round"],
        "turns_left": view["turns_left"] or None,
        "phase": None if game.over else view["phase"],
        "stacks": [{"drawn": s[:n], "left": s[n:]} for s, n in zip(setup["stacks"], drawn, strict=True)],
        "returned": setup["returned"],
        "landmarks": _without_keys(kernel, notation),
        "buildings": _per_space(kernel.building, ruleset, notation.types),
        "dealt": setup["tokens"],
        "beside": {name: list(part) for name, part in _per_space(kernel.beside, ruleset, GOODS).items()},
        "track": setup["track"],
        "ends_used": dict(end_tiles(ruleset.edition.data) - held - left),
        "half": [TILES[tile] for tile in bits(kernel.half)],
        "question": written_question(kernel, notation),
        "seats": {seat: _written_seat(kernel, notation, s) for s, seat in enumerate(ruleset.seats)},
    }
    return on_table(game) | {"play": play}


def _without_keys(kernel: ParisKernel, notation: Notation) -> dict[str, list[str]]:
    """The landmarks in each district that have no key on them."""
    found = {
        name: [notation.bits[bit] for bit in bits(kernel.landmarks[d] & ~kernel.taken[d])]
        for d, name in enumerate(notation.districts)
    }
    return {name: found[name] for name in notation.printed if found[name]}


def _written_seat(kernel: ParisKernel, notation: Notation, s: int) -> Json:
    return {
        "used": sorted(TILES[tile] for tile in bits(kernel.owned[s] & ~kernel.unused[s])),
        "meeple": kernel.meeple[s],
        "banks": [name for name in notation.printed if kernel.banks[s] >> notation.districts.index(name) & 1],
        "arc": bool(kernel.arc[s]),
        "sold": kernel.sold[s],
    }


def _per_space(numbers: Any, ruleset: Paris, names: tuple[str, ...]) -> dict[str, dict[str, str]]:
    """What lies on each building space, by district and value."""
    notation, numbers = ruleset.notation, list(numbers)
    found = {}
    for district in notation.printed:
        first = SPACES * notation.districts.index(district)
        there = {str(value): numbers[first + notation.bits.index(str(value))] for value in notation.values}
        found[district] = {value: names[number] for value, number in there.items() if number >= 0}
    return found


# ---- what a seat may know -----------------------------------------------------------------------------------------


def known(position: Json, seat: str | None) -> Json:
    """Without the order of the stacks (P11) and the end-game tiles of others (P70).

    The rest has been seen by all: who followed the game knows it, whatever is behind the screens now (P80).
    """
    shown: Json = copy_json(position)
    del shown["play"]["returned"]
    for stack in shown["play"]["stacks"]:
        del stack["left"]
    for other, has in shown["seats"].items():
        if other != seat and has["ends"]:
            has["ends"] = {UNKNOWN: sum(has["ends"].values())}
    return shown


def imagined(ruleset: Paris, view: Json, viewer: int, rng: Rng) -> tuple[Json, list[Json]]:
    start: Json = copy_json(view["start"])
    drawn = [len(stack["drawn"]) for stack in start["play"]["stacks"]]
    hidden = [
        (s, seat) for s, seat in enumerate(ruleset.seats) for _n in range(start["seats"][seat]["ends"].get(UNKNOWN, 0))
    ]

    def begin(setup: Json) -> ParisKernel:
        """What is hidden of the stacks is filled in; after the end nothing is. Hidden end-game tiles are any."""
        for stack, tiles, n in zip(start["play"]["stacks"], setup["stacks"], drawn, strict=True):
            stack.setdefault("left", tiles[n:])
        start["play"].setdefault("returned", setup["returned"])
        kernel = lay_out(ruleset, start, rng).kernel
        assert isinstance(kernel, ParisKernel)
        return kernel

    seen = Counter(start["play"]["ends_used"])
    for has in start["seats"].values():
        seen.update({kind: n for kind, n in has["ends"].items() if kind != UNKNOWN})
    kinds, turns = determinize_from(
        ruleset, ruleset.notation, view, viewer, rng, begin, [s for s, _seat in hidden], seen
    )
    for has in start["seats"].values():
        has["ends"].pop(UNKNOWN, None)
    for (_s, seat), kind in zip(hidden, kinds, strict=True):
        ends = start["seats"][seat]["ends"]
        ends[kind] = ends.get(kind, 0) + 1
    return start, turns


# ---- to a game ----------------------------------------------------------------------------------------------------


def lay_out(ruleset: Paris, position: Json, rng: Rng) -> Laid:
    play: Json = position.get("play") or {}
    if position["players"] != len(ruleset.seats):
        raise ValueError(
            _("the position is for {n} players, not {found}", n=position["players"], found=len(ruleset.seats))
        )
    _check_play_names(play, ruleset)
    components = Components(ruleset, play, rng)
    position = components.with_ends(position)
    check_components(position, ruleset)
    checked = Checked(position, ruleset, play.get("landmarks") or {})
    components.fill(checked)
    turn = Turn(ruleset, checked, play, components)
    seats = _Seats(ruleset, checked, play, turn)
    kernel = ruleset.new_kernel()
    faults = [*checked.faults, *components.faults, *turn.faults, *seats.faults]
    kernel.set_up(components.stack, components.dealt, components.track, turn.first)
    kernel.arrange(checked.city_fields(kernel) | checked.seat_fields())
    kernel.arrange(components.fields(kernel) | seats.fields(kernel) | turn.fields())
    if not faults:
        faults = turn.finish(kernel)
    return Laid(faults, kernel, deal.written(kernel, ruleset.notation), turn.first)


def _check_play_names(play: Json, ruleset: Paris) -> None:
    """Raises ValueError for a component that the game does not have."""
    notation, seats = ruleset.notation, play.get("seats") or {}
    stacks, question = play.get("stacks") or [], play.get("question") or {}
    tiles = [tile for stack in stacks for tile in (*stack["drawn"], *(stack.get("left") or ())) if tile]
    tiles += [*(play.get("returned") or ()), *([question["tile"]] if question.get("tile") else ())]
    by_district = [play.get(part) or {} for part in ("buildings", "dealt", "beside")]
    landmarks = play.get("landmarks") or {}
    properties = [f"{district}:{name}" for district in notation.districts for name in notation.bits]
    check_names(
        {
            _("seat"): (ruleset.seats, [*seats, *(seat for key in ("seat", "first") if (seat := play.get(key)))]),
            _("district"): (
                notation.districts,
                [
                    *(d for part in (*by_district, landmarks) for d in part),
                    *(d for has in seats.values() for d in has.get("banks") or ()),
                ],
            ),
            _("landmark"): (notation.landmarks, [name for names in landmarks.values() for name in names]),
            _("value of a building"): (
                [str(value) for value in notation.values],
                [value for part in by_district for spaces in part.values() for value in spaces],
            ),
            _("type of a building"): (
                notation.types,
                [t for part in by_district[:1] for s in part.values() for t in s.values()],
            ),
            _("building tile"): (
                [f"{district} {value}" for district in notation.printed for value in notation.values],
                map(tile_name, tiles),
            ),
            _("property"): (properties, [question["goal"]] if question.get("goal") else []),
            _("end-game tile"): (notation.ends, play.get("ends_used") or ()),
        }
    )


class _Seats:
    """What the seats have besides the table: bonus tiles, keys, meeples, and where their points came from."""

    def __init__(self, ruleset: Paris, checked: Checked, play: Json, turn: Turn) -> None:
        self.ruleset, self.checked, self.turn = ruleset, checked, turn
        self.faults: list[Fault] = []
        told = play.get("seats") or {}
        self.told: dict[str, Json] = {seat: told.get(seat) or {} for seat in ruleset.seats}
        self.used = {seat: set(has.get("used") or ()) for seat, has in self.told.items()}
        self.half: list[int] = play.get("half") or []
        self.reserve: list[int] = [0] * 4
        self.hand: list[int] = [0] * 4
        self._bonus()
        self._keys()

    def fault(self, reason: str, rule: str, **values: object) -> None:
        self.faults.append(Fault(reason, rule, values))

    def _bonus(self) -> None:
        """P4, P50, P53: a number once for each seat, enough copies, and half of a tile only in the turn."""
        owned = []
        for seat, used in self.used.items():
            unused = set(self.checked.position["seats"][seat]["unused"])
            owned += [*used, *unused - used]
            for tile in sorted(used & unused):
                self.fault(
                    N_("{seat} has used bonus tile {tile} but still has it."),
                    "P50",
                    seat=named_seat(seat),
                    tile=tile,
                )
        for tile, n in sorted(Counter(owned).items()):
            most = len(self.ruleset.seats) - 1 if tile in self.checked.data["bonus"]["copies"] else 1
            if n > most:
                self.fault(
                    N_("{n} players have owned bonus tile {tile}; the game has {most}."),
                    "P4",
                    n=n,
                    tile=tile,
                    most=most,
                )
        for tile in self.half:
            if self.turn.seat is None or tile not in self.used[self.turn.seat]:
                reason = N_("Half of bonus tile {tile} can be left only in the turn of the player who used it.")
                self.fault(reason, "P53", tile=tile)
        if self.turn.seat and self.turn.paid(self.half) < 0:
            reason = N_("{seat} has fewer francs than the remaining half of a bonus tile is worth.")
            self.fault(reason, "P53", seat=named_seat(self.turn.seat))

    def _keys(self) -> None:
        """P14, P30: the keys that are neither in the city nor waiting are in hand or in the reserve."""
        players = self.checked.data["players"]
        extra = set(tiles_that(EXTRA_KEY))
        for s, seat in enumerate(self.ruleset.seats):
            self.reserve[s] = players["keys_in_reserve"] - len(self.used[seat] & extra)
            has = self.told[seat]
            out = sum(keys.count(seat) for _district, _name, keys in self.checked.keys)
            out += len(set(has.get("banks") or ())) + bool(has.get("arc"))
            self.hand[s] = players["keys_in_hand"][str(len(self.ruleset.seats))] + len(self.used[seat] & extra) - out
            if self.hand[s] < 0 or self.reserve[s] < 0:
                reason = N_("{seat} has {n} keys on the board, but only {most} without more extra keys.")
                self.fault(reason, "P14", seat=named_seat(seat), n=out, most=out + self.hand[s])

    def fields(self, kernel: ParisKernel) -> Json:
        position = self.checked.position
        fields: Json = {name: [0] * 4 for name in ("owned", "meeple", "banks", "arc", "sold")}
        earned = [0] * (4 * LEDGER)
        copies = list(kernel.copies)
        for s, seat in enumerate(self.ruleset.seats):
            has, owned = self.told[seat], self.used[seat] | set(position["seats"][seat]["unused"])
            fields["owned"][s] = sum(1 << PLACE[tile] for tile in owned)
            for tile in owned:
                copies[PLACE[tile]] -= 1
            fields["meeple"][s] = self._meeple(list(kernel.track), owned, has.get("meeple"))
            fields["banks"][s] = sum(1 << self.ruleset.notation.districts.index(d) for d in set(has.get("banks") or ()))
            fields["arc"][s], fields["sold"][s] = int(bool(has.get("arc"))), has.get("sold") or 0
            told = position["seats"][seat]["earned"]
            for source, n in told.items():
                earned[LEDGER * s + (PLACE[int(source)] if source.isdigit() else LEDGER_PLACE[source])] += n
            earned[LEDGER * s + UNTOLD] += position["seats"][seat]["vp"] - sum(told.values())
        half = sum(1 << PLACE[tile] for tile in self.half)
        keys = {"hand": self.hand, "reserve": self.reserve}
        return fields | keys | {"earned": earned, "copies": copies, "half": half}

    @staticmethod
    def _meeple(track: list[int], owned: set[int], told: int | None) -> int:
        """The space of a meeple; if nobody told, that of the farthest tile."""
        return max((track.index(PLACE[tile]) + 1 for tile in owned), default=0) if told is None else told
