"""Bots: each gets what its seat may know and answers with one legal step. No bot ever sees the real game.

| name | how it decides | file |
|---|---|---|
| random | any legal step, with equal probability | random_bot.py |
| greedy | the best turn by the game's own heuristics | games/<game>/bots/ |
| network:FILE | tree search with the network of a weights file | network_bot.py |
| level1 … level6 | heuristics, a network, tree search, endgame solver | levels.py, profile.py, level_bot.py |

Installed packages can add bots through the entry point group `lutetia.bots`, and `cmd:PROGRAM` runs a program in any
language. Bots of both kinds run in a process of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args

from lutetia.core.errors import shown, with_guess
from lutetia.core.i18n import _
from lutetia.core.json_types import Json

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

    from lutetia.bots.situation import Situation

BotName = Literal["random", "greedy", "level1", "level2", "level3", "level4", "level5", "level6"]
NAMES: tuple[BotName, ...] = get_args(BotName)
GROUP = "lutetia.bots"


class Bot(Protocol):
    """What every bot offers. Bots have no memory: the same view and seed give the same step."""

    # Any, because mypy takes no TypedDict for a dict: callers and bots may use a game's own type of views.
    def choose(self, view: Any, legal: list[str], clock: dict[str, Any] | None = None) -> str:
        """One of the legal steps for the view's seat, whose turn it is. `clock` may tell how much time is left."""


class DirectBot:
    """A bot that also decides without a view, which saves the environments the JSON. All built-in bots do."""

    def decide(self, situation: Situation) -> int:
        """The number of a legal step for the deciding seat."""
        raise NotImplementedError


class _Greedy:
    """The greedy bot of the view's game."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: Json, legal: list[str], clock: dict[str, Any] | None = None) -> str:
        return self.of(view["game"]).choose(view, legal, clock)

    def of(self, game: str) -> Bot:
        from lutetia.bots.profile import profile_for

        return profile_for(game).greedy(self.seed)


def bot(name: str, seed: int = 0) -> Bot:
    """The bot with this name and its own random stream. Raises ValueError, which lists the known names."""
    if name == "random":
        from lutetia.bots.random_bot import RandomBot

        return RandomBot(seed)
    if name == "greedy":
        return _Greedy(seed)
    if name in NAMES:
        from lutetia.bots.level_bot import LevelBot

        level = int(name[-1]) - 1
        return LevelBot(lambda profile: profile.levels[level], seed)
    if name.startswith("network:"):
        from lutetia.bots.network_bot import NetworkBot

        return NetworkBot(name, seed)
    if name.startswith("cmd:"):
        from lutetia.bots.external import ExternalBot, command_of

        return ExternalBot(command_of(name), seed)
    if name in installed_bots().names:
        import sys

        from lutetia.bots.external import ExternalBot

        return ExternalBot([sys.executable, "-m", "lutetia.bots.host", name], seed)
    known = [*NAMES, *sorted(installed_bots().names - set(NAMES))]
    forms = ", ".join([*known, "network:FILE", "cmd:PROGRAM"])
    fault = _("there is no bot {name}; there are: {known}", name=shown(name), known=forms)
    raise ValueError(with_guess(fault, name, known))


def bot_for(game: str, name: str, seed: int = 0) -> Bot:
    """The bot with this name for one game: a built-in one is a `DirectBot`. Raises ValueError like `bot`."""
    made = bot(name, seed)
    return made.of(game) if isinstance(made, _Greedy) else made


def decision_seed(seed: int, view: Json) -> int:
    """The seed of one decision. Each step of a game has its own random stream, unrelated to that of the deal."""
    return seed_after(seed, sum(len(turn["steps"]) for turn in view["turns"]))


def seed_after(seed: int, taken: int) -> int:
    """The seed of the decision after so many steps."""
    return (seed << 20) + 0x5EED0B07 + taken


def installed_bots() -> EntryPoints:
    """The entry points of the bots in installed packages. They cannot replace a built-in name."""
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def bot_factory(name: str) -> Callable[..., Bot]:
    """What creates the bot in this process: for a bot of an installed package, the class that its entry point names."""
    if name not in NAMES and name in installed_bots().names:
        make: Callable[..., Bot] = installed_bots()[name].load()
        return make
    bot(name)  # raises ValueError for an unknown name
    return partial(bot, name)
