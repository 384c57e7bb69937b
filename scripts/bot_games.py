"""Games of bots for the tutorials, in which wished steps take precedence; and where their moments are."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import lutetia
from lutetia.bots import bot
from lutetia.core.json_types import Json

Wish = Callable[[lutetia.Game], str | None]


def play_through(game: lutetia.Game, seed: int, wish: Wish) -> Iterator[tuple[lutetia.Game, str]]:
    """Play a game to its end with bots, step by step. A wished step takes precedence over the bot's."""
    players = {seat: bot("greedy", seed) for seat in game.ruleset.seats}
    while not game.over:
        step = wish(game) or players[str(game.seat)].choose(game.view(game.seat), game.legal())
        yield game, step
        game.play(step)


def steps_of(record: Json) -> list[tuple[str, str]]:
    return [(turn["seat"], step) for turn in record["turns"] for step in turn["steps"]]


def with_moments(game: lutetia.Game, seat: str, moment: Callable[[lutetia.Game, str, list[str]], str | None]) -> Json:
    """The record with the moments of the learner's seat: after how many steps each comes."""
    record = game.record()
    past = lutetia.replay(record, steps=0)
    found: dict[str, int] = {}
    for at, (who, step) in enumerate(steps_of(record)):
        if who == seat and (name := moment(past, step, list(found))):
            found[name] = at
        past.play(step)
    return {"seat": seat, "record": record, "moments": found}
