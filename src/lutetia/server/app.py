"""The application: all doors, behind one guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import IntegrityError
from starlette.exceptions import HTTPException

import lutetia
from lutetia.core.i18n import N_, _
from lutetia.server import guard, live, pages
from lutetia.server.api import (
    awaiting,
    chat,
    companion,
    games,
    health,
    hints,
    people,
    records,
    rules,
    steps,
    tutorials,
    words,
)
from lutetia.server.api.doors import set_cookie
from lutetia.server.errors import Refused, TooOften, broken, error_body
from lutetia.server.house import House
from lutetia.server.settings import Settings


def make_app(settings: Settings, **house: Any) -> FastAPI:
    """A server of its own; further arguments go to House."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.house = House(settings, **house)
        await app.state.house.open()
        try:
            yield
        finally:
            await app.state.house.close()

    shown = settings.public_docs
    app = guard.Guarded(
        title="Lutetia",
        version=lutetia.__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json" if shown else None,
        docs_url=None,  # the usual page would load its scripts from elsewhere
        redoc_url=None,
        separate_input_output_schemas=False,
    )
    parts = (steps, games, live, awaiting, chat, hints, people, records, rules, words, tutorials, companion, health)
    for part in parts:
        app.include_router(part.router)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(IntegrityError, _overtaken)
    app.add_exception_handler(HTTPException, _no_door)
    app.add_exception_handler(Exception, _fault)
    guard.stand(app, settings)
    pages.serve(app, settings)
    return app


async def _fault(request: Request, error: Exception) -> JSONResponse:
    no = broken()
    return JSONResponse(no.body(), no.status)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refused)
    refused = JSONResponse(error.body(), error.status)
    if isinstance(error, TooOften):
        refused.headers["retry-after"] = str(error.seconds)
    if token := getattr(request.state, "new_session", None):
        set_cookie(request, refused, token)
    return refused


async def _overtaken(request: Request, error: Exception) -> JSONResponse:
    """Two wanted the same at once, or what this was about has just been removed: the database let one of them."""
    text = _("Something else happened at the same moment, so this was not done. Look again.")
    return JSONResponse(error_body("overtaken", text), 409)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    """The first fault of a body or an address, in words: where, and what is allowed."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path")) or "body"
    return JSONResponse(error_body("invalid", _("{where}: {why}", where=where, why=first["msg"])), 422)


async def _no_door(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    if error.status_code == 400:  # a body that is too much for the parser itself: too deep, or with endless numbers
        return JSONResponse(error_body("invalid", _("What was sent cannot be read as JSON.")), 422)
    words = {404: N_("There is nothing at this address."), 405: N_("This address cannot be used in this way.")}
    text = _(words[error.status_code]) if error.status_code in words else str(error.detail)
    return JSONResponse(error_body("no-door", text), error.status_code, headers=error.headers)
