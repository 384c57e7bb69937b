"""Asks bots: in other workers of the browser, so that the table never waits for them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from lutetia.bots.analysis_report import Task
from lutetia.bots.fault import BotFault
from lutetia.bots.suggestion import Suggestion
from lutetia.core.i18n import language, speaking
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused, internal_error
from lutetia.server.local import library
from lutetia.server.loggers import get_logger
from lutetia.server.play import asking
from lutetia.server.play.interfaces import BotChoice, Position

Ask = Callable[[str], Awaitable[str]]
"""Lets a worker answer a question, both as JSON; see `lutetia.server.jobs.worker.answer`."""
GiveUp = Callable[[str], object]
"""Nobody needs the answer to a question any more."""
log = get_logger("local")


class LocalThinker:
    """The `Thinker` of local games, and its hints."""

    def __init__(self, ask: Ask, give_up: GiveUp) -> None:
        self._ask = ask
        self._give_up = give_up
        self._asked = 0
        self._deciding: dict[str, asyncio.Future[BotChoice]] = {}
        """By game: what the bot that has to decide there is asked."""

    def moved(self, game: str) -> None:
        """Something has happened in a game: the bot that thinks there thinks about a position that is no more."""
        if deciding := self._deciding.pop(game, None):
            deciding.cancel()

    async def choose(
        self, bot: str, position: Position, seed: int, *, game: str, people: Sequence[str], watched: bool
    ) -> BotChoice | None:
        found = await position()
        if found is None:
            return None
        asked = asking.question(bot, *found, seed)
        deciding = self._deciding[game] = asyncio.ensure_future(asking.choose(self._answer, asked))
        try:
            return await deciding
        except asyncio.CancelledError:
            if self._deciding.get(game) is deciding:
                raise  # the device is being closed
            return None
        finally:
            if self._deciding.get(game) is deciding:
                del self._deciding[game]

    async def suggest(self, view: Json) -> Suggestion:
        """A hint for the view's seat. Raises Refused."""
        return await asking.suggest(self._answer, view)

    async def judge(self, record: Json, task: Task) -> Json:
        """Do a part of an analysis. Raises Refused."""
        try:
            found: Json = await self._answer({"do": "judge", "record": record, "task": task})
        except BotFault as fault:
            log.warning("analysis failed", game=record.get("game"), fault=fault.kind, detail=fault.detail)
            raise internal_error() from None
        return found

    async def compute(self, task: str, *arguments: object) -> object:
        """What a task of `lutetia.server.tasks` finds, in the current language. Raises Refused."""
        try:
            return await self._answer({"do": "task", "task": task, "arguments": arguments})
        except BotFault as fault:
            log.warning("task failed", task=task, fault=fault.kind)
            raise internal_error() from None

    async def _answer(self, question: Json) -> Any:
        """Raises BotFault, Refused."""
        self._asked += 1
        asked = json.dumps(question | {"id": self._asked, "language": language.get()}, ensure_ascii=False)
        try:
            answer: Json = json.loads(await self._ask(asked))
        except asyncio.CancelledError:
            self._give_up(asked)
            raise
        except Exception as error:  # pyodide.ffi.JsException: the other worker has failed
            raise BotFault("dead", type(error).__name__) from None
        return asking.result_of(answer)


async def answer(question: str) -> str:
    """What the other worker does: answer a question of `Ask`."""
    from lutetia.server.jobs import worker

    asked = json.loads(question)
    with speaking(asked.get("language")):
        try:
            if asked["do"] == "task" and library.needs_library(asked["task"]):
                await library.load()
            found = worker.answer(asked)
        except Refused as refused:
            found = worker.refusal(asked, refused)
    if isinstance(found.get("result"), bytes):
        found["result"] = json.loads(found["result"])
    return json.dumps(found, ensure_ascii=False, default=repr)
