"""The replay file: one HTML document with every position of a record, that needs nothing else and no network.

The ground is drawn once; of each step only the layers that it changed are kept.
"""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

import lutetia
from lutetia.core.i18n import _, current_language
from lutetia.core.json_types import Json
from lutetia.drawing.mood import sheet, variables
from lutetia.drawing.still import drawing_for, everything
from lutetia.drawing.svg import Drawing

HERE = Path(__file__).parent


def replay_page(record: Json, names: dict[str, str] | None = None) -> str:
    """The document for a sound record; `names` of players by seat. Raises RecordError."""
    whole = lutetia.replay(record)
    drawing = drawing_for(whole)
    called = {seat: drawing.seat(seat) for seat in record["seats"]} | (names or {})
    frames, scores, seats = _followed(record, drawing, called)
    data = {
        "frames": frames,
        "scores": scores,
        "seats": [[called[seat], drawing.colours[seat]] for seat in record["seats"]],
        "sources": list(drawing.sources.values()),
        "steps": _step_list(record, drawing.told(whole, called), seats),
        "words": {
            "begin": _("The game begins."),
            "at": _("Step {n} of {all}", n="{n}", all="{all}"),
            "play": _("Play"),
            "stop": _("Stop"),
        },
    }
    filled = {
        "LANGUAGE": escape(current_language().replace("_", "-"), quote=True),
        "MOOD": drawing.mood,
        "TITLE": escape(drawing.title),
        "PLAYERS": escape(" · ".join(called.values())),
        "STYLE": variables(drawing.mood) + (HERE / "page.css").read_text("utf-8") + sheet(),
        "SCRIPT": (HERE / "page.js").read_text("utf-8"),
        "WIDE": str(drawing.size[0]),
        "HIGH": str(drawing.size[1]),
        "GROUND": drawing.ground,
        "LAYERS": _shown_layers(drawing, frames),
        "STEPS": escape(_("Steps")),
        "SCORE": escape(_("Score")),
        "FIRST": escape(_("First position")),
        "BACK": escape(_("One step back")),
        "ON": escape(_("One step on")),
        "LAST": escape(_("Last position")),
        "PLAY": escape(_("Play")),
        "POSITION": escape(_("Position")),
        "KEYS": escape(_("Arrow keys step, Home and End jump, the space bar plays.")),
        "DATA": json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    }
    return _fill((HERE / "page.html").read_text("utf-8"), filled)


def _followed(
    record: Json, drawing: Drawing, names: dict[str, str]
) -> tuple[list[Json], list[list[list[int]]], list[str]]:
    """Of every position the layers that changed, each seat's points by source; and who took each step."""
    game = lutetia.replay(record | {"turns": [], "result": None})
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
        now = drawing.frame(everything(game), names, step)
        frames.append({layer: drawn for layer, drawn in now.items() if drawn != before.get(layer, "")})
        before = now
        points = game.ruleset.scores(game.kernel)
        scores.append([[_sum(points[seat][source]) for source in drawing.sources] for seat in record["seats"]])
    return frames, scores, seats


def _sum(points: Any) -> int:
    """The points of a source, whether they are kept as one number or in parts."""
    return sum(map(_sum, points.values())) if isinstance(points, dict) else int(points)


def _step_list(record: Json, told: list[str], seats: list[str]) -> list[list[Any]]:
    """[seat's number, words, notation] of every step."""
    notation = [step for turn in record["turns"] for step in turn["steps"]]
    places = {seat: n for n, seat in enumerate(record["seats"])}
    return [[places[seat], words, step] for seat, words, step in zip(seats, told, notation, strict=True)]


def _shown_layers(drawing: Drawing, frames: list[Json]) -> str:
    """The last position, drawn already: who runs no scripts sees how it ended."""
    last: Json = {}
    for frame in frames:
        last |= frame
    return "".join(f'<g id="{layer}">{last.get(layer, "")}</g>' for layer in drawing.layers)


def _fill(template: str, values: dict[str, str]) -> str:
    """Each {{NAME}} by its value, in one pass: a value is never searched for names."""
    parts = template.split("{{")
    filled = [parts[0]]
    for part in parts[1:]:
        name, rest = part.split("}}", 1)
        filled += (values[name], rest)
    return "".join(filled)
