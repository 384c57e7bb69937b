"""The replay page: one HTML file with every position of a record. It needs no other file and no network.

The background is drawn once; each step stores only the layers that it changed.
"""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

import lutetia
from lutetia.core.i18n import _, current_language
from lutetia.core.json_types import Json
from lutetia.drawing.position import drawing_for, revealed
from lutetia.drawing.svg import Drawing
from lutetia.drawing.theme import stylesheet, variables
from lutetia.games import manifest

HERE = Path(__file__).parent


def replay_page(record: Json, names: dict[str, str] | None = None) -> str:
    """The HTML page of a record. `names`: the players' names by seat. Raises RecordError."""
    whole = lutetia.replay(record)
    drawing = drawing_for(whole)
    theme = manifest(whole.ruleset.game).theme
    shown_names = {seat: drawing.seat(seat) for seat in record["seats"]} | (names or {})
    frames, scores, seats = _frames(record, drawing, shown_names)
    data = {
        "frames": frames,
        "scores": scores,
        "seats": [[shown_names[seat], drawing.colours[seat]] for seat in record["seats"]],
        "sources": list(drawing.sources.values()),
        "steps": _step_list(record, drawing.step_texts(whole, shown_names), seats),
        "words": {
            "begin": _("The game begins."),
            "at": _("Step {n} of {all}", n="{n}", all="{all}"),
            "play": _("Play"),
            "stop": _("Stop"),
        },
    }
    filled = {
        "LANGUAGE": escape(current_language(), quote=True),
        "THEME": theme,
        "TITLE": escape(drawing.title),
        "PLAYERS": escape(" · ".join(shown_names.values())),
        "STYLE": variables(theme) + (HERE / "replay.css").read_text("utf-8") + stylesheet(),
        "SCRIPT": (HERE / "replay.js").read_text("utf-8"),
        "WIDE": str(drawing.size[0]),
        "HIGH": str(drawing.size[1]),
        "GROUND": drawing.ground,
        "LAYERS": _last_layers(drawing, frames),
        "STEPS": escape(_("Steps")),
        "SCORE": escape(_("Score")),
        "FIRST": escape(_("First position")),
        "BACK": escape(_("Step back")),
        "ON": escape(_("Step forward")),
        "LAST": escape(_("Last position")),
        "PLAY": escape(_("Play")),
        "POSITION": escape(_("Position")),
        "KEYS": escape(_("Arrow keys step, Home and End jump, and the space bar plays.")),
        "DATA": json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    }
    return _fill((HERE / "replay.html").read_text("utf-8"), filled)


def _frames(
    record: Json, drawing: Drawing, names: dict[str, str]
) -> tuple[list[Json], list[list[list[int]]], list[str]]:
    """For each position the changed layers and each seat's points by source; for each step its seat."""
    game = lutetia.replay(record, steps=0)
    steps: list[str | None] = [None]
    seats: list[str] = []
    for turn in record["turns"]:
        steps += turn["steps"]
        seats += [turn["seat"]] * len(turn["steps"])
    frames: list[Json] = []
    scores = []
    before: Json = {}
    for step in steps:
        if step is not None:
            game.play(step)
        now = drawing.frame(revealed(game), names, step)
        frames.append({layer: drawn for layer, drawn in now.items() if drawn != before.get(layer, "")})
        before = now
        points = game.ruleset.scores(game.kernel)
        scores.append([[_total(points[seat].get(source, 0)) for source in drawing.sources] for seat in record["seats"]])
    return frames, scores, seats


def _total(points: Any) -> int:
    """The points of a source, which may be one number or an object of numbers."""
    return sum(map(_total, points.values())) if isinstance(points, dict) else int(points)


def _step_list(record: Json, texts: list[str], seats: list[str]) -> list[list[Any]]:
    """[seat's index, text, notation] of each step."""
    notation = [step for turn in record["turns"] for step in turn["steps"]]
    places = {seat: n for n, seat in enumerate(record["seats"])}
    return [[places[seat], text, step] for seat, text, step in zip(seats, texts, notation, strict=True)]


def _last_layers(drawing: Drawing, frames: list[Json]) -> str:
    """The layers of the last position, which readers without scripts see."""
    last: Json = {}
    for frame in frames:
        last |= frame
    return "".join(f'<g id="{layer}">{last.get(layer, "")}</g>' for layer in drawing.layers)


def _fill(template: str, values: dict[str, str]) -> str:
    """Replace each {{NAME}} in one pass, so that values are never searched for names."""
    parts = template.split("{{")
    filled = [parts[0]]
    for part in parts[1:]:
        name, rest = part.split("}}", 1)
        filled += (values[name], rest)
    return "".join(filled)
