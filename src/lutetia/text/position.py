"""All the text that a page shows around a position: prompt, steps, log, names.

`game_text` stays the same during a game, `moment_text` belongs to one position, and text/log.py writes the log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.viewcache import Encode, unchanged
from lutetia.games import manifest
from lutetia.text.interface import GameText, Names, text_for
from lutetia.text.log import Log
from lutetia.text.offers import offers
from lutetia.text.rule_links import question_rule, rule_links


def position_text(
    game: Game,
    viewer: str | None,
    legal: list[str],
    names: Mapping[str, str] | None = None,
    *,
    ended: bool = False,
    resigned: bool = False,
    opened: bool = False,
) -> Json:
    """The whole text around a position for a viewer. `names`: the players by seat, as far as they have names.

    `ended`: the game is over although it has not been played to its end. `resigned`: see `prompt_text`.
    `opened`: of `Game.open_view`, which has no viewer.
    """
    view = game.open_view() if opened else game.view(viewer)
    text = text_for(view["game"])
    called = seat_names(text, view["seats"], names)
    fixed, moment = game_text(view), moment_text(game, view, legal, called, ended=ended, resigned=resigned)
    rule = moment.pop("rule")
    return {
        **fixed,
        **moment,
        "rules": fixed["rules"] | ({"question": rule} if rule else {}),
        "log": Log(game).lines(game, viewer, called, opened=opened),
    }


def seat_names(text: GameText, seats: Sequence[str], names: Mapping[str, str] | None = None) -> Names:
    """What the players are called at the beginning of a sentence: by their names, or else by their seats."""
    return {seat: (names or {}).get(seat) or text.seat(seat)[1] for seat in seats}


def game_text(view: Json) -> Json:
    """The text that stays the same during a game: title, seats, sources of points, components, rules."""
    text = text_for(view["game"])
    data, seats = text.data(view), {seat: text.seat(seat) for seat in view["seats"]}
    return {
        "title": _(manifest(view["game"]).title),
        "seats": {seat: {"name": name, "first": first} for seat, (name, first) in seats.items()},
        "sources": {source: _(called) for source, called in text.sources.items()},
        "source_order": list(text.sources),  # canonical JSON sorts the keys of an object
        "glossary": text.glossary(data, len(view["seats"])),
        "names": text.names(data),
        "about": text.about(data),
        "rules": rule_links(view["game"]),
    }


def moment_text(
    game: Game, view: Json, legal: list[str], names: Names, *, ended: bool = False, resigned: bool = False
) -> Json:
    """The text of one position for the view's viewer."""
    prompt = prompt_text(game, view, legal, names, ended=ended, resigned=resigned)
    return {"viewer": view["viewer"], "hides": hides(view)} | prompt


def hides(view: Json) -> bool:
    """Whether the viewer sees something that others at the same device must not see."""
    return view["viewer"] is not None and not view["over"] and text_for(view["game"]).hides(view)


def prompt_text(
    game: Game,
    view: Json,
    legal: list[str],
    names: Names,
    *,
    ended: bool,
    resigned: bool,
    encode: Encode = unchanged,
) -> Json:
    """The prompt, the rule behind it, and the legal steps; after the end who won. All who have no step get the same.

    `resigned`: somebody has resigned. Then there is no verdict: the points alone do not decide who won.
    `encode` is for the steps; see `ViewCache`.
    """
    text, decided = text_for(view["game"]), view["over"] and not resigned
    verdict = {"verdict": text.verdict(game.score(), game.result(), names)} if decided else {}
    return {
        "question": _question(text, view, legal, names, ended),
        "rule": question_rule(view, legal),
        "steps": offers(game, view, legal, encode) if legal else [],
        **verdict,
    }


def rules(game: str) -> Json:
    """A summary of a game's rules and its components, for the fewest players, with the bundled edition."""
    text, about = text_for(game), manifest(game)
    data = text.data(None)
    return {"title": _(about.title), "rules": text.rules(data), "glossary": text.glossary(data, about.players[0])}


def _question(text: GameText, view: Json, legal: list[str], names: Names, ended: bool) -> str:
    if view["over"] or ended:
        return _("The game is over.")
    if legal:
        return text.question(view, legal)
    return _("{seat} is thinking.", seat=names[view["seat"]])
