"""All the words a page needs round a position, whichever game it is: questions, steps, the log, names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lutetia.core.game import Game
from lutetia.core.kernel import Kernel
from lutetia.core.words import N_, _
from lutetia.games.lumiere.edition import CARD_NAMES
from lutetia.told import lumiere, paris, where

Json = dict[str, Any]


@dataclass(frozen=True)
class Words:
    """How one game is told. Views, seats and steps are the facade's."""

    title: str
    sources: dict[str, str]
    seat: Callable[[str], tuple[str, str]]
    """A seat's name, and the same as a sentence begins with it."""
    question: Callable[[Json, list[str]], str]
    """(view, legal steps): what is to be decided; it offers what the steps do."""
    choice: Callable[[str, Json], str]
    """(step, component data): what a legal step would be."""
    more: Callable[[str, Json, Json], str]
    """(step, view, component data): what eyes see of a legal step beside its words, so that the list of them is enough
    to play by; or ""."""
    log: Callable[[Json], list[str]]
    """One text for each step of a view; "" where none is needed."""
    hides: Callable[[Json], bool]
    """Whether the viewer sees something that others at the same device must not."""
    glossary: Callable[[Json, int], dict[str, Json]]
    """What the parts of the game are called and do, by edition and players: {name: {name, brief, text}}."""
    data: Callable[[Json | None], Json]
    """The component data a view is played with; None: the bundled."""
    rules: Callable[[Json], list[str]]
    """The rules in short."""


def _lumiere_log(view: Json) -> list[str]:
    return [lumiere.sentence(step, turn["seat"]) for turn in view["turns"] for step in turn["steps"]]


def _lumiere_glossary(data: Json, players: int) -> dict[str, Json]:
    return {
        card: {"name": CARD_NAMES[card], "brief": lumiere.brief(card, data), "text": lumiere.effect(card, data)}
        for card in CARD_NAMES
    }


def _paris_glossary(data: Json, players: int) -> dict[str, Json]:
    tiles = {str(n): paris.tile(n, data, players) for n in paris.TILES}
    return {n: {"name": _("Bonus tile {n}", n=n), "brief": text, "text": text} for n, text in tiles.items()}


PLAYERS = {"p1": N_("Player 1"), "p2": N_("Player 2"), "p3": N_("Player 3"), "p4": N_("Player 4")}
WORDS = {
    "lumiere": Words(
        title=lumiere.GAME,
        sources=lumiere.SOURCES,
        seat=lambda seat: (_(lumiere.SEATS[seat]), _(lumiere.SEATS_FIRST[seat])),
        question=lumiere.question,
        choice=lambda step, data: lumiere.choice(step),
        more=lumiere.more,
        log=_lumiere_log,
        hides=lumiere.hides,
        glossary=_lumiere_glossary,
        data=lambda view: lumiere.data_of(view or {"edition": 1}),
        rules=lambda data: [_(line, **lumiere.numbers(data)) for line in lumiere.RULES],
    ),
    "paris": Words(
        title=paris.GAME,
        sources=paris.SOURCES,
        seat=lambda seat: (_(PLAYERS[seat]), _(PLAYERS[seat])),
        question=paris.question,
        choice=paris.choice,
        more=paris.more,
        log=paris.clauses,
        hides=paris.hides,
        glossary=_paris_glossary,
        data=lambda view: paris.data_of(view or {"edition": 1}),
        rules=lambda data: [_(line) for line in paris.RULES],
    ),
}


Known = dict[str | None, list[tuple[str, dict[str, int]]]]
"""By eyes: every step so far with the totals after it, as those eyes saw them; the first stands for the start."""


def told(game: Game, eyes: str | None, legal: list[str], known: Known | None = None) -> Json:
    """The words round a position for a viewer. `known` keeps what is worked out for the log from call to call."""
    view = game.view(eyes)
    words = WORDS[view["game"]]
    data = words.data(view)
    names = {seat: words.seat(seat) for seat in view["seats"]}
    return {
        "title": _(words.title),
        "viewer": eyes,
        "hides": eyes is not None and not view["over"] and words.hides(view),
        "question": _question(words, view, legal, names),
        "seats": {seat: {"name": name, "first": first} for seat, (name, first) in names.items()},
        "sources": {source: _(text) for source, text in words.sources.items()},
        "steps": [_step(game, step, words, view, data) for step in legal],
        "log": _log(game, view, words, {} if known is None else known),
        "glossary": words.glossary(data, len(view["seats"])),
        "rules": where.rules(view, legal),
    }


def rules(game: str) -> Json:
    """The rules of a game in short, and what its parts do, as bundled."""
    words = WORDS[game]
    data = words.data(None)
    return {"title": _(words.title), "rules": words.rules(data), "glossary": words.glossary(data, 2)}


def _question(words: Words, view: Json, legal: list[str], names: dict[str, tuple[str, str]]) -> str:
    if view["over"]:
        return _("The game is over.")
    if legal:
        return words.question(view, legal)
    return _("{seat} is thinking.", seat=names[view["seat"]][1])


def _step(game: Game, step: str, words: Words, view: Json, data: Json) -> Json:
    """`does` in short; `text` for the list, with what eyes see beside it."""
    after = game.table.kernel()
    after.become(game.kernel)
    after.play(game.table.numbers[step])
    ends = after.seat != game.kernel.seat or after.turn != game.kernel.turn
    does, more = words.choice(step, data), words.more(step, view, data)
    text = _("{step} ({what})", step=does, what=more) if more else does
    return {"step": step, "does": does, "text": text, "kind": step.split(" ")[0], "ends": ends}


def _log(game: Game, view: Json, words: Words, known: Known) -> list[Json]:
    """The steps of the past, with what each brought its seat as far as the viewer could see it."""
    texts = words.log(view)
    steps = [(turn["seat"], step) for turn in view["turns"] for step in turn["steps"]]
    totals = _totals(game, view["viewer"], known)
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


def _totals(game: Game, eyes: str | None, known: Known) -> list[dict[str, int]]:
    """Every seat's total at the start and after each step, worked out anew only from where it differs."""
    record, table = game.record(), game.table
    viewer = -1 if eyes is None else table.seats.index(eyes)

    def seen(kernel: Kernel) -> dict[str, int]:
        scores = table.scores(kernel) if game.over else table.position(kernel, viewer)["scores"]
        return {seat: page["total"] for seat, page in scores.items()}

    steps = ["", *(step for turn in record["turns"] for step in turn["steps"])]
    found = [] if game.over else known.setdefault(eyes, [])
    same = next((n for n, (old, new) in enumerate(zip(found, steps, strict=False)) if old[0] != new), None)
    del found[len(steps) if same is None else same :]
    if len(found) == len(steps) - 1 and found:
        found.append((steps[-1], seen(game.kernel)))
    elif len(found) < len(steps):
        kernel = table.kernel()
        table.set_up(kernel, record["setup"], table.seats.index(record["first"]))
        for at, step in enumerate(steps):
            if at:
                kernel.play(table.numbers[step])
            if at >= len(found):
                found.append((step, seen(kernel)))
    return [totals for _step, totals in found]
