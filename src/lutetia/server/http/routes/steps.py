"""Route: take a step. See also `http/fast_path.py`, which answers most of these requests."""

from __future__ import annotations

from fastapi import APIRouter, Response

from lutetia.server.http.dependencies import GameId, SessionPerson, TheServices, WithText, json_response
from lutetia.server.http.routes.games import ACTION_ERRORS, GameState
from lutetia.server.live.websocket import StepRequest
from lutetia.server.play import steps

router = APIRouter(prefix="/api", tags=["games"])


@router.post("/games/{id}/steps", response_model=GameState, responses=ACTION_ERRORS | {409: {"model": GameState}})
async def step(
    services: TheServices, person: SessionPerson, id: GameId, wanted: StepRequest, text: WithText = False
) -> Response:
    """Take a step. The response is the state right after it; 409 with the current state if `seq` is not the last."""
    status, body = await steps.submit(
        services.tables, person, id, seq=wanted.seq, step=wanted.step, client_key=wanted.client_key, text=text
    )
    return json_response(b"".join(body), status=status)
