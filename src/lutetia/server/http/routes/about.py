"""The route of the about page: who made the games, and that this is not theirs."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel

from lutetia.server.http.dependencies import error_responses
from lutetia.server.tasks import house

router = APIRouter(prefix="/api", tags=["server"])


class CreditLine(BaseModel):
    """What some people or companies did for a game."""

    role: str
    names: list[str]


class GameCredits(BaseModel):
    game: str
    title: str
    credits: list[CreditLine]


class About(BaseModel):
    """`named` introduces the credits; only games that name somebody are listed."""

    version: str
    no_affiliation: str
    named: str
    games: list[GameCredits]


@router.get("/about", responses=error_responses())
async def about() -> About:
    """Who made the published games, as their rulebooks name them."""
    return About(**house.about())
