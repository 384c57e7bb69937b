"""Whose turn it is in a position of Paris set up by hand, how far it is, and what is asked."""

from __future__ import annotations

from lutetia.core.errors import Fault
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.core.kernel import StepList
from lutetia.games.paris.companion.settle import Checked
from lutetia.games.paris.companion.tiles import Components
from lutetia.games.paris.rules import Paris
from lutetia.games.paris.rules.bonus import EFFECTS, GOODS, PAIRS, RESOURCES, tiles_that
from lutetia.games.paris.rules.kernel import ParisKernel
from lutetia.games.paris.rules.limits import EIGHT
from lutetia.games.paris.rules.notation import BITS, Notation
from lutetia.games.paris.rules.view import QUESTIONS, question

OF_A_MOVE = ("pay", "track", "section", "vp")
"""The questions that follow from the move of a key."""


def written_question(kernel: ParisKernel, notation: Notation) -> Json | None:
    """The open question as a document has it."""
    asked = question(kernel, notation)
    if asked is None:
        return None
    asks: Json = {"ask": asked["ask"], "then": asked["then"]}
    if any(name in OF_A_MOVE for name in (asks["ask"], *asks["then"])):
        asks["goal"] = notation.property(kernel.goal)
    if asks["ask"] == "pay":
        asks["owed"] = asked["owed"]
    if "section" in (asks["ask"], *asks["then"]):
        asks["open"] = {good: n for g, good in enumerate(GOODS) if (n := kernel.open_sections[g])}
    if asks["ask"] == "site":
        asks["tile"] = asked["tile"]
    if asks["ask"] == "pair":
        asks |= {"bonus": asked["tile"], "pairs": kernel.pairs}
    return asks


class Turn:
    """What `play` tells of the turn, with the rest filled in."""

    def __init__(self, ruleset: Paris, checked: Checked, play: Json, components: Components) -> None:
        self.ruleset, self.notation, self.checked = ruleset, ruleset.notation, checked
        self.play, self.components = play, components
        self.faults: list[Fault] = []
        self.players = len(ruleset.seats)
        self.question: Json = play.get("question") or {}
        self.over = bool(play.get("over"))
        tiles = components.tiles_left
        self.phase: str = play.get("phase") or ("draw" if tiles > 0 and not self.question else "action")
        self.first = ruleset.seats.index(play.get("first") or ruleset.seats[0])
        drawn = sum(map(len, components.drawn))
        before = drawn - (self.phase != "draw") if tiles > 0 else 0  # P20: every turn begins with a draw
        self.seat: str | None = play.get("seat") or ruleset.seats[(self.first + max(0, before)) % self.players]
        played = (play.get("round") or max(0, before) // self.players + 1) - 1
        if self.over:
            self.seat = None
            self.turn = self.players * (played + 1)
        else:
            self.turn = self.players * played + (ruleset.seats.index(self.seat) - self.first) % self.players
        self.last = self._last()
        self._check()

    def fault(self, reason: str, rule: str, **values: object) -> None:
        self.faults.append(Fault(reason, rule, values))

    def _last(self) -> int:
        """P72: the round in which the last end-game tile is taken and one more; -1 before."""
        told = self.play.get("turns_left")
        if self.components.ends_left:
            if told is not None or self.over:
                self.fault(
                    N_("The number of turns is limited only after the last end-game tile has been taken."), "P72"
                )
            return -1
        if self.over:
            return self.turn
        last = (self.turn // self.players + 2) * self.players
        if told is None:
            return last
        if (self.turn + told) % self.players or self.turn + told > last:
            self.fault(N_("There cannot be {n} turns left: every player has the same number of turns."), "P72", n=told)
        return self.turn + int(told)

    def _check(self) -> None:
        if self.phase == "draw" and self.components.tiles_left <= 0 and not self.over:
            self.fault(N_("There is no building tile left to draw."), "P20")
        if self.question and (self.over or self.phase == "draw" or not self._question_fits()):
            self._no_question()

    def _no_question(self) -> None:
        self.fault(N_("The question “{ask}” cannot come up in this position."), "P22", ask=self.question["ask"])

    def _question_fits(self) -> bool:
        """Whether the question can follow from what the seat has done."""
        ask, asked = self.question["ask"], (self.question["ask"], *(self.question.get("then") or ()))
        if any(name in OF_A_MOVE for name in asked) and not self._goal_fits(asked):
            return False
        if ask == "site":
            return self.ruleset.options["any_district"] and self._site_fits()
        used = ((self.play.get("seats") or {}).get(self.seat) or {}).get("used") or ()
        return ask != "pair" or (self.question.get("bonus") in tiles_that(PAIRS) and self.question["bonus"] in used)

    def _site_fits(self) -> bool:
        return any(self.components.site in stack for stack in self.components.drawn)

    def _goal_fits(self, asked: tuple[str, ...]) -> bool:
        """P43, P46, P47: the key is there, and no more is open than the property asks for."""
        district, _colon, name = (self.question.get("goal") or ":").partition(":")
        if self.phase != "done" or not any(
            (d, n) == (district, name) and self.seat in keys for d, n, keys in self.checked.keys
        ):
            return False
        mark = self.notation.landmarks.get(name)
        buildings = self.checked.data["buildings"]
        toll = [*buildings["bonus_move_free"], buildings["bonus_move_paid"]["value"]]
        cost = {good: mark.get(good, 0) for good in RESOURCES} if mark else {}
        if name == str(EIGHT):
            cost = {"wood": buildings["wood_for_8"]}
        owed, still_open = self.question.get("owed") or {}, self.question.get("open") or {}
        return (
            ("track" not in asked or name in map(str, toll))
            and ("section" not in asked or (mark is not None and any(still_open.values())))
            and ("pay" not in asked or any(owed.values()))
            and all(n <= cost.get(good, 0) for good, n in owed.items())
            and all(n <= (mark["sections"].count(good) if mark else 0) for good, n in still_open.items())
        )

    def paid(self, half: list[int]) -> int:
        """The francs of the seat on turn without what the open halves of bonus tiles are worth (P53)."""
        price = self.checked.data["tokens"]["sell"]
        worth: int = sum(max(price[good] for good in EFFECTS[tile].goods) for tile in half)
        francs: int = self.checked.position["seats"][self.seat]["francs"]
        return francs - worth

    def fields(self) -> Json:
        """The kernel's fields. A game that is over is arranged before the last `done`, which `finish` plays."""
        seats = self.ruleset.seats
        francs = [self.checked.position["seats"][seat]["francs"] for seat in seats] + [0] * (4 - self.players)
        if self.seat:
            francs[seats.index(self.seat)] = self.paid(self.play.get("half") or [])
        return {
            "seat": seats.index(self.seat) if self.seat else (self.first - 1) % self.players,
            "turn": self.turn - self.over,
            "last": self.last,
            "draw_due": self.phase == "draw" and not self.over,
            "acted": self.phase == "done" or self.over,
            "francs": francs,
        } | self._question_fields()

    def _question_fields(self) -> Json:
        if not self.question or self.faults:
            return {}
        goal, tile = self.question.get("goal"), self.components.site
        asked = [*reversed(self.question.get("then") or ()), *(["arrive"] if self.question["ask"] == "pay" else [])]
        asked.append(self.question["ask"])
        owed, still_open = self.question.get("owed") or {}, self.question.get("open") or {}
        found: Json = {
            "depth": len(asked),
            "asked": [0, *map(QUESTIONS.index, asked), *[0] * (7 - len(asked))],
            "owed": [owed.get(good, 0) for good in GOODS],
            "open_sections": [still_open.get(good, 0) for good in GOODS],
            "pairs": self.question.get("pairs") or 0,
        }
        if goal:
            district, name = goal.split(":")
            paid = self.checked.data["buildings"]["bonus_move_paid"]
            found["goal"] = BITS * self.notation.districts.index(district) + self.notation.bits.index(name)
            found["toll"] = paid["francs"] if name == str(paid["value"]) else 0
        if tile:
            found["siting"] = self.components.number(tile)
        if self.question.get("bonus"):
            found["pairing"] = tiles_that(PAIRS).index(self.question["bonus"])
        return found

    def finish(self, kernel: ParisKernel) -> list[Fault]:
        """End a game that is over: sales and the final count (P73). Otherwise check that the question has answers."""
        if self.over:
            sold = list(kernel.sold)
            kernel.play(self.notation.numbers["done"])
            kernel.arrange({"sold": [told + now for told, now in zip(sold, kernel.sold, strict=True)]})
        elif self.question:
            listed = StepList(len(self.ruleset.step_texts))
            kernel.list(listed)
            answers = [step for step in listed.words(self.ruleset.step_texts) if step.startswith(self.question["ask"])]
            if not answers or not kernel.stands():
                self._no_question()
        return self.faults
