"""Answers the pages' requests in the browser: the same paths, bodies and messages as those of a server."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import lutetia
from lutetia.core.i18n import N_, speaking
from lutetia.core.json_types import Json
from lutetia.server import json_bytes
from lutetia.server.errors import Refused, error_body, error_fields, internal_error
from lutetia.server.local import inputs
from lutetia.server.local.audience import Connection, LocalAudience
from lutetia.server.local.event_log import LocalEventLog, Shelf
from lutetia.server.local.thinker import Ask, LocalThinker
from lutetia.server.loggers import get_logger
from lutetia.server.play import actions, hints, history, leaving, seating, steps, undo_requests
from lutetia.server.play.bots import BotPlayer
from lutetia.server.play.commit import Deal, TableService
from lutetia.server.play.deadlines import DeadlineWatch
from lutetia.server.play.state import seats_json, state_for
from lutetia.server.play.table import Seat, Table

TABLES = 8
"""How many tables are kept in memory."""
PREFIX = "local-"
"""How the id of every local game begins: by it the pages know whom to ask. No id of a server contains a hyphen."""
LONGEST_NAME = 40
log = get_logger("local")


@dataclass(frozen=True)
class LocalPlayer:
    """The person at this device. Nobody else sees the games, so there is no account, and everything is allowed."""

    id: str = "here"
    name: str = ""
    member: bool = True


class Reply(NamedTuple):
    """An answer: the HTTP status and the body, as JSON."""

    status: int
    body: str


class Asked(NamedTuple):
    """A request."""

    game: str
    body: object
    query: dict[str, str]

    @property
    def text(self) -> bool:
        return self.query.get("text", "") in ("1", "true")

    def number(self, name: str, default: int | None) -> int | None:
        """Raises Refused."""
        given = self.query.get(name)
        if given is None:
            return default
        if not re.fullmatch(r"-?\d{1,10}", given):
            raise Refused(422, "invalid", N_("{why}"), why=f"{name}: a number is needed, not {given}")
        return int(given)


Handler = Callable[["LocalHost", Asked], Awaitable[tuple[int, bytes]]]


class LocalHost:
    """All games of one browser."""

    def __init__(
        self,
        shelf: Shelf,
        ask: Ask,
        player: LocalPlayer | None = None,
        *,
        now: Callable[[], int] = lambda: int(time.time() * 1000),
        deal: Deal = lutetia.new,
    ) -> None:
        """`ask` lets another worker think; `now` is in milliseconds."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self.player = player or LocalPlayer()
        self.events = LocalEventLog(shelf)
        self.audience = LocalAudience(self._spawn)
        self.tables = TableService(
            self.events, self.audience, self._spawn, now=now, capacity=TABLES, deal=deal, prefix=PREFIX
        )
        self.audience.tables = self.tables
        self.thinker = LocalThinker(ask)
        self.bots = BotPlayer(self.tables, self.thinker, self.audience, self._spawn)
        self.tables.after_commit = self.bots.notice_event
        self._watch = DeadlineWatch(self.tables, self.events, self.bots)

    def open(self) -> None:
        """Watch over clocks, and over bots that were thinking when the page was closed."""
        self._spawn(self._watch.watch_deadlines())
        self._spawn(self._watch.watch_bots())

    async def close(self) -> None:
        """End everything that runs."""
        running = list(self._tasks)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("unhandled exception", **error_fields(error))

    async def request(self, method: str, address: str, body: str | None, language: str) -> Reply:
        """Answer a request. Never raises: an error is an answer, too."""
        with speaking(language):
            try:
                status, said = await self._answer(method, address, body)
            except Refused as refused:
                status, said = refused.status, json_bytes.dumps(refused.body())
            except Exception as error:
                log.error("unhandled exception", **error_fields(error))
                fault = internal_error()
                status, said = fault.status, json_bytes.dumps(fault.body())
        return Reply(status, said.decode())

    async def _answer(self, method: str, address: str, body: str | None) -> tuple[int, bytes]:
        parts = urlsplit(address)
        try:
            wanted = {} if body is None else json.loads(body)
        except ValueError:
            raise Refused(422, "invalid", N_("{why}"), why="body: this is not JSON") from None
        for verb, path, handler in ROUTES:
            if verb == method and (found := path.fullmatch(parts.path)):
                query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
                return await handler(self, Asked(found[1] if path.groups else "", wanted, query))
        raise Refused(404, "no-file", N_("There is nothing at this address."))

    async def connect(
        self, game: str, language: str, hear: Callable[[str], object], since: int = -1, *, text: bool = True
    ) -> Connection:
        """Send the state of a game, and again after each change, until `disconnect`. Raises Refused."""
        connection = Connection(game, self.player.id, language, text, hear)
        await self.audience.connect(connection, since)
        self.bots.notice(await self.tables.get(game))
        return connection

    def disconnect(self, connection: Connection) -> None:
        self.audience.disconnect(connection)

    async def submit(self, connection: Connection, message: str) -> str:
        """A step that came over a connection: the answer, which is also its next state."""
        with speaking(connection.language):
            key = None
            try:
                wanted = inputs.checked(json.loads(message), inputs.STEP)
                key = wanted["client_key"]
                status, body = await steps.submit(
                    self.tables, self.player, connection.game, **wanted, recipient=connection, text=connection.text
                )
            except ValueError:
                status, body = 422, (json_bytes.dumps(error_body("invalid", "message: this is not JSON")),)
            except Refused as refused:
                status, body = refused.status, (json_bytes.dumps(refused.body()),)
        head = json_bytes.dumps({"type": "answer", "client_key": key, "status": status})
        return b"".join((head[:-1], b',"body":', *body, b"}")).decode()

    # ---- what can be asked for --------------------------------------------------------------------------------------

    async def create(self, asked: Asked) -> tuple[int, bytes]:
        wanted = inputs.checked(asked.body, inputs.NEW_GAME)
        if wanted["rated"]:
            raise Refused(403, "members-only", N_("Games on your own device are not rated."))
        wanted["names"] = [_own_name(name) for name in wanted["names"]]
        key = actions.stored_key(self.player, wanted.pop("client_key"))
        table = await self.tables.created_with(key) if key else None
        if table is None:
            table = await seating.create(self.tables.keyed(key), self.player, wanted, key)
        async with table.lock:
            return 201, actions.first_state(table, self.player, key, self.tables.now()).body

    async def look(self, asked: Asked) -> tuple[int, bytes]:
        table = await self.tables.get(asked.game)
        self.bots.notice(table)
        since, seat = asked.number("since", -1), asked.query.get("seat")
        async with table.lock:
            now = self.tables.now()
            return 200, state_for(table, self.player.id, now=now, since=since, seat=seat, text=asked.text).body

    async def step(self, asked: Asked) -> tuple[int, bytes]:
        wanted = inputs.checked(asked.body, inputs.STEP)
        status, parts = await steps.submit(self.tables, self.player, asked.game, **wanted, text=asked.text)
        return status, b"".join(parts)

    async def hint(self, asked: Asked) -> tuple[int, bytes]:
        wanted = inputs.checked(asked.body, inputs.ACTIONS["hint"])
        key = actions.stored_key(self.player, wanted["client_key"])
        suggest = self.thinker.suggest
        found = await hints.hint(self.tables, self.player, asked.game, wanted["seq"], key, suggest)
        said = {"step": found.step, "text": str(found), "points": found.points, "reasons": list(found.reasons)}
        return 200, json_bytes.dumps(said)

    async def preview(self, asked: Asked) -> tuple[int, bytes]:
        wanted = inputs.checked(asked.body, inputs.PREVIEW)
        table = await self.tables.get(asked.game)
        async with table.lock:
            try:
                game, _seat = hints.deciding(table, self.player, wanted["seq"])
            except Refused as refused:
                if wanted["seq"] is None or refused.status != 409:
                    raise
                why = {"rule": "", "text": refused.body()["error"]["text"]}
                return 200, json_bytes.dumps({"change": {}, "outlook": {}, "forbidden": why})
            return 200, json_bytes.dumps(history.preview_step(game, wanted["step"]))

    async def prospects(self, asked: Asked) -> tuple[int, bytes]:
        seq = asked.number("seq", None)
        table = await self.tables.get(asked.game)
        async with table.lock:
            try:
                game, seat = hints.deciding(table, self.player, seq)
            except Refused as refused:
                if seq is None or refused.status != 409:
                    raise
                return 200, json_bytes.dumps({"seat": table.to_move or "", "prospects": {}, "moved_on": True})
            derived = table.derived
            if derived.prospects is not None:
                return 200, derived.prospects
            record = game.record()
        derived.prospects = json_bytes.dumps(await self.thinker.compute("positions.prospects", record, seat))
        return 200, derived.prospects

    async def my_games(self, asked: Asked) -> tuple[int, bytes]:
        over = asked.query.get("over", "") in ("1", "true")
        found = [game for game in await self.events.games() if (game["status"] == "over") == over]
        listed = [self._listed(game) for game in sorted(found, key=lambda game: -game["changed"])]
        listed.sort(key=lambda game: not game["awaiting"])
        return 200, json_bytes.dumps({"games": listed, "more": False})

    def _listed(self, game: Json) -> Json:
        row, seats = game["row"], [Seat(**seat) for seat in game["seats"]]
        mine = [seat.seat for seat in seats if seat.person == self.player.id and seat.bot is None]
        copied = {key: row[key] for key in ("id", "game", "pace", "rated", "private", "seq", "deadline", "language")}
        current = {key: game[key] for key in ("status", "to_move", "changed", "outcome")}
        more = {"awaiting": game["to_move"] in mine, "friend": False, "expires": None}
        return copied | current | more | {"seats": seats_json(seats)}

    async def remove(self, asked: Asked) -> tuple[int, bytes]:
        """Forget a game. On a device nobody else can do it."""
        await self.tables.get(asked.game)
        await self.events.remove(asked.game)
        self.tables.cache.drop(asked.game)
        return 200, json_bytes.dumps({})

    async def rematch(self, asked: Asked) -> tuple[int, bytes]:
        inputs.checked(asked.body, inputs.ACTIONS["rematch"])
        table = await self.tables.get(asked.game)
        async with table.lock:
            following = await seating.rematch(self.tables, table, self.player)
        async with following.lock:
            return 200, state_for(following, self.player.id, now=self.tables.now(), since=-1).body

    async def act(self, asked: Asked, what: str) -> tuple[int, bytes]:
        wanted = inputs.checked(asked.body, inputs.ACTIONS[what])
        request = actions.Request(wanted["seq"], wanted["client_key"])
        status, message = await actions.act(
            self.tables, self.player, asked.game, request, self._action(what, wanted), text=asked.text
        )
        return status, message.body

    def _action(self, what: str, wanted: Json) -> actions.Action:
        player = self.player

        async def action(tables: TableService, table: Table) -> None:
            match what:
                case "undo" if wanted["agree"] is not None:
                    await undo_requests.answer(tables, table, player, wanted["agree"])
                case "undo":
                    await undo_requests.undo_or_ask(tables, table, player)
                case "redo":
                    await undo_requests.redo(tables, table, player)
                case "resign":
                    await leaving.resign(tables, table, player)
                case "leave":
                    await leaving.leave(tables, table, player)
                case "back":
                    await leaving.back(tables, table, player)
                case "start":
                    await seating.start(tables, table, player)
                case "fill":
                    await seating.fill(tables, table, player, wanted["bot"], wanted["seat"])
                case "join":
                    await seating.join(tables, table, player, wanted["seat"])

        return action


def _acting(what: str) -> Handler:
    return lambda host, asked: host.act(asked, what)


def _own_name(name: object) -> str | None:
    """What somebody at this device is called; None: nothing. Raises Refused."""
    if not isinstance(name, str):
        raise Refused(422, "invalid", N_("{why}"), why="names: texts are needed")
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME:
        raise Refused(422, "long-text", N_("That is too long: at most {most} characters."), most=LONGEST_NAME)
    if not name.isprintable():
        raise Refused(422, "unprintable", N_("Only visible characters are allowed."))
    return name or None


_GAME = "/api/games/([0-9A-Za-z_-]{1,40})"
ROUTES: list[tuple[str, re.Pattern[str], Handler]] = [
    ("POST", re.compile("/api/games"), LocalHost.create),
    ("GET", re.compile("/api/me/games"), LocalHost.my_games),
    ("GET", re.compile(_GAME), LocalHost.look),
    ("DELETE", re.compile(_GAME), LocalHost.remove),
    ("POST", re.compile(f"{_GAME}/steps"), LocalHost.step),
    ("POST", re.compile(f"{_GAME}/hint"), LocalHost.hint),
    ("POST", re.compile(f"{_GAME}/preview"), LocalHost.preview),
    ("GET", re.compile(f"{_GAME}/prospects"), LocalHost.prospects),
    ("POST", re.compile(f"{_GAME}/rematch"), LocalHost.rematch),
    *(
        ("POST", re.compile(f"{_GAME}/{what}"), _acting(what))
        for what in inputs.ACTIONS
        if what not in ("hint", "rematch")
    ),
]
"""By method and path."""
