"""The analysis of a game as it grows: what is still to do, what has been found, and the report of it.

An analysis has three parts. `glance` looks at every step quickly, so that there is a whole curve after a few seconds.
`steps` looks at every step again, with more effort. `turns` follows the best turn to its end where another one was
played, and says why it is better. Nothing here searches, so the server can use it in its own process.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypedDict

from lutetia.bots.judgement import FAULTS, Judgement, accuracy, judgement
from lutetia.bots.profile import BotProfile
from lutetia.bots.suggestion import Reason, told
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.core.numbers import signed
from lutetia.core.record import steps_of

Stage = Literal["glance", "steps", "turns"]
LATER = "later"
"""Where points are lost that the turn itself does not show."""


class Found(TypedDict):
    """What has been found so far, without any words: as JSON it can be stored, and be completed later."""

    end: Json | None
    """The last position: `{"chances", "margins", "proven"}`, as lists in the order of the seats."""
    glance: list[Json]
    steps: list[Json]
    """By step, see `bots/analysis.py`."""
    turns: dict[str, Json]
    """By turn, counted from 1: `{"best": steps, "whole": whether they end it, "reasons": …, "sources": points}`."""


class Task(TypedDict, total=False):
    """What to do next."""

    stage: Stage
    at: int
    """The step to begin with; for a turn, the step that should have been another."""
    turn: int
    best: str
    points: float
    fault: bool
    """Whether the reasons are wanted."""


def nothing() -> Found:
    """An analysis that has not begun."""
    return {"end": None, "glance": [], "steps": [], "turns": {}}


def total(record: Json) -> int:
    """How much there is to do."""
    return 2 * len(steps_of(record)) + len(record["turns"])


def done(record: Json, found: Found) -> int:
    """How much of it has been done."""
    task = next_task(record, found)
    looked = len(found["glance"]) + len(found["steps"])
    if task is None:
        return total(record)
    return looked + (task["turn"] - 1 if task["stage"] == "turns" else 0)


def next_task(record: Json, found: Found) -> Task | None:
    """What to do next; None if all is done."""
    steps = sum(len(turn["steps"]) for turn in record["turns"])
    if len(found["glance"]) < steps or found["end"] is None:
        return {"stage": "glance", "at": len(found["glance"])}
    if len(found["steps"]) < steps:
        return {"stage": "steps", "at": len(found["steps"])}
    for turn in _turns(record, found["steps"]):
        if str(turn.number) not in found["turns"] and (task := turn.task()):
            return task
    return None


def put(found: Found, task: Task, result: Json) -> None:
    """Add what a task has found."""
    if task["stage"] == "turns":
        found["turns"][str(task["turn"])] = result["turn"]
        return
    found[task["stage"]] += result["entries"]
    if result["end"] is not None:
        found["end"] = result["end"]


class JudgedTurn:
    """A turn of a record, or the rest of one, with what is known of its steps."""

    def __init__(self, number: int, at: int, turn: Json, place: int, entries: Sequence[Json]) -> None:
        """`place`: the turn's seat, counted from 0."""
        self.number, self.at, self.entries = number, at, entries
        self.seat: str = turn["seat"]
        self.steps: list[str] = turn["steps"]
        self.loss, self.points = _lost(entries, place)
        self.differs = _differs(entries)
        """The step in which the best turn differs, counted from the first of the turn; None if this is the best."""
        self.chose = any(not entry["forced"] for entry in entries)
        self.gap = max((entry.get("gap", 0.0) for entry in entries), default=0.0)

    def task(self) -> Task | None:
        """To follow the best turn to its end and to say why it is better; None if the best was played."""
        if self.differs is None:
            return None
        return {
            "stage": "turns",
            "turn": self.number,
            "at": self.at + self.differs,
            "best": self.entries[self.differs]["best"],
            "points": self.points,
            "fault": judgement(self.loss) in FAULTS,
        }


def _lost(entries: Sequence[Json], place: int) -> tuple[float, float]:
    """What a turn loses: probability of winning, rounded so that the word for it fits the figure, and points.

    Steps are not added up, as two that undo each other would count twice: the first that is not the best could have
    led to more than the last one does. What a step reveals is luck, so it begins anew with the next step. Nobody can
    lose more than they had, before the turn or by luck within it.
    """
    loss = points = most = 0.0
    for part in _between_revelations(entries):
        had = next((entry["chances"][place] for entry in part if entry["chances"]), 0.0)
        faults = [entry for entry in part if "could" in entry]
        if faults:
            could, does = faults[0]["could"], faults[-1]["does"]
            loss += min(had, max(0.0, could[0] - does[0]))
            points += could[1] - does[1]
        most = max(most, had)
    return round(min(loss, most), 4), points


def _between_revelations(entries: Sequence[Json]) -> Iterator[Sequence[Json]]:
    """The steps of a turn, cut after each that reveals something."""
    start = 0
    for n, entry in enumerate(entries, 1):
        if entry.get("reveals") or n == len(entries):
            yield entries[start:n]
            start = n


def _differs(entries: Sequence[Json]) -> int | None:
    """The first step that loses at least half of what the worst one does. It explains those that repeat it."""
    lost = {n: entry["could"][0] - entry["does"][0] for n, entry in enumerate(entries) if "could" in entry}
    worst = max(lost.values(), default=0.0)
    return next((n for n, each in lost.items() if each >= worst / 2), None)


def _turns(record: Json, entries: Sequence[Json]) -> list[JudgedTurn]:
    """The turns whose steps are all known."""
    seats: list[str] = record["seats"]
    found, at = [], 0
    for number, turn in enumerate(record["turns"], 1):
        end = at + len(turn["steps"])
        if end > len(entries):
            break
        found.append(JudgedTurn(number, at, turn, seats.index(turn["seat"]), entries[at:end]))
        at = end
    return found


def report(record: Json, found: Found, profile: BotProfile) -> Json:
    """The analysis as far as it is known, in the current language: docs/records.md says what it consists of.

    What has not been looked at is left out.
    """
    seats: list[str] = record["seats"]
    entries = found["steps"] + found["glance"][len(found["steps"]) :]
    judged = _turns(record, entries)
    turns = [turn_report(turn, found["turns"].get(str(turn.number)), profile) for turn in judged]
    chose = [told for turn, told in zip(judged, turns, strict=True) if turn.chose]
    return {
        "game": record["game"],
        "seats": seats,
        "positions": _positions(record, found, entries),
        "turns": turns,
        "accuracy": {seat: accuracy([turn["loss"] for turn in chose if turn["seat"] == seat]) for seat in seats},
        "summary": _summary(seats, chose, list(profile.phases)),
        "complete": next_task(record, found) is None,
    }


def turn_report(turn: JudgedTurn, detail: Json | None, profile: BotProfile) -> Json:
    """One turn of a report. `detail`: what its task has found."""
    word: Judgement = judgement(turn.loss)
    best, start = turn.steps, 0
    if turn.differs is not None:
        start = turn.differs
        best = turn.steps[:start] + (detail["best"] if detail else [turn.entries[start]["best"]])
    reasons = detail["reasons"] if detail and word in FAULTS else []
    sources = _sources(turn, detail)
    return {
        "turn": turn.number,
        "at": turn.at,
        "seat": turn.seat,
        "phase": turn.entries[0]["phase"] if turn.entries else "",
        "played": turn.steps,
        "best": best,
        "from": start,
        "until": _until(turn, start, detail),
        "loss": turn.loss,
        "points": round(turn.points, 1) + 0.0,
        "sources": sources,
        "sources_text": told(_in_words(sources, profile)),
        "judgement": word,
        "why": told(reasons),
        "gap": round(turn.gap, 4),
    }


def _until(turn: JudgedTurn, start: int, detail: Json | None) -> int:
    """How many steps that were played are compared with the best ones: if those end where they show something new, no
    more than to the step that did so too."""
    if detail and not detail["whole"]:
        for n in range(start, len(turn.steps)):
            if turn.entries[n].get("reveals"):
                return n + 1
    return len(turn.steps)


def _sources(turn: JudgedTurn, detail: Json | None) -> dict[str, float]:
    """What the turn loses by source, the largest first; with what it loses later, this is all that it loses."""
    lost: dict[str, float] = dict(detail.get("sources", {})) if detail else {}
    if later := round(round(turn.points, 1) - sum(lost.values()), 1):
        lost[LATER] = later
    return dict(sorted(lost.items(), key=lambda each: -abs(each[1])))


def _in_words(sources: dict[str, float], profile: BotProfile) -> list[Reason]:
    if set(sources) <= {LATER}:  # says no more than the sum
        return []
    words = {**profile.sources, LATER: N_("in the rest of the game {points}")}
    whole = {source: round(points) for source, points in sources.items()}
    return [(words[source], {"points": signed(-points)}) for source, points in whole.items() if points]


def _positions(record: Json, found: Found, entries: Sequence[Json]) -> list[Json]:
    """One position for each number of steps. A forced step has the value of the position that follows."""
    seats = record["seats"]
    known: list[Json] = [dict(entry) for entry in entries]
    for entry, (_turn, seat, _step) in zip(known, steps_of(record), strict=False):
        entry["seat"] = seat
    if found["end"] is not None and len(entries) == len(steps_of(record)):
        known.append({**found["end"], "forced": False, "seat": found["end"].get("seat")})
    for n in range(len(known) - 1, -1, -1):
        entry = known[n]
        if entry["chances"] is None and n + 1 < len(known):
            entry |= {part: known[n + 1][part] for part in ("chances", "margins", "proven")}
    return [
        {
            "at": at,
            "seat": entry["seat"],
            "chances": dict(zip(seats, entry["chances"], strict=True)),
            "margins": dict(zip(seats, (round(margin, 2) + 0.0 for margin in entry["margins"]), strict=True)),
            "proven": entry["proven"],
            "forced": entry["forced"],
        }
        for at, entry in enumerate(known)
        if entry["chances"] is not None
    ]


def _summary(seats: Sequence[str], turns: Sequence[Json], phases: Sequence[str]) -> Json:
    """Accuracy by part of the game, and each seat's best and worst turn."""

    def mine(seat: str, phase: str | None = None) -> list[Json]:
        return [turn for turn in turns if turn["seat"] == seat and phase in (None, turn["phase"])]

    best: dict[str, int | None] = {}
    worst: dict[str, int | None] = {}
    for seat in seats:
        found = [turn for turn in mine(seat) if turn["judgement"] == "best" and turn["gap"] > 0]
        best[seat] = max(found, key=lambda turn: turn["gap"])["turn"] if found else None
        lost = [turn for turn in mine(seat) if turn["judgement"] in FAULTS]
        worst[seat] = max(lost, key=lambda turn: turn["loss"])["turn"] if lost else None
    return {
        "phases": [
            {"phase": phase, "accuracy": {s: accuracy([t["loss"] for t in mine(s, phase)]) for s in seats}}
            for phase in phases
            if any(turn["phase"] == phase for turn in turns)
        ],
        "best": best,
        "worst": worst,
    }


def entries_of(result: Any) -> Found:
    """What was stored of an analysis; an empty one if there is nothing, or it is of an earlier format."""
    if not isinstance(result, dict) or "glance" not in result:
        return nothing()
    found: Found = {name: result[name] for name in Found.__annotations__}  # type: ignore[assignment]
    return found
