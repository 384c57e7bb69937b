"""Asks a bot for a step or a hint, and makes something of whatever comes back.

The same for worker processes of a server and for workers of a browser; both answer with `jobs/worker.py`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from lutetia.bots.fault import BotFault, fallback_step, step_number
from lutetia.bots.suggestion import Suggestion
from lutetia.core.errors import shown
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.loggers import get_logger
from lutetia.server.play.interfaces import BotChoice

MS = 60_000
"""What a bot in a browser is told that it has. The levels take as long as they take, to decide the same everywhere."""
Ask = Callable[[Json], Awaitable[Any]]
"""Lets a worker answer a question: what `result_of` makes of its answer. Raises BotFault, Refused."""
log = get_logger("bots")


def result_of(answer: Json) -> Any:
    """The result of what `worker.answer` gave. Raises BotFault, and Refused if the worker refuses what was asked."""
    if "fault" in answer:
        raise BotFault(*answer["fault"])
    if refused := answer.get("refused"):
        raise Refused(refused["status"], refused["code"], N_("{why}"), rule=refused["rule"], why=refused["text"])
    return answer["result"]


def question(bot: str, view: Json, legal: list[str], seed: int, ms: int = MS) -> Json:
    """What a bot that has to decide is asked."""
    return {"do": "choose", "bot": bot, "view": view, "legal": legal, "seed": seed, "ms": ms}


async def choose(ask: Ask, asked: Json, failed: Callable[[str], None] = lambda kind: None) -> BotChoice:
    """The bot's answer to a `question` if it is a legal step, otherwise a random one.

    `failed` is told the kind of fault. Raises Refused.
    """
    view, legal = asked["view"], asked["legal"]
    try:
        step = await ask(asked)
        if not isinstance(step, str) or step not in legal:
            raise BotFault("illegal", shown(step))
    except BotFault as fault:
        log.warning("bot failed", bot=asked["bot"], game=view.get("game"), fault=fault.kind, detail=fault.detail)
        failed(fault.kind)
        return BotChoice(fallback_step(step_number(view), legal, asked["seed"]), fault.kind)
    return BotChoice(step)


async def suggest(ask: Ask, view: Json, seed: int = 0) -> Suggestion:
    """A hint for the view's seat. Raises Refused, also if there is none in time."""
    try:
        answer: Json = await ask({"do": "suggest", "view": view, "seed": seed})
    except BotFault as fault:
        log.warning("hint failed", game=view.get("game"), fault=fault.kind, detail=fault.detail)
        raise Refused(503, "no-hint", N_("No hint could be found in time; try again.")) from None
    reasons = tuple((key, values) for key, values in answer["reasons"])
    return Suggestion(answer["step"], reasons, answer["points"], tuple(answer["then"]), answer["chance"])
