"""Routes for puzzles: the lists, the puzzle of the day, a position to try turns in, and the judgement of answers.

The solution stays on the server until it is found or asked for. A member's first answer, a hint or a look at the
solution ends the attempt that counts; guests keep their progress in the browser.
"""

from __future__ import annotations

from typing import Annotated, Literal

import orjson
import sqlalchemy as sa
from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.puzzles import Puzzle, judge
from lutetia.server.errors import Refused
from lutetia.server.http.dependencies import (
    Asker,
    GameName,
    PersonOrGuest,
    TheServices,
    WorkOwner,
    error_responses,
    json_response,
    known_game,
)
from lutetia.server.http.routes.hints import Prospects, StepPreview
from lutetia.server.http.routes.records import ShareToken
from lutetia.server.http.routes.texts import PositionText
from lutetia.server.people import puzzle_ratings
from lutetia.server.people.puzzle_ratings import Counted
from lutetia.server.people.sessions import Person
from lutetia.server.services import Services
from lutetia.server.store import shares
from lutetia.server.tasks import puzzle_progress
from lutetia.server.tasks import puzzles as tasks
from lutetia.strict_model import StrictModel

router = APIRouter(prefix="/api", tags=["puzzles"])

DAY = 86_400_000
PuzzleId = Annotated[str, Path(min_length=1, max_length=20, pattern=r"^[0-9a-z]+$")]
Step = Annotated[str, Field(max_length=200)]
Steps = Annotated[list[Step], Field(default_factory=list, max_length=200)]


class PuzzleTheme(BaseModel):
    name: str
    title: str
    count: int


class PuzzleGame(BaseModel):
    """The puzzles of a game: how many, of which themes, and which one is today's."""

    game: str
    count: int
    themes: list[PuzzleTheme]
    daily: str


class PuzzleOverview(BaseModel):
    """`day` is counted from 1970, in UTC. The same puzzle is everybody's on a day."""

    day: int
    games: list[PuzzleGame]


class PuzzleEntry(BaseModel):
    """A puzzle in a list. `solved`: how the asker's first attempt went; null: none, or the asker is no member."""

    id: str
    rating: int
    goal: str
    asked: int
    players: int
    themes: list[str]
    solved: bool | None


class PuzzleInfo(PuzzleEntry):
    """A puzzle before it is solved. `steps`: of the game before the position; `day`: if it is today's."""

    game: str
    seat: str
    seats: list[str]
    steps: int
    goal_text: str
    theme_titles: list[str]
    day: int | None


class PuzzleScene(BaseModel):
    """The position after further steps. `whole_turn`: a turn has just ended, so that it can be handed in."""

    view: Json
    legal: list[str]
    told: PositionText
    whole_turn: bool


class PuzzleSteps(StrictModel):
    """Further steps from the position of the puzzle."""

    steps: Steps


class PuzzlePreview(PuzzleSteps):
    step: Step


class PuzzleAnswer(StrictModel):
    """The turns of the seat so far, each whole, without the replies in between."""

    turns: Annotated[list[Annotated[list[Step], Field(max_length=200)]], Field(min_length=1, max_length=10)]


class PuzzleResult(BaseModel):
    """What the attempt that counts did to a member's puzzle rating."""

    solved: bool
    before: int
    after: int


class PuzzleSolution(BaseModel):
    """Best play: the turns of all seats, in order; and why, in words."""

    turns: list[list[str]]
    text: str


class PuzzleVerdict(BaseModel):
    """What became of an answer: it is wrong, or right with more to find, or solves the puzzle.

    `replies` are the steps with which the rivals answer; those to a wrong turn refute it. `lost`: points. `result` is
    there if this ended a member's first attempt.
    """

    status: Literal["wrong", "more", "solved"]
    replies: list[str]
    text: str
    lost: int
    solution: PuzzleSolution | None = None
    result: PuzzleResult | None = None


class PuzzleHint(BaseModel):
    step: str
    text: str
    result: PuzzleResult | None = None


class GivenUp(BaseModel):
    solution: PuzzleSolution
    result: PuzzleResult | None = None


class PuzzleProgress(BaseModel):
    """A member's puzzles of a game. `run`: solved in a row; `curve`: the rating after each attempt, the last 200."""

    game: str
    points: int
    provisional: bool
    tried: int
    solved: int
    run: int
    best_run: int
    curve: list[int]


class MyPuzzles(BaseModel):
    """`days`: on how many days in a row a puzzle of the day was solved. Empty for guests."""

    days: int
    games: list[PuzzleProgress]


@router.get("/puzzles", responses=error_responses())
async def overview(services: TheServices) -> PuzzleOverview:
    """The games that have puzzles, their themes, and the puzzles of the day."""
    return PuzzleOverview(**tasks.overview(_today(services)))


@router.get("/puzzles/of/{game}", responses=error_responses(404))
async def of_game(game: GameName, services: TheServices, asker: Asker) -> list[PuzzleEntry]:
    """All puzzles of a game."""
    tried = await _tried(services, asker, known_game(game))
    return [PuzzleEntry(**one) for one in tasks.entries(game, tried)]


@router.get("/me/puzzles", responses=error_responses())
async def mine(services: TheServices, asker: Asker) -> MyPuzzles:
    """My ratings and streaks. They are kept for members."""
    if asker is None or not asker.member:
        return MyPuzzles(days=0, games=[])
    id = asker.id
    attempts, ratings = await services.database.read(
        lambda c: (puzzle_ratings.attempts_of(c, id), puzzle_ratings.ratings_of(c, id))
    )
    return MyPuzzles(**puzzle_progress.progress(attempts, ratings, _today(services)))


@router.get("/puzzles/{id}", responses=error_responses(404))
async def one(id: PuzzleId, services: TheServices, asker: Asker) -> PuzzleInfo:
    """A puzzle, without its solution."""
    found = tasks.find(id)
    return PuzzleInfo(**tasks.info(found, await _tried(services, asker, found.game), _today(services)))


@router.post("/puzzles/{id}/position", response_model=PuzzleScene, responses=error_responses(404))
async def position(id: PuzzleId, wanted: PuzzleSteps, services: TheServices, owner: WorkOwner) -> Response:
    """The position of a puzzle after further steps of any seat, with its texts. All hands are open."""
    return json_response(await services.jobs.compute(owner, tasks.scene, tasks.find(id).id, wanted.steps))


@router.post("/puzzles/{id}/preview", response_model=StepPreview, responses=error_responses(404))
async def preview(id: PuzzleId, wanted: PuzzlePreview, services: TheServices, owner: WorkOwner) -> Response:
    """What a step would change there, or why it is illegal."""
    return json_response(
        await services.jobs.compute(owner, tasks.preview, tasks.find(id).id, wanted.steps, wanted.step)
    )


@router.post("/puzzles/{id}/prospects", response_model=Prospects, responses=error_responses(404))
async def prospects(id: PuzzleId, wanted: PuzzleSteps, services: TheServices, owner: WorkOwner) -> Response:
    """What whole turns would bring the seat that decides there."""
    return json_response(await services.jobs.compute(owner, tasks.prospects, tasks.find(id).id, wanted.steps))


@router.post("/puzzles/{id}/answer", responses=error_responses(404))
async def answer(
    id: PuzzleId, given: PuzzleAnswer, services: TheServices, asker: Asker, owner: WorkOwner
) -> PuzzleVerdict:
    """Judge an answer. A member's first one is rated, unless it is right with more to find."""
    found = tasks.find(id)
    verdict: Json = orjson.loads(await services.jobs.compute(owner, tasks.answer, id, given.turns))
    if verdict["status"] == judge.MORE:
        return PuzzleVerdict(**verdict)
    solved = verdict["status"] == judge.SOLVED
    result = await _count(services, asker, found, solved)
    solution = await _solution(services, owner, id) if solved else None
    return PuzzleVerdict(**verdict, solution=solution, result=result)


@router.post("/puzzles/{id}/hint", responses=error_responses(404))
async def hint(id: PuzzleId, services: TheServices, asker: Asker, owner: WorkOwner) -> PuzzleHint:
    """The first step of the solution. The attempt then counts as not solved."""
    found = tasks.find(id)
    given: Json = orjson.loads(await services.jobs.compute(owner, tasks.hint, id))
    return PuzzleHint(**given, result=await _count(services, asker, found, False))


@router.post("/puzzles/{id}/solution", responses=error_responses(404))
async def solution(id: PuzzleId, services: TheServices, asker: Asker, owner: WorkOwner) -> GivenUp:
    """Give up and see the solution. The attempt then counts as not solved."""
    found = tasks.find(id)
    result = await _count(services, asker, found, False)
    return GivenUp(solution=await _solution(services, owner, id), result=result)


@router.post("/puzzles/{id}/share", status_code=201, responses=error_responses(404))
async def share(id: PuzzleId, services: TheServices, person: PersonOrGuest) -> ShareToken:
    """The game up to the position as a shared record, to go on from there. For members, once they have tried it."""
    found = tasks.find(id)
    if person.member and id not in await _tried(services, person, found.game):
        raise Refused(403, "untried", N_("This is possible once you have tried the puzzle."))
    record, step = tasks.game_before(found)
    token = await shares.add(services.database, services.now(), person.id, "record", record, step)
    return ShareToken(token=token, step=step)


def _today(services: Services) -> int:
    return services.now() // DAY


async def _tried(services: Services, asker: Person | None, game: str) -> dict[str, bool]:
    """How a member's first attempts went, by puzzle."""
    if asker is None or not asker.member:
        return {}
    id = asker.id
    rows = await services.database.read(lambda c: puzzle_ratings.attempts_of(c, id, game))
    return {row["puzzle"]: row["solved"] for row in rows}


async def _count(services: Services, asker: Person | None, puzzle: Puzzle, solved: bool) -> PuzzleResult | None:
    """Count a member's first attempt."""
    if asker is None or not asker.member:
        return None
    id, now, day = asker.id, services.now(), tasks.day_of(puzzle, _today(services))

    def change(connection: sa.Connection) -> Counted | None:
        return puzzle_ratings.count(connection, id, puzzle, solved=solved, now=now, day=day)

    counted = await services.database.write(change)
    return PuzzleResult(solved=solved, before=counted.before, after=counted.after) if counted else None


async def _solution(services: Services, owner: WorkOwner, id: str) -> PuzzleSolution:
    return PuzzleSolution(**orjson.loads(await services.jobs.compute(owner, tasks.solution, id)))
