"""Records on this device: past positions, shares, what-if, analyses."""

from __future__ import annotations

from typing import Any

from lutetia.bots.analysis_report import total
from lutetia.bots.engine_levels import BUDGETS
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.ids import SECRET, new_id
from lutetia.server.local import inputs
from lutetia.server.local.device import PREFIX, Device
from lutetia.server.local.requests import Answer, Asked, ok, route
from lutetia.server.loggers import get_logger
from lutetia.server.play import hints, history, records
from lutetia.server.tasks import analyses, positions, texts

UNFINISHED = ("waiting", "running")
log = get_logger("local")


# ---- records and past positions ----------------------------------------------------------------------------------


async def record(device: Device, asked: Asked) -> Answer:
    table = await device.tables.get(asked.game)
    async with table.lock:
        content, whole = records.known_record(table, device.player.id)
    note = _("The game is still in progress: this is what you may know about it.")
    return 200, records.as_file(content, whole, note).encode()


async def at(device: Device, asked: Asked) -> Answer:
    table = await device.tables.get(asked.game)
    step, seat, opened = int(asked.path[1]), asked.word("seat"), asked.flag("open")
    about = records.about_table(table) if asked.text else None
    if table.status != "over":
        records.check_not_opened(opened)
        content, viewer = await records.own_record(table, device.player.id, seat)
        return ok(positions.own_position(content, step, viewer, about))
    return ok(positions.open_position(await records.finished_record(table), step, seat, opened, about))


async def told(device: Device, asked: Asked) -> Answer:
    table = await device.tables.get(asked.game)
    async with table.lock:
        key = records.text_key(
            table, device.player.id, asked.number("at", None), asked.word("seat"), asked.flag("open")
        )
        question = records.text_question(table, key)
    return ok(texts.game_text(*question))


# ---- shares: kept on this device, so that a record can be replayed -----------------------------------------------


async def find_share(device: Device, token: str) -> Json:
    """`{"kind", "content", "step", "game"}`; `game` is the local game that it comes from, if any. Raises Refused."""
    found = await device.documents.get(f"share:{token}")
    if found is None:
        raise Refused(404, "no-share", N_("There is nothing shared at this address."))
    return found


async def add_share(device: Device, kind: str, content: Json, step: int, game: str | None = None) -> Answer:
    token = PREFIX + new_id(SECRET)
    key = f"share:{token}"
    await device.documents.put(key, {"kind": kind, "content": content, "step": step, "game": game})
    if game is not None:
        await device.documents.attach(key, game)
    return ok({"token": token, "step": step}, 201)


async def bring(device: Device, asked: Asked) -> Answer:
    checked = positions.check_record(asked.body)  # type: ignore[arg-type]  # it is checked there
    return await add_share(device, "record", checked["record"], checked["steps"])


async def share(device: Device, asked: Asked) -> Answer:
    step: int | None = inputs.checked(asked.body, inputs.SHARE)["step"]
    table = await device.tables.get(asked.game)
    if table.status == "over":
        content = await records.finished_record(table)
        return await add_share(device, "record", content, history.check_step(content, step), table.id)
    content, viewer = await records.own_record(table, device.player.id, None)
    own = positions.own_position(content, step, viewer)
    return await add_share(device, "view", own["view"], own["step"], table.id)


async def shared(device: Device, asked: Asked) -> Answer:
    found = await find_share(device, asked.game)
    return ok({name: found[name] for name in ("kind", "content", "step")})


async def shared_record(device: Device, asked: Asked) -> Answer:
    found = await find_share(device, asked.game)
    note = _("The game was still in progress: this is what was shared from it.")
    return 200, records.as_file(found["content"], found["kind"] == "record", note).encode()


async def shared_at(device: Device, asked: Asked) -> Answer:
    found, step = await find_share(device, asked.game), int(asked.path[1])
    if found["kind"] == "view":
        only = records.shared_view(found, step)
        return ok(only | {"told": texts.view_text(found["content"])} if asked.text else only)
    about = records.NAMELESS if asked.text else None
    return ok(positions.open_position(found["content"], step, asked.word("seat"), asked.flag("open"), about))


# ---- what if -----------------------------------------------------------------------------------------------------


async def _basis(device: Device, asked: Asked, more: dict[str, inputs.Field] | None = None) -> tuple[Json, Json]:
    """What was asked, and what the hypothetical position begins with."""
    wanted = inputs.checked(asked.body, inputs.WHAT_IF | (more or {}))
    inputs.check_texts("steps", wanted["steps"], 200)
    if wanted["perspective"] not in ("seat", "decider", "open"):
        raise inputs.invalid("perspective", "one of seat, decider, open is needed")
    find = lambda token: find_share(device, token)  # noqa: E731
    return wanted, await records.basis(wanted, device.tables, find, device.player.id)


def _place(wanted: Json) -> tuple[Any, Any, Any]:
    return wanted["at"], wanted["steps"], wanted["seat"]


async def what_if(device: Device, asked: Asked) -> Answer:
    wanted, basis = await _basis(device, asked)
    return ok(positions.what_if(basis, *_place(wanted), wanted["perspective"], asked.text))


async def what_if_preview(device: Device, asked: Asked) -> Answer:
    wanted, basis = await _basis(device, asked, {"step": inputs.Field(str, most=200, required=True)})
    return ok(positions.what_if_preview(basis, *_place(wanted), wanted["step"]))


async def what_if_prospects(device: Device, asked: Asked) -> Answer:
    wanted, basis = await _basis(device, asked)
    return ok(await device.thinker.compute("positions.what_if_prospects", basis, *_place(wanted)))


async def what_if_hint(device: Device, asked: Asked) -> Answer:
    wanted, basis = await _basis(device, asked)
    view = positions.what_if_view(records.check_open(basis), *_place(wanted))
    if view["seat"] is None:
        raise Refused(409, "over", N_("The game is over."))
    return ok(hints.as_json(await device.thinker.suggest(view)))


async def what_if_engine(device: Device, asked: Asked) -> Answer:
    level = inputs.Field(int, 0, most=len(BUDGETS) - 1)
    wanted, basis = await _basis(device, asked, {"level": level})
    budget = BUDGETS[wanted["level"]]
    return ok(await device.thinker.compute("engine.best_turns", records.check_open(basis), *_place(wanted), budget))


async def what_if_judged(device: Device, asked: Asked) -> Answer:
    wanted, basis = await _basis(device, asked)
    return ok(await device.thinker.compute("engine.judged_turn", records.check_open(basis), *_place(wanted)))


# ---- analysis ----------------------------------------------------------------------------------------------------


async def analysis(device: Device, asked: Asked) -> Answer:
    return await _analyse(device, await records.finished_record(await device.tables.get(asked.game)), asked.game)


async def shared_analysis(device: Device, asked: Asked) -> Answer:
    found = await find_share(device, asked.game)
    return await _analyse(device, records.whole_record(found), found.get("game"))


async def brought_analysis(device: Device, asked: Asked) -> Answer:
    """The analysis of a record that somebody else keeps."""
    record = inputs.checked(asked.body, {"record": inputs.Field(dict, required=True)})["record"]
    return await _analyse(device, positions.check_record(record)["record"])


async def known_analysis(device: Device, asked: Asked) -> Answer:
    return await _known(device, await records.finished_record(await device.tables.get(asked.game)))


async def known_shared_analysis(device: Device, asked: Asked) -> Answer:
    return await _known(device, records.whole_record(await find_share(device, asked.game)))


async def _known(device: Device, record: Json) -> Answer:
    """The analysis of a record, if there is one that has not failed."""
    id = _analysis_id(record)
    found = await device.documents.get(_analysis(id))
    return ok({"job": id if found and found["status"] != "failed" else None})


def _analysis_id(record: Json) -> str:
    """Each record has one analysis."""
    return PREFIX + analyses.key_of(record).rpartition(":")[2][:32]


def _analysis(id: str) -> str:
    return f"analysis:{id}"


async def _analyse(device: Device, record: Json, game: str | None = None) -> Answer:
    """Queue the analysis of a record. It goes on after a reload, and after a failure if it is asked for again."""
    id = _analysis_id(record)

    def queued(found: Json | None) -> Json:
        if found is None:
            return {"status": "waiting", "done": 0, "total": total(record), "record": record, "result": None}
        return found | {"status": "waiting"} if found["status"] == "failed" else found

    await device.documents.change(_analysis(id), queued)
    if game is not None:
        await device.documents.attach(_analysis(id), game)
    _run(device, id)
    return ok({"job": id}, 202)


async def job(device: Device, asked: Asked) -> Answer:
    found = await device.documents.get(_analysis(asked.game))
    if found is None:
        raise Refused(404, "no-job", N_("There is no such task."))
    if found["status"] in UNFINISHED:
        _run(device, asked.game)
    about = {key: found[key] for key in ("status", "done", "total")}
    result = analyses.in_words(found["record"], found["result"])
    return ok({"id": asked.game, "kind": "analysis", **about, "result": result, "before": None})


def _run(device: Device, id: str) -> None:
    """Go on with an analysis, unless it runs."""
    if id not in device.running:
        device.running.add(id)
        device.spawn(_carry_on(device, id))


async def _carry_on(device: Device, id: str) -> None:
    """Do what is left of an analysis. It ends early when its document is deleted, with its game."""
    try:
        found = await device.documents.get(_analysis(id))
        if found is None or found["status"] not in UNFINISHED:
            return
        record, here = found["record"], True

        async def update(**values: object) -> None:
            nonlocal here
            here = await device.documents.change(_analysis(id), lambda known: known and known | values) is not None

        async def store(done: int, result: Any) -> None:
            await update(status="running", done=done, result=result)

        try:
            judge = lambda task: device.thinker.judge(record, task)  # noqa: E731
            result = await analyses.carry_on(record, found["result"], judge, store, lambda: here)
        except Refused as refused:
            log.warning("analysis failed", job=id, why=str(refused))
            await update(status="failed")
        else:
            if result is not None:
                await update(status="done", done=found["total"], result=result)
    finally:
        device.running.discard(id)


ROUTES = [
    route("GET", "/api/games/{id}/record", record),
    route("GET", "/api/games/{id}/at/{n}", at),
    route("GET", "/api/games/{id}/told", told),
    route("POST", "/api/games/{id}/share", share),
    route("POST", "/api/games/{id}/analysis", analysis),
    route("GET", "/api/games/{id}/analysis", known_analysis),
    route("POST", "/api/records", bring),
    route("GET", "/api/shared/{id}", shared),
    route("GET", "/api/shared/{id}/record", shared_record),
    route("GET", "/api/shared/{id}/at/{n}", shared_at),
    route("POST", "/api/shared/{id}/analysis", shared_analysis),
    route("GET", "/api/shared/{id}/analysis", known_shared_analysis),
    route("POST", "/api/device/analysis", brought_analysis),
    route("GET", "/api/jobs/{id}", job),
    route("POST", "/api/what-if", what_if),
    route("POST", "/api/what-if/preview", what_if_preview),
    route("POST", "/api/what-if/prospects", what_if_prospects),
    route("POST", "/api/what-if/hint", what_if_hint),
    route("POST", "/api/what-if/engine", what_if_engine),
    route("POST", "/api/what-if/judged", what_if_judged),
]
