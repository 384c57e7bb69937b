"""Games on this device: create one, look at it, take a step, undo, ask for a hint, list them, remove one."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.core.record import dumps
from lutetia.server import json_bytes
from lutetia.server.errors import Refused, no_game
from lutetia.server.local import import_check, inputs
from lutetia.server.local.device import Device
from lutetia.server.local.requests import Answer, Asked, ok, route
from lutetia.server.play import actions, hints, leaving, moving, records, seating, steps, undo_requests
from lutetia.server.play.commit import TableService
from lutetia.server.play.state import seats_json, state_for
from lutetia.server.play.table import Seat, Table


async def create(device: Device, asked: Asked) -> Answer:
    wanted = inputs.checked(asked.body, inputs.NEW_GAME)
    if wanted["rated"]:
        raise Refused(403, "members-only", N_("Games on your own device are not rated."))
    wanted["names"] = [inputs.own_name(name) for name in wanted["names"]]
    key = actions.stored_key(device.player, wanted.pop("client_key"))
    table = await device.tables.created_with(key) if key else None
    if table is None:
        table = await seating.create(device.tables.keyed(key), device.player, wanted, key)
    async with table.lock:
        return 201, actions.first_state(table, device.player, key, device.tables.now()).body


async def continue_game(device: Device, asked: Asked) -> Answer:
    """Go on with a game from a file, as it is."""
    wanted = inputs.checked(asked.body, inputs.CONTINUED_GAME)
    names = [inputs.own_name(name) for name in wanted["names"]]
    inputs.check_texts("seats", wanted["seats"], 40)
    key = actions.stored_key(device.player, wanted["client_key"])
    table = await device.tables.created_with(key) if key else None
    if table is None:
        record = moving.brought(wanted["content"]).record()
        opening = moving.opening(record, {"seats": wanted["seats"], "names": names})
        table = await seating.create(device.tables.keyed(key), device.player, opening, key)
    async with table.lock:
        return 201, actions.first_state(table, device.player, key, device.tables.now()).body


async def export(device: Device, asked: Asked) -> Answer:
    """A game as a file: its record and players for a server, and its whole log for another device.

    It has everything that is hidden: it is the person's own.
    """
    table = await device.tables.get(asked.game)
    async with table.lock:
        file = records.exported(table, device.tables.now())
    return 200, dumps(file | {"log": await device.events.log_of(asked.game)}).encode()


async def bring(device: Device, asked: Asked) -> Answer:
    """A game from such a file, exactly as it was. If it is here already and has gone further, nothing happens."""
    file = asked.body if isinstance(asked.body, dict) else {}
    log = file.get("log")
    if file.get("format") != moving.GAME_FORMAT or not isinstance(log, dict):
        raise Refused(422, "record", N_("This is not a game that was exported from a device."))
    brought, events = import_check.table_of(log, device.tables.prefix)
    await device.events.restore(brought, events)
    device.tables.cache.drop(brought.id)  # an earlier state may be in memory
    table = await device.tables.get(brought.id)
    async with table.lock:
        return 201, state_for(table, device.player.id, now=device.tables.now(), since=-1).body


async def suggest(device: Device, asked: Asked) -> Answer:
    """A hint for a seat's view, in a game that somebody else keeps."""
    view = inputs.checked(asked.body, {"view": inputs.Field(dict, required=True)})["view"]
    return ok(hints.as_json(await device.thinker.suggest(view)))


async def look(device: Device, asked: Asked) -> Answer:
    table = await device.tables.get(asked.game)
    device.bots.notice(table)
    since, seat = asked.number("since", -1), asked.word("seat")
    async with table.lock:
        now = device.tables.now()
        return 200, state_for(table, device.player.id, now=now, since=since, seat=seat, text=asked.text).body


async def step(device: Device, asked: Asked) -> Answer:
    wanted = inputs.checked(asked.body, inputs.STEP)
    status, parts = await steps.submit(device.tables, device.player, asked.game, **wanted, text=asked.text)
    return status, b"".join(parts)


async def hint(device: Device, asked: Asked) -> Answer:
    wanted = inputs.checked(asked.body, inputs.ACTIONS["hint"])
    key = actions.stored_key(device.player, wanted["client_key"])
    suggest = device.thinker.suggest
    return ok(hints.as_json(await hints.hint(device.tables, device.player, asked.game, wanted["seq"], key, suggest)))


async def preview(device: Device, asked: Asked) -> Answer:
    wanted = inputs.checked(asked.body, inputs.PREVIEW)
    table = await device.tables.get(asked.game)
    async with table.lock:
        return ok(hints.preview(table, device.player, wanted["seq"], wanted["step"]))


async def prospects(device: Device, asked: Asked) -> Answer:
    async def look(record: Json, seat: str) -> bytes:
        return json_bytes.dumps(await device.thinker.compute("positions.prospects", record, seat))

    return 200, await hints.prospects(device.tables, device.player, asked.game, asked.number("seq", None), look)


async def my_games(device: Device, asked: Asked) -> Answer:
    over = asked.flag("over")
    found = [game for game in await device.events.games() if (game["status"] == "over") == over]
    listed = [_listed(device, game) for game in sorted(found, key=lambda game: -game["changed"])]
    listed.sort(key=lambda game: not game["awaiting"])
    return ok({"games": listed, "more": False})


def _listed(device: Device, game: Json) -> Json:
    row, seats = game["row"], [Seat(**seat) for seat in game["seats"]]
    copied = {key: row[key] for key in ("id", "game", "pace", "rated", "private", "seq", "deadline", "language")}
    current = {key: game[key] for key in ("status", "to_move", "changed", "outcome")}
    more = {"awaiting": _awaits(device, game), "friend": False, "expires": None}
    return copied | current | more | {"seats": seats_json(seats)}


def _awaits(device: Device, game: Json) -> bool:
    """Whether the person has to decide there."""
    mine = [seat["seat"] for seat in game["seats"] if seat["person"] == device.player.id and seat["bot"] is None]
    return game["to_move"] in mine


async def awaiting(device: Device, asked: Asked) -> Answer:
    found = [game for game in await device.events.games() if game["status"] == "running" and _awaits(device, game)]
    found.sort(key=lambda game: (game["changed"], game["row"]["id"]))
    games = [
        {key: game["row"][key] for key in ("id", "game", "deadline")} | {"since": game["changed"], "notices": False}
        for game in found
    ]
    return ok({"games": games})


async def expiry(device: Device, asked: Asked) -> Answer:
    await device.tables.get(asked.game)
    return ok({"expires": None})


async def remove(device: Device, asked: Asked) -> Answer:
    """Forget a game, even one that cannot be restored. On a device nobody else can do it."""
    if await device.events.game_name(asked.game) is None:
        raise no_game()
    table = device.tables.cache.peek(asked.game)
    async with contextlib.nullcontext() if table is None else table.lock:
        await device.events.remove(asked.game)
        device.tables.cache.drop(asked.game)
    await device.documents.delete(_note(asked.game))
    await device.documents.delete_of(asked.game)
    return ok({})


def _note(game: str) -> str:
    return f"note:{game}"


async def note(device: Device, asked: Asked) -> Answer:
    await device.tables.get(asked.game)
    return ok(await device.documents.get(_note(asked.game)) or {"note": ""})


async def write_note(device: Device, asked: Asked) -> Answer:
    await device.tables.get(asked.game)
    written = {"note": inputs.checked(asked.body, inputs.NOTE)["note"].strip()}
    await device.documents.put(_note(asked.game), written)
    return ok(written)


async def rematch(device: Device, asked: Asked) -> Answer:
    inputs.checked(asked.body, inputs.ACTIONS["rematch"])
    table = await device.tables.get(asked.game)
    async with table.lock:
        following = await seating.rematch(device.tables, table, device.player)
    async with following.lock:
        return 200, state_for(following, device.player.id, now=device.tables.now(), since=-1).body


def acting(what: str) -> Callable[[Device, Asked], Awaitable[Answer]]:
    """The route of an action."""

    async def act(device: Device, asked: Asked) -> Answer:
        wanted = inputs.checked(asked.body, inputs.ACTIONS[what])
        request = actions.Request(wanted["seq"], wanted["client_key"])
        action = _action(device, what, wanted)
        status, message = await actions.act(device.tables, device.player, asked.game, request, action, text=asked.text)
        return status, message.body

    return act


def _action(device: Device, what: str, wanted: Json) -> actions.Action:
    player = device.player

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


async def queue(device: Device, asked: Asked) -> Answer:
    """Nobody comes first on one's own device."""
    return ok([])


ROUTES = [
    route("POST", "/api/games", create),
    route("POST", "/api/games/continue", continue_game),
    route("POST", "/api/games/import", bring),
    route("POST", "/api/device/hint", suggest),
    route("GET", "/api/me/games", my_games),
    route("GET", "/api/me/awaiting", awaiting),
    route("GET", "/api/me/queue", queue),
    route("GET", "/api/games/{id}", look),
    route("DELETE", "/api/games/{id}", remove),
    route("GET", "/api/games/{id}/expiry", expiry),
    route("GET", "/api/games/{id}/export", export),
    route("GET", "/api/games/{id}/note", note),
    route("PUT", "/api/games/{id}/note", write_note),
    route("POST", "/api/games/{id}/steps", step),
    route("POST", "/api/games/{id}/hint", hint),
    route("POST", "/api/games/{id}/preview", preview),
    route("GET", "/api/games/{id}/prospects", prospects),
    route("POST", "/api/games/{id}/rematch", rematch),
    *(
        route("POST", f"/api/games/{{id}}/{what}", acting(what))
        for what in inputs.ACTIONS
        if what not in ("hint", "rematch")
    ),
]
