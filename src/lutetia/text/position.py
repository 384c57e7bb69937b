"""All the text that a page shows around a position: prompt, steps, log, names."""

from __future__ import annotations

from collections.abc import Mapping

from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.games import manifest
from lutetia.text.interface import GameText, Names, text_for
from lutetia.text.log import entries, line
from lutetia.text.rule_links import rule_links


def position_text(game: Game, viewer: str | None, legal: list[str], names: Mapping[str, str] | None = None) -> Json:
    """The text around a position for a viewer. `names`: the players by seat, as far as they have names."""
    view = game.view(viewer)
    text = text_for(view["game"])
    data = text.data(view)
    seats = {seat: text.seat(seat) for seat in view["seats"]}
    called = {seat: (names or {}).get(seat) or first for seat, (_name, first) in seats.items()}
    return {
        "title": _(manifest(view["game"]).title),
        "viewer": viewer,
        "hides": viewer is not None and not view["over"] and text.hides(view),
        "question": _question(text, view, legal, called),
        "seats": {seat: {"name": name, "first": first} for seat, (name, first) in seats.items()},
        "sources": {source: _(called) for source, called in text.sources.items()},
        "steps": [_step(game, step, text, view, data) for step in legal],
        "log": [line(entry, viewer, game.ruleset, over=game.over, names=called) for entry in entries(game)],
        "glossary": text.glossary(data, len(view["seats"])),
        "rules": rule_links(view, legal),
    }


def rules(game: str) -> Json:
    """A summary of a game's rules and the effects of its components, with the bundled edition."""
    text = text_for(game)
    data = text.data(None)
    return {"title": _(manifest(game).title), "rules": text.rules(data), "glossary": text.glossary(data, 2)}


def _question(text: GameText, view: Json, legal: list[str], names: Names) -> str:
    if view["over"]:
        return _("The game is over.")
    if legal:
        return text.question(view, legal)
    return _("{seat} is thinking.", seat=names[view["seat"]])


def _step(game: Game, step: str, text: GameText, view: Json, data: Json) -> Json:
    """`does` is short; `text` is for the list and adds what the board shows."""
    after = game.ruleset.new_kernel()
    after.become(game.kernel)
    after.play(game.ruleset.step_ids[step])
    ends = after.seat != game.kernel.seat or after.turn != game.kernel.turn
    does, more = text.choice(step, data), text.details(step, view, data)
    full = _("{step} ({what})", step=does, what=more) if more else does
    return {"step": step, "does": does, "text": full, "kind": step.split(" ")[0], "ends": ends}
