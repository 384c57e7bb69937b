"""The door that is used most: to take a step, by HTTP or over a socket.

A sound step by HTTP takes a short way, right behind the guard: leading it through the framework's routes, dependencies
and layers would cost as much as many a step itself. Whatever is not sound goes the ordinary way, which says what is
wrong with it.
"""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field, ValidationError
from starlette.types import ASGIApp, Receive, Scope, Send

from lutetia.core.errors import IllegalStep
from lutetia.server.errors import Refused, error_body
from lutetia.server.http.asgi import handed_on, refuse, respond
from lutetia.server.http.dependencies import Known, Strict, TheHouse, answer
from lutetia.server.http.routes.games import DOING, GameId, State
from lutetia.server.live.hub import Listener
from lutetia.server.people.accounts import Person
from lutetia.server.play import actions as play
from lutetia.server.play.canonical_json import canonical
from lutetia.server.play.state import Parts, message, state
from lutetia.server.play.tables import Overtaken
from lutetia.server.services import House

router = APIRouter(prefix="/api", tags=["games"])

ADDRESS = re.compile(r"/api/games/([0-9A-Za-z_-]{1,40})/steps")
Key = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]


class Step(Strict):
    """`seq` is that of the position the step was chosen in; the same `client_key` again changes nothing."""

    seq: Annotated[int, Field(ge=0, le=2**31)]
    step: Annotated[str, Field(max_length=200)]
    client_key: Key


@router.post("/games/{id}/steps", response_model=State, responses=DOING | {409: {"model": State}})
async def step(house: TheHouse, person: Known, id: GameId, wanted: Step) -> Response:
    """Take a step. The answer is the game right after it; 409: the game as it is, if `seq` is not the last."""
    status, body = await take_step(house, person, id, wanted)
    return answer(b"".join(body), status=status)


async def take_step(
    house: House, person: Person, id_: str, wanted: Step, listener: Listener | None = None
) -> tuple[int, Parts]:
    """A step by any door: the status and the body of the answer, in parts. To a listener on whose line the step came
    the answer is the news; it is not sent them a second time."""
    table = await house.tables.at(id_)
    async with table.lock:
        try:
            event = await play.step(house, table, person, wanted.seq, wanted.step, wanted.client_key)
        except (play.Stale, Overtaken):
            return 409, state(table, person.id, now=house.now(), since=wanted.seq).parts
        except IllegalStep as error:
            return 422, (canonical(error_body("illegal", str(error), error.rule)),)
        after = table.as_of(event.seq)
        said = message(after, person.id, wanted.seq)  # what the listeners are sent, too
        if listener is not None and listener.told == wanted.seq:
            listener.hears(said)
        return 200, said.parts


def _read(body: bytes) -> Step | None:
    """The step that a body is about, if it is sound."""
    try:
        return Step.model_validate_json(body)
    except ValidationError:
        return None


class ShortWay:
    """Between the guard, who has found out who asks and has read the whole body, and the framework."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST" or not (found := ADDRESS.fullmatch(scope["path"])):
            await self.app(scope, receive, send)
            return
        person, body = scope["person"], (await receive())["body"]
        wanted = _read(body)
        if person is None or wanted is None:
            await self.app(scope, handed_on(body, receive), send)
            return
        scope["route"] = router.routes[0]  # for the log and the metrics
        try:
            status, parts = await take_step(scope["app"].state.house, person, found[1], wanted)
        except Refused as no:
            await refuse(scope, send, no)
        else:
            await respond(send, status, b"".join(parts))
