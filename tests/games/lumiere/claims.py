"""Assertions about a game, one line each in the tests."""

from __future__ import annotations

from typing import Any

from lutetia import Game
from lutetia.games.lumiere.rules.deal import SEATS


def play(g: Game, *steps: str) -> None:
    for step in steps:
        g.play(step)


def here(g: Game) -> dict[str, Any]:
    """The position as the seat on turn sees it."""
    return g.view(g.seat)["position"]


def held(g: Game) -> list[int]:
    """The tiles in the hand of the seat on turn."""
    return here(g)["held"][g.seat]


def legal(g: Game, start: str) -> list[str]:
    """The legal steps that begin with this text."""
    return [step for step in g.legal() if step.startswith(start)]


def pave(g: Game) -> None:
    """Place all tiles, each unturned on the first empty square."""
    while here(g)["phase"] == "paving":
        g.play(next(iter(legal(g, "tile")), "pass"))


def points(g: Game, seat: str, source: str = "total") -> int:
    """A seat's points from one source or in total. The kernel must agree with the score sheet."""
    sheet = g.score()[seat]
    assert g.kernel.points_of(SEATS.index(seat)) == sheet["total"]
    return sheet["total"] if source == "total" else sheet[source]["points"]


def card_points(g: Game, card: str) -> int:
    """The points that a postcard earns its owner."""
    owner = next(page["owner"] for page in here(g)["postcards"] if page["name"] == card)
    rival = SEATS[1 - SEATS.index(owner)]
    assert points(g, rival, "postcards") == 0
    assert points(g, owner, "postcards") == g.score()[owner]["postcards"]["cards"][card]["points"]
    return points(g, owner, "postcards")


def building(g: Game, name: str) -> dict[str, Any]:
    """A building on the board: owner, spaces, annex, size, the lamps that light it, points."""
    return next(sheet for sheet in here(g)["buildings"] if sheet["name"] == name)


def lit_by(g: Game, name: str) -> list[str]:
    """The lamps that light a building; its points, and the kernel's, are its size for each of them (L60)."""
    sheet = building(g, name)
    assert sheet["points"] == sheet["size"] * len(sheet["lamps"])
    assert points(g, sheet["owner"], "lit") >= sheet["points"]
    return sheet["lamps"]


def lamps_of_kind(g: Game, kind: str) -> list[dict[str, Any]]:
    """The burning lamps of a kind (printed, lamp, large-lamp) with the spaces they light."""
    return [lamp for lamp in here(g)["lamps"] if lamp["kind"] == kind]


def card_state(g: Game, card: str) -> str:
    """Whether a postcard is open, kept or used."""
    state: str = next(page["state"] for page in here(g)["postcards"] if page["name"] == card)
    return state
