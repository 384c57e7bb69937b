"""The texts of a game: the interface that its `text` part implements, and the default for games without one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from lutetia.core.game import Game
from lutetia.core.i18n import N_, _, plural
from lutetia.core.json_types import Json
from lutetia.core.numbers import signed
from lutetia.core.random import Rng
from lutetia.games import manifest, ruleset
from lutetia.text.cells import label
from lutetia.text.components import Section

Names = Mapping[str, str]
"""The names of the seats as they are written at the beginning of a sentence."""
PLAYERS = {"p1": N_("Player 1"), "p2": N_("Player 2"), "p3": N_("Player 3"), "p4": N_("Player 4")}
NOT_OVER = N_("The game is not over; this is the score so far.")


class Changed(NamedTuple):
    """How much of something a step gave a seat (or took from it, if negative)."""

    seat: str
    what: str
    by: int


@dataclass(frozen=True)
class LogText:
    """How a game words its log."""

    predicate: Callable[[str, Json, Json], str]
    """(step, component data, what `about` found): what a seat did, without the subject: "builds V5 on e6 f6"."""
    about: Callable[[Any, Any, Any, str], Json] = lambda ruleset, before, after, step: {}
    """(ruleset, position before, position after, step): what the words need beside the step, in values that can be
    hashed. Everybody may know it."""
    changes: Callable[[Any, Any, Any], Sequence[Changed]] = lambda ruleset, before, after: ()
    """(ruleset, position before, position after): what a step cost and brought. Everybody may know it."""
    points: bool = True
    """Whether changes of the totals are listed among the changes, as `points`."""
    label: Callable[[str, int], str] = lambda what, by: points_label(by)
    """(what, by): a change in short: "−7 F"."""
    ends: frozenset[str] = frozenset()
    """Steps that do nothing but end the turn. A log by turns can leave them out."""


@dataclass(frozen=True)
class GameText:
    """The texts of one game. Views, seats and steps are those of `Game`."""

    sources: dict[str, str]
    """What each source of points is called, `total` last; catalogue keys."""
    seat: Callable[[str], tuple[str, str]]
    """A seat's name within a sentence and at its beginning."""
    question: Callable[[Json, Sequence[str]], str]
    """(view, legal steps): what the viewer has to decide. It mentions only what a legal step can do."""
    choice: Callable[[str, Json], str]
    """(step, component data): what a legal step would do."""
    on_board: Callable[[str, Json], Hashable]
    """(step, view): what the details of a legal step depend on besides the step and the component data."""
    details: Callable[[str, Json, Any], str]
    """(step, component data, what `on_board` found): what the board shows about a legal step beyond its text, or "".

    It makes the list of steps sufficient to play without the board."""
    log: LogText
    hides: Callable[[Json], bool]
    """Whether the viewer sees something that others at the same device must not see."""
    glossary: Callable[[Json, int], dict[str, Json]]
    """(component data, players): names and effects of the components: {name: {name, brief, text, scores}}.

    `scores`: whether it brings points that depend on the position; may be left out. Also, where a game has them:
    `place`, its place among the components on the table; `piece`, what it puts on the board, by its name in the
    notation; `asks`: what it brings depends on how it is carried out."""
    data: Callable[[Json | None], Json]
    """The component data that a view is played with; None: the bundled edition."""
    rules: Callable[[Json], list[str]]
    """(component data): a summary of the rules."""
    pages: Callable[[Json], dict[str, Json]]
    """(score sheet): each seat's part of it, with its `total`."""
    rows: Callable[[Json], list[dict[str, Any]]]
    """(score sheet): a row for each source of points, with what each seat got them for."""
    verdict: Callable[[Json, Json | None, Names], str]
    """(score sheet, result, names): who won, and what broke a tie."""
    topic: Callable[[Json, Sequence[str]], str]
    """(view, legal steps): what the open question is about, as a key of `rule_links`."""
    rule_links: Mapping[str, tuple[str, ...]]
    """Rule ids by the names that views and the notation use. The first id is the rule to open."""
    names: Callable[[Json], dict[str, str]] = lambda data: {}
    """(component data): the names of other things that a page shows, by their names in the notation."""
    about: Callable[[Json], dict[str, str]] = lambda data: {}
    """(component data): what the things on the table are for and what they cost, in sentences, by what a page calls
    them. A page shows these; it knows no rules itself."""
    components: Callable[[Json], list[Section]] = lambda data: []
    """(component data): all components, for the gallery. The data have no faults."""
    card: Callable[[Json], Any] | None = None
    """(component data): what stands on the reference card, a `lutetia.text.card.Card`."""


def points_label(by: int) -> str:
    """+3 points, −1 point."""
    return plural("{by} point", "{by} points", abs(by), by=signed(by))


@cache
def text_for(game: str) -> GameText:
    """The texts of a game. Raises ValueError for an unknown game."""
    found: GameText = manifest(game).load("text") or default_text(game)
    return found


def default_text(game: str) -> GameText:
    """Texts for a game without its own: steps in notation, and the sources of points as named in the score sheet."""
    default = _DefaultText(game)
    return GameText(
        sources=default.sources(),
        seat=default.seat,
        question=lambda view, legal: _("Choose a move."),
        choice=lambda step, data: step,
        on_board=lambda step, view: None,
        details=lambda step, data, on_board: "",
        log=LogText(predicate=lambda step, data, about: _("plays {step}", step=step)),
        hides=lambda view: True,
        glossary=lambda data, players: {},
        data=default.data,
        rules=lambda data: [],
        pages=_pages,
        rows=default.rows,
        verdict=default.verdict,
        topic=lambda view, legal: "",
        rule_links={},
    )


class _DefaultText:
    """The texts that every game can have, made from its ruleset. For the methods see `GameText`."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.bundled = ruleset(game, players=manifest(game).players[0])

    def sources(self) -> dict[str, str]:
        scores = self.bundled.scores(Game.deal(self.bundled, Rng(0)).kernel)
        names = sorted(next(iter(scores.values())), key=lambda source: source == "total")  # the total last
        return {source: label(source) for source in names}

    def seat(self, name: str) -> tuple[str, str]:
        called = _(PLAYERS[name]) if name in PLAYERS else name
        return called, called[:1].upper() + called[1:]

    def data(self, view: Json | None) -> Json:
        written = view["edition"] if view else None
        return written if isinstance(written, dict) else self.bundled.edition.data

    def rows(self, sheet: Json) -> list[dict[str, Any]]:
        pages = _pages(sheet)
        sources = [source for source in next(iter(pages.values())) if source != "total"]
        return [
            {
                "name": source,
                "label": label(source),
                "points": {name: _sum(page[source]) for name, page in pages.items()},
                "parts": {},
            }
            for source in sources
        ]

    def verdict(self, sheet: Json, result: Json | None, names: Names) -> str:
        if result is None:
            return _(NOT_OVER)
        pages = _pages(sheet)
        ranks = ruleset(self.game, players=len(pages)).ranks(result)
        winners = [names.get(name, self.seat(name)[1]) for name, place in ranks.items() if place == 1]
        points = " : ".join(str(pages[name]["total"]) for name in ranks)
        if len(winners) > 1:
            return _("{who} share the win ({points}).", who=", ".join(winners), points=points)
        return _("{who} wins ({points}).", who=winners[0], points=points)


def _sum(points: Any) -> int:
    """The points of a source, whether they are one number or a table of them."""
    return sum(map(_sum, points.values())) if isinstance(points, dict) else int(points)


def _pages(sheet: Json) -> dict[str, Json]:
    """Each seat's points by source, from a score sheet in the default format."""
    return {name: page for name, page in sheet.items() if isinstance(page, dict) and "total" in page}
