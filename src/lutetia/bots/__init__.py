"""Opponents: each is given what its seat may know and answers with one legal step. None ever sees the real game.

| name | how it thinks | file |
|---|---|---|
| random | any legal step, each as likely | chance.py |
| greedy | the best turn by each game's own rules of thumb | games/<game>/bots/ |
| level1 … level5 | first impression, search, proof | levels.py, profile.py, thinker.py |

Beside our own there are those that other packages bring (entry points of the group `lutetia.bots`) and programs in any
language (`cmd:PROGRAM`). Strangers of both kinds play in a process of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from lutetia.core.errors import shown
from lutetia.core.i18n import _

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

NAMES = ("random", "greedy", "level1", "level2", "level3", "level4", "level5")
GROUP = "lutetia.bots"


class Bot(Protocol):
    """What every opponent offers. Bots keep no memory: the same view and seed give the same step."""

    def choose(self, view: dict[str, Any], legal: list[str], clock: dict[str, Any] | None = None) -> str:
        """One of the legal steps for the view's seat, whose decision it is; `clock` may say how much time is left."""


class _Greedy:
    """The greedy bot of whichever game the view is of."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: dict[str, Any], legal: list[str], clock: dict[str, Any] | None = None) -> str:
        from lutetia.bots.profile import profile_for

        return profile_for(view["game"]).greedy(self.seed).choose(view, legal, clock)


def bot(name: str, seed: int = 0) -> Bot:
    """The bot of this name, with a random stream of its own. Raises ValueError that names those there are."""
    if name == "random":
        from lutetia.bots.chance import Chance

        return Chance(seed)
    if name == "greedy":
        return _Greedy(seed)
    if name in NAMES:
        from lutetia.bots.thinker import Thinker

        level = int(name[-1]) - 1
        return Thinker(lambda profile: profile.levels[level], seed)
    if name.startswith("cmd:"):
        from lutetia.bots.external import External, words_of

        return External(words_of(name), seed)
    if name not in NAMES and name in brought().names:
        import sys

        from lutetia.bots.external import External

        return External([sys.executable, "-m", "lutetia.bots.host", name], seed)
    known = ", ".join([*NAMES, *sorted(brought().names - set(NAMES)), "cmd:PROGRAM"])
    raise ValueError(_("there is no bot {name}; there are: {known}", name=shown(name), known=known))


def stream(seed: int, view: dict[str, Any]) -> int:
    """The seed of one decision: a stream of its own for every step of a game, far from the deal's."""
    taken = sum(len(turn["steps"]) for turn in view["turns"])
    return (seed << 20) + 0x5EED0B07 + taken


def brought() -> EntryPoints:
    """The bots that installed packages bring, by their entry points. A name of our own stays ours."""
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def maker(name: str) -> Callable[..., Bot]:
    """What makes the bot of this name in this very process: its class, where a package brings it."""
    if name not in NAMES and name in brought().names:
        make: Callable[..., Bot] = brought()[name].load()
        return make
    bot(name)
    return partial(bot, name)
