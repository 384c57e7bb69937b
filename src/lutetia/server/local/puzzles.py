"""Puzzles on this device: the lists, the puzzle of the day, attempts, ratings and streaks.

Attempts do not count where the device answers in a server's place: the server has the person's rating, and would not
learn of them. `lutetia.puzzles` is loaded when it is first needed: see `library.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.local import inputs, library
from lutetia.server.local.device import Device
from lutetia.server.local.records import add_share
from lutetia.server.local.requests import Answer, Asked, ok, route

if TYPE_CHECKING:
    from lutetia.puzzles import Puzzle

PROGRESS = "puzzles"
"""The key of the document with all first attempts and the ratings: `{"attempts", "ratings"}`."""
NOTHING: Json = {"attempts": [], "ratings": {}}
"""The same before the first attempt."""
STEPS = {"steps": inputs.Field(list, [], most=200)}
MOST_TURNS = 10


async def _progress(device: Device) -> Json:
    await library.load()
    return await device.documents.get(PROGRESS) or NOTHING


async def _tried(device: Device) -> dict[str, bool]:
    return {attempt["puzzle"]: attempt["solved"] for attempt in (await _progress(device))["attempts"]}


async def _find(asked: Asked) -> Puzzle:
    await library.load()
    from lutetia.server.tasks import puzzles

    return puzzles.find(asked.path[0])


async def overview(device: Device, asked: Asked) -> Answer:
    await library.load()
    from lutetia.server.tasks import puzzles

    return ok(puzzles.overview(device.today))


async def of_game(device: Device, asked: Asked) -> Answer:
    tried = await _tried(device)
    from lutetia.server.tasks import puzzles

    return ok(puzzles.entries(asked.game_name, tried))


async def one(device: Device, asked: Asked) -> Answer:
    found, tried = await _find(asked), await _tried(device)
    from lutetia.server.tasks import puzzles

    return ok(puzzles.info(found, tried, device.today))


async def mine(device: Device, asked: Asked) -> Answer:
    stored = await _progress(device)
    from lutetia.server.tasks import puzzle_progress

    ratings = {game: puzzle_progress.PuzzleRating(**rating) for game, rating in stored["ratings"].items()}
    return ok(puzzle_progress.progress(stored["attempts"], ratings, device.today))


async def position(device: Device, asked: Asked) -> Answer:
    found, steps = await _find(asked), _steps(asked)["steps"]
    from lutetia.server.tasks import puzzles

    return ok(puzzles.scene(found.id, steps))


async def preview(device: Device, asked: Asked) -> Answer:
    found, wanted = await _find(asked), _steps(asked, {"step": inputs.Field(str, most=200, required=True)})
    from lutetia.server.tasks import puzzles

    return ok(puzzles.preview(found.id, wanted["steps"], wanted["step"]))


def _steps(asked: Asked, more: dict[str, inputs.Field] | None = None) -> Json:
    wanted = inputs.checked(asked.body, STEPS | (more or {}))
    inputs.check_texts("steps", wanted["steps"], 200)
    return wanted


async def prospects(device: Device, asked: Asked) -> Answer:
    found, steps = await _find(asked), _steps(asked)["steps"]
    return ok(await device.thinker.compute("puzzles.prospects", found.id, steps))


async def answer(device: Device, asked: Asked) -> Answer:
    found = await _find(asked)
    turns = inputs.checked(asked.body, {"turns": inputs.Field(list, most=MOST_TURNS, least=1, required=True)})["turns"]
    for turn in turns:
        inputs.check_texts("turns", turn, 200)
    verdict: Any = await device.thinker.compute("puzzles.answer", found.id, turns)
    if verdict["status"] == "more":
        return ok(verdict | {"solution": None, "result": None})
    from lutetia.server.tasks import puzzles

    solved = verdict["status"] == "solved"
    result = await _count(device, asked, found, solved)
    return ok(verdict | {"solution": puzzles.solution(found.id) if solved else None, "result": result})


async def hint(device: Device, asked: Asked) -> Answer:
    found = await _find(asked)
    from lutetia.server.tasks import puzzles

    return ok(puzzles.hint(found.id) | {"result": await _count(device, asked, found, False)})


async def solution(device: Device, asked: Asked) -> Answer:
    found = await _find(asked)
    from lutetia.server.tasks import puzzles

    result = await _count(device, asked, found, False)
    return ok({"solution": puzzles.solution(found.id), "result": result})


async def share(device: Device, asked: Asked) -> Answer:
    found = await _find(asked)
    from lutetia.server.tasks import puzzles

    if not asked.instead and found.id not in await _tried(device):
        raise Refused(403, "untried", N_("This is possible once you have tried the puzzle."))
    return await add_share(device, "record", *puzzles.game_before(found))


async def _count(device: Device, asked: Asked, puzzle: Puzzle, solved: bool) -> Json | None:
    """Count and rate the first attempt at a puzzle; None if it is not the first, or does not count."""
    from lutetia.server.tasks import puzzle_progress, puzzles

    if asked.instead:
        return None
    result = None

    def counted(stored: Json | None) -> Json | None:
        nonlocal result
        progress = stored or NOTHING
        attempts, ratings = progress["attempts"], progress["ratings"]
        if any(attempt["puzzle"] == puzzle.id for attempt in attempts):
            return None
        known = ratings.get(puzzle.game)
        old = puzzle_progress.PuzzleRating(**known) if known else puzzle_progress.newcomer()
        new = puzzle_progress.rated(old, puzzle.rating, solved)
        result = {"solved": solved, "before": old.points, "after": new.points}
        attempt = {
            "puzzle": puzzle.id,
            "game": puzzle.game,
            "solved": solved,
            "at": device.tables.now(),
            "day": puzzles.day_of(puzzle, device.today),
            "points": new.points,
        }
        return {
            "attempts": [*attempts, attempt],
            "ratings": ratings | {puzzle.game: {"mu": new.mu, "sigma": new.sigma}},
        }

    await device.documents.change(PROGRESS, counted)
    return result


ROUTES = [
    route("GET", "/api/puzzles", overview),
    route("GET", "/api/puzzles/of/{game}", of_game),
    route("GET", "/api/me/puzzles", mine),
    route("GET", "/api/puzzles/{id}", one),
    route("POST", "/api/puzzles/{id}/position", position),
    route("POST", "/api/puzzles/{id}/preview", preview),
    route("POST", "/api/puzzles/{id}/prospects", prospects),
    route("POST", "/api/puzzles/{id}/answer", answer),
    route("POST", "/api/puzzles/{id}/hint", hint),
    route("POST", "/api/puzzles/{id}/solution", solution),
    route("POST", "/api/puzzles/{id}/share", share),
]
