"""The application: all routes, the error handlers and the middleware."""

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
from lutetia.server.errors import RateLimited, Refused, error_body, internal_error
from lutetia.server.http import engine_files, static_pages
from lutetia.server.http.asgi import CAUSE
from lutetia.server.http.dependencies import set_cookie
from lutetia.server.http.lan import Lan
from lutetia.server.http.middleware import Application, install_middleware
from lutetia.server.http.owner import Owner
from lutetia.server.http.routes import (
    about,
    accounts,
    actions,
    awaiting,
    chat,
    companion,
    device_bots,
    friends,
    game_lists,
    games,
    health,
    hints,
    invitations,
    live,
    mail,
    moderation,
    openings,
    puzzles,
    records,
    rules,
    server_info,
    statistics,
    steps,
    studies,
    texts,
    tutorials,
    what_if,
)
from lutetia.server.ops import logging
from lutetia.server.ops.metrics import Metrics
from lutetia.server.ops.settings import Settings
from lutetia.server.services import Services

ROUTES = (
    steps, games, actions, game_lists, live, awaiting, chat, hints, accounts, friends, records, rules, texts, what_if,
    studies, tutorials, companion, health, server_info, invitations, moderation, mail, about, statistics, openings,
    puzzles, device_bots,
)  # fmt: skip


def make_app(settings: Settings, **options: Any) -> FastAPI:
    """An application with its own services; further arguments go to `Services`."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        services = attach(app, Services(settings, **options))
        await services.open()
        try:
            yield
        finally:
            await services.close()

    app = Application(
        title="Lutetia",
        version=lutetia.__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json" if settings.public_docs else None,
        docs_url=None,  # FastAPI's page would load scripts from another site
        redoc_url=None,
        separate_input_output_schemas=False,
    )
    logging.configure(settings.log_level, settings.log_to)
    app.state.lan = Lan(app, settings)
    app.state.owner = Owner(settings.port, exists=not settings.shared)
    app.state.metrics = Metrics(lambda: app.state.services.hub.connections() if hasattr(app.state, "services") else 0)
    for part in ROUTES:  # `include_router` would build every route again, at the first request: a third of a second
        app.router.routes.extend(part.router.routes)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(IntegrityError, _conflict)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _unhandled)
    install_middleware(app, settings, app.state.metrics)
    engine_files.install(app)
    static_pages.install(app)
    return app


def attach(app: FastAPI, services: Services) -> Services:
    """Let an application use services that are about to be opened, and measure them."""
    app.state.services = services
    metrics: Metrics = app.state.metrics
    hub = services.hub

    def people() -> int:
        return len({person for game in hub.games() for person in hub.here_locally(game)})

    metrics.watch(services.database, services.health, services.settings.data, people)
    services.jobs.observe(metrics.work)
    if services.settings.nats:
        metrics.watch_bus(services.is_bus_connected)
    return services


async def _unhandled(request: Request, error: Exception) -> JSONResponse:
    refused = internal_error()
    return JSONResponse(refused.body(), refused.status)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refused)
    request.scope[CAUSE] = error.cause or error.code
    response = JSONResponse(error.body(), error.status)
    if isinstance(error, RateLimited):
        response.headers["retry-after"] = str(error.seconds)
    if token := getattr(request.state, "new_session", None):
        set_cookie(request, response, token)
    return response


async def _conflict(request: Request, error: Exception) -> JSONResponse:
    """Two requests conflict, or what this one refers to was just removed: the database accepted only one."""
    text = _("Something else happened at the same time, so nothing was changed. Check and try again.")
    return JSONResponse(error_body("overtaken", text), 409)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    """The first validation error of a body, path or query: where, and what is allowed."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path")) or "body"
    return JSONResponse(error_body("invalid", _("{where}: {why}", where=where, why=first["msg"])), 422)


async def _http_error(request: Request, error: Exception) -> JSONResponse:
    """Errors of the framework itself: no such route, wrong method, a body that is not JSON."""
    assert isinstance(error, HTTPException)
    if error.status_code == 400:  # the JSON parser failed: too deep, or too long a number
        return JSONResponse(error_body("invalid", _("The request is not valid JSON.")), 422)
    texts = {404: N_("There is nothing at this address."), 405: N_("This address does not support that request.")}
    text = _(texts[error.status_code]) if error.status_code in texts else str(error.detail)
    return JSONResponse(error_body("no-door", text), error.status_code, headers=error.headers)
