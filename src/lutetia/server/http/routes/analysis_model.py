"""An analysis as the API returns it; docs/records.md describes it. `from` is a word of Python, so it has an alias."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class AnalysedPosition(BaseModel):
    """The position after `at` steps. `seat` decides there; `forced`: it has only one step."""

    at: int
    seat: str | None
    chances: dict[str, float]
    margins: dict[str, float]
    proven: bool
    forced: bool


class AnalysedTurn(BaseModel):
    """A turn against the best one. The two differ from step `from` on; `at`: how many steps come before the turn.
    `until`: how many steps that were played are compared; if the best turn ends where it shows something new, fewer
    than all.

    `loss` is in probability of winning, `points` what it costs by the end, and `sources` says where. `gap`: what
    another choice would have lost, where the best was played. `why` and all other texts are in the reader's language.
    """

    turn: int
    at: int
    seat: str
    phase: str
    played: list[str]
    best: list[str]
    played_text: list[str]
    best_text: list[str]
    start: int = Field(alias="from")
    until: int
    loss: float
    points: float
    sources: dict[str, float]
    sources_text: str
    judgement: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    why: str
    gap: float


class PhaseAccuracy(BaseModel):
    phase: str
    accuracy: dict[str, float | None]


class AnalysisSummary(BaseModel):
    """Accuracy by part of the game in percent, and the numbers of each seat's best and worst turn, if it has one."""

    phases: list[PhaseAccuracy]
    best: dict[str, int | None]
    worst: dict[str, int | None]


class AnalysisReport(BaseModel):
    """What has been found so far. `complete`: nothing will change any more. `phases`: names of the game's parts."""

    game: str
    seats: list[str]
    positions: list[AnalysedPosition]
    turns: list[AnalysedTurn]
    accuracy: dict[str, float | None]
    summary: AnalysisSummary
    complete: bool
    phases: dict[str, str]
