"""All the text that a page shows around a position: prompt, steps, log, names."""

from __future__ import annotations

from collections.abc import Iterator

from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.kernel import Kernel
from lutetia.core.viewcache import ViewCache
from lutetia.games import manifest
from lutetia.text.interface import GameText, text_for
from lutetia.text.rule_links import rule_links

TotalsCache = dict[str | None, list[tuple[str, dict[str, int]]]]
"""By viewer: every step so far with the totals after it, as the viewer saw them. The first entry is the start."""


def position_text(game: Game, viewer: str | None, legal: list[str], totals: TotalsCache | None = None) -> Json:
    """The text around a position for a viewer. `totals` is a cache to pass again at the next step."""
    view = game.view(viewer)
    text = text_for(view["game"])
    data = text.data(view)
    names = {seat: text.seat(seat) for seat in view["seats"]}
    return {
        "title": _(manifest(view["game"]).title),
        "viewer": viewer,
        "hides": viewer is not None and not view["over"] and text.hides(view),
        "question": _question(text, view, legal, names),
        "seats": {seat: {"name": name, "first": first} for seat, (name, first) in names.items()},
        "sources": {source: _(called) for source, called in text.sources.items()},
        "steps": [_step(game, step, text, view, data) for step in legal],
        "log": _log(game, view, text, {} if totals is None else totals),
        "glossary": text.glossary(data, len(view["seats"])),
        "rules": rule_links(view, legal),
    }


def rules(game: str) -> Json:
    """A summary of a game's rules and the effects of its components, with the bundled edition."""
    text = text_for(game)
    data = text.data(None)
    return {"title": _(manifest(game).title), "rules": text.rules(data), "glossary": text.glossary(data, 2)}


def _question(text: GameText, view: Json, legal: list[str], names: dict[str, tuple[str, str]]) -> str:
    if view["over"]:
        return _("The game is over.")
    if legal:
        return text.question(view, legal)
    return _("{seat} is thinking.", seat=names[view["seat"]][1])


def _step(game: Game, step: str, text: GameText, view: Json, data: Json) -> Json:
    """`does` is short; `text` is for the list and adds what the board shows."""
    after = game.ruleset.new_kernel()
    after.become(game.kernel)
    after.play(game.ruleset.step_ids[step])
    ends = after.seat != game.kernel.seat or after.turn != game.kernel.turn
    does, more = text.choice(step, data), text.details(step, view, data)
    full = _("{step} ({what})", step=does, what=more) if more else does
    return {"step": step, "does": does, "text": full, "kind": step.split(" ")[0], "ends": ends}


def _log(game: Game, view: Json, text: GameText, cache: TotalsCache) -> list[Json]:
    """The steps so far, each with the points that it brought its seat, as far as the viewer could see them."""
    texts = text.log(view)
    steps = [(turn["seat"], step) for turn in view["turns"] for step in turn["steps"]]
    totals = _totals(game, view["viewer"], cache)
    return [
        {
            "at": at + 1,
            "seat": seat,
            "step": step,
            "text": texts[at],
            "points": totals[at + 1][seat] - totals[at][seat],
            "totals": totals[at + 1],
        }
        for at, (seat, step) in enumerate(steps)
        if texts[at]
    ]


def _totals(game: Game, viewer: str | None, cache: TotalsCache) -> list[dict[str, int]]:
    """Every seat's total at the start and after each step. Totals in the cache are not computed again."""
    steps = ["", *(step for turn in game.record()["turns"] for step in turn["steps"])]
    # at the end all points are visible, also those of earlier steps: the cache has only what was visible before
    entries = [] if game.over else cache.setdefault(viewer, [])
    del entries[_common_length([step for step, _points in entries], steps) :]
    if entries and len(entries) == len(steps) - 1:
        entries.append((steps[-1], _visible_totals(game, viewer, game.kernel)))
    elif len(entries) < len(steps):
        for at, kernel in enumerate(_replayed(game, steps[1:])):
            if at >= len(entries):
                entries.append((steps[at], _visible_totals(game, viewer, kernel)))
    return [totals for _step, totals in entries]


def _common_length(old: list[str], new: list[str]) -> int:
    """How many items are the same at the beginning of both lists."""
    return next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))


def _replayed(game: Game, steps: list[str]) -> Iterator[Kernel]:
    """The kernel at the start of the game and after each step. It is always the same object."""
    record, ruleset = game.record(), game.ruleset
    kernel = ruleset.new_kernel()
    ruleset.read_setup(kernel, record["setup"], ruleset.seats.index(record["first"]))
    yield kernel
    for step in steps:
        kernel.play(ruleset.step_ids[step])
        yield kernel


def _visible_totals(game: Game, viewer: str | None, kernel: Kernel) -> dict[str, int]:
    """Every seat's total in a position of the game, as far as the viewer may know it now."""
    ruleset = game.ruleset
    if game.over:
        scores = ruleset.scores(kernel)
    else:
        number = -1 if viewer is None else ruleset.seats.index(viewer)
        scores = ruleset.position(kernel, number, ViewCache(follows=False))["scores"]
    return {seat: page["total"] for seat, page in scores.items()}
