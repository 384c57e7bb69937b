"""A game in progress, with assertions about it, one line each in the tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from lutetia import Game, IllegalStep
from lutetia.core.json_types import Json

from ...refusals import refused
from .names import LANDMARKS, PRIZES, SEATS

if TYPE_CHECKING:
    from .drawing import Box


class Scene:
    """A game in the notation of the bundled edition, whichever edition is in use (see drawing.py)."""

    def __init__(self, box: Box, game: Game) -> None:
        self.box, self.game = box, game

    @property
    def kernel(self) -> Any:
        """The kernel, for reading its fields."""
        return self.game._kernel

    @property
    def seat(self) -> str | None:
        return self.game.seat

    @property
    def over(self) -> bool:
        return self.game.over

    def copy(self) -> Scene:
        return Scene(self.box, self.game.copy())

    def play(self, *steps: str) -> Scene:
        for step in steps:
            self.game.play(self.box.own(step))
        return self

    def legal(self, *starts: str) -> list[str]:
        """The legal steps that begin with this text (by default all), sorted."""
        steps = sorted(map(self.box.bundled, self.game.legal()))
        return [step for step in steps if step.startswith(starts)] if starts else steps

    def can(self, step: str) -> bool:
        return self.box.own(step) in self.game.legal()

    def refuses(self, step: str, rule: str) -> IllegalStep:
        """Assert that this rule forbids the step, and that trying it changes nothing."""
        return refused(self.game, self.box.own(step), rule)

    def knows_no(self, step: str) -> None:
        """Assert that the notation has no such step."""
        assert self.box.own(step) not in self.game.ruleset.step_ids
        with pytest.raises(IllegalStep):
            self.play(step)

    @property
    def here(self) -> Json:
        """The position as the seat on turn sees it."""
        return self.seen(self.seat)

    def seen(self, seat: str | None) -> Json:
        """The position as a seat, or a spectator, sees it."""
        position: Json = self.game.view(seat)["position"]
        return position

    def of(self, seat: str) -> Json:
        """What a seat has, as it sees it itself."""
        has: Json = self.seen(seat)["seats"][seat]
        return has

    def francs(self, seat: str) -> int:
        return int(self.of(seat)["francs"])

    def vp(self, seat: str) -> int:
        """VP on the score track, without those that are added at the end."""
        return int(self.of(seat)["vp"])

    def tokens(self, seat: str) -> dict[str, int]:
        return {good: n for good, n in self.of(seat)["tokens"].items() if n}

    def unused(self, seat: str) -> list[int]:
        return sorted(map(int, self.of(seat)["unused"]))

    def used(self, seat: str) -> list[int]:
        return list(self.of(seat)["used"])

    def ends(self, seat: str) -> dict[str, int]:
        return {self.box.bundled_names.get(kind, kind): n for kind, n in self.of(seat)["ends"].items()}

    def ends_left(self) -> Json:
        """The end-game tiles by kind, as the seat on turn sees them."""
        return {self.box.bundled_names.get(kind, kind): n for kind, n in self.here["end_tiles"]["kinds"].items()}

    def supply(self) -> dict[str, int]:
        return {good: n for good, n in self.here["supply"].items() if n}

    def keys(self, place: str) -> list[str]:
        """Whose keys are on a property, in a bank (`bank:Chaillot`) or on the `arc`."""
        if place == "arc":
            return list(self.here["arc"])
        left, right = place.split(":")
        if left == "bank":
            return list(self.here["districts"][right]["bank"]["keys"])
        name, part = self.box.own_name(right), self.here["districts"][left]
        return list((part["landmarks"] if name.startswith("L") else part["buildings"])[name]["keys"])

    def building(self, place: str) -> Json:
        """A building space: type, token, keys."""
        district, value = place.split(":")
        space: Json = self.here["districts"][district]["buildings"][self.box.own_name(value)]
        return space

    def landmarks(self, district: str) -> list[str]:
        names = {self.box.own_name(name): name for name in LANDMARKS}
        return [names[name] for name in self.here["districts"][district]["landmarks"]]

    def display(self) -> list[str]:
        """The landmarks that are in no district yet."""
        return [name for name in LANDMARKS if self.box.value(name) in self.here["display"]]

    def prize(self, district: str) -> str | None:
        """The VP tile of a district."""
        tile = self.here["districts"][district]["vp_tile"]
        return None if tile is None else PRIZES[self.box.prizes.index(tile)]

    def prizes_left(self) -> list[str]:
        return [tile for tile in PRIZES if self.box.prize(tile) in self.here["vp_tiles"]]

    def asked(self) -> str | None:
        """The open question: track, section, vp, pay, site or pair."""
        question = self.here["question"]
        return question["ask"] if question else None

    def meeples(self, space: int) -> list[str]:
        return list(self.here["track"][space - 1]["meeples"])

    def on_track(self) -> list[int]:
        """The tile numbers left on the track."""
        return sorted(space["number"] for space in self.here["track"] if space["left"])

    def points(self, seat: str) -> int:
        """The seat's VP if the game ended now. The kernel must agree with the score sheet."""
        total: int = self.game.score()["seats"][seat]["total"]
        assert self.kernel.points_of(SEATS.index(seat)) == total
        return total

    def result(self) -> Json:
        result = self.game.result()
        assert result is not None
        assert result["vp"] == {seat: self.points(seat) for seat in self.game.ruleset.seats}
        return result

    def won(self, district: str) -> list[int]:
        """What each seat has won in a district at the end."""
        return list(self.result()["districts"][district].values())


def ended(box: Box, city: str = "", players: int = 2, **seats: str) -> Scene:
    """The described game has just ended."""
    return box.position(city, players=players, turns_left=1, stage="done", **seats).play("done")
