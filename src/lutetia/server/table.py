"""One game at the house: its position, its seats, its clock, and what is being asked of whom.

`apply` is the only thing that changes them, event by event; so a table rebuilt from the log is the table that was.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

import lutetia
from lutetia.core.viewcache import ViewCache
from lutetia.server.canonical import pressed
from lutetia.server.clocks import Clock
from lutetia.server.store.database import SILENT, StoreTrouble

Json = dict[str, Any]


class Event(NamedTuple):
    """One line of the log. `step` is the step taken; of an undo, how many were taken back."""

    seq: int
    kind: str
    seat: str | None
    step: str | None
    data: Json | None
    client_key: str | None
    at: int
    state_hash: str


@dataclass
class Seat:
    """A seat and whose it is. A person's seat with a bot is one that a bot has taken over."""

    seat: str
    kind: str
    """human, bot, open"""
    person: str | None = None
    name: str | None = None
    bot: str | None = None
    resigned: bool = False
    reserved: str | None = None

    @property
    def by_bot(self) -> bool:
        """Whether a bot decides here now."""
        return self.bot is not None


@dataclass
class Asks:
    """What is open between people, beside the game."""

    undo: Json | None = None
    """Who wants how many steps back, and who has agreed: {seat, steps, agreed}."""
    left: Json | None = None
    """A seat that was left, and why: {seat, why}; the others choose what to do."""
    pause: Json | None = None
    """Who paused until when: {seat, until}."""
    hints: dict[str, int] = field(default_factory=dict)
    """How many hints each seat has had."""
    pauses: dict[str, int] = field(default_factory=dict)


class TableLock(asyncio.Lock):
    """Held by whoever looks at a table. `lost`: it may be ahead of the log and could not be read anew; whoever has
    waited for it is turned away, and the next to come finds the game as it was."""

    lost = False

    async def acquire(self) -> Literal[True]:
        await super().acquire()
        if self.lost:
            self.release()
            raise StoreTrouble(SILENT)
        return True


class Table:
    """A game with everything round it. Hold `lock` while looking: between a step and its commit it is ahead."""

    def __init__(self, row: Json, seats: list[Seat]) -> None:
        self.row = row
        self.id: str = row["id"]
        self.seats = {seat.seat: seat for seat in seats}
        self.lock = TableLock()
        self.game: lutetia.Game | None = None
        self.events: list[Event] = []
        self.steps: list[Event] = []
        """The steps that stand, in order: without those that were taken back."""
        self.last: dict[str | None, int] = {}
        """Where in `steps` each seat's last one is."""
        self.acted: dict[str | None, int] = {}
        """The seq of each seat's last step, taken back or not."""
        self.keys: dict[str, int] = {}
        """Client keys and the seq they led to."""
        self.status = "waiting"
        self.outcome: Json | None = None
        self.asks = Asks()
        self.clock = Clock.begin(row["pace"], list(self.seats))
        self.cache: dict[Any, Any] = {"known": ViewCache(pressed)}
        """What was worked out for this seq: messages, and what their views have in common. Gone with the next event."""

    @property
    def seq(self) -> int:
        """The number of the last event; -1 before the first."""
        return self.events[-1].seq if self.events else -1

    @property
    def at(self) -> int:
        """When the last event came."""
        return self.events[-1].at if self.events else int(self.row["created"])

    @property
    def to_move(self) -> str | None:
        """Whose decision it is, while the game runs."""
        return self.game.seat if self.game is not None and self.status == "running" else None

    @property
    def bot_due(self) -> bool:
        """Whether the game waits for a bot."""
        return self.to_move is not None and self.seats[self.to_move].by_bot and self.asks.pause is None

    def seats_of(self, person: str | None) -> list[str]:
        """The seats of a person, in order round the table."""
        return [seat.seat for seat in self.seats.values() if person is not None and seat.person == person]

    def eyes(self, mine: list[str]) -> str | None:
        """Of a person's seats the one whose view it gets: of several the one that decides, else that decided last."""
        if len(mine) <= 1:
            return mine[0] if mine else None
        if self.game is not None and self.game.seat in mine:
            return self.game.seat
        return max(mine, key=lambda seat: self.acted.get(seat, -1))

    def people(self) -> list[str]:
        """Everybody who has a seat, each once."""
        return list(dict.fromkeys(seat.person for seat in self.seats.values() if seat.person))

    def plays_alone(self, person: str | None) -> bool:
        """Whether nobody else decides here."""
        return all(seat.person == person or seat.by_bot for seat in self.seats.values())

    def playing(self) -> list[str]:
        """The people who decide for themselves: not resigned, no bot in their place."""
        return list(dict.fromkeys(s.person for s in self.seats.values() if s.person and not s.by_bot))

    def apply(self, event: Event) -> None:
        """The one way anything changes. What an event may be is checked before; here it only happens."""
        data = event.data or {}
        self._position(event)
        self._asked(event, data)
        self.events.append(event)
        if event.client_key:
            self.keys[event.client_key] = event.seq
        if "outcome" in data:
            self.end(data["outcome"])
        views: ViewCache = self.cache["known"]
        views.next_position()
        self.cache = {"known": views}

    def end(self, outcome: Json) -> None:
        """The game is over, and nothing is asked any more."""
        self.status, self.outcome = "over", outcome
        self.asks.undo = self.asks.left = self.asks.pause = None

    def _position(self, event: Event) -> None:
        if event.kind == "start":
            self.status = "running"
            self.game = dealt(self.row, list(self.seats))
        elif event.kind == "step":
            assert self.game is not None
            self.game.play(str(event.step))
            self.last[event.seat], self.acted[event.seat] = len(self.steps), event.seq
            self.steps.append(event)
        elif event.kind == "undo":
            assert self.game is not None
            for _again in range(int(str(event.step))):
                self.game.undo()
                self.steps.pop()
            self.last = {step.seat: n for n, step in enumerate(self.steps)}

    def _asked(self, event: Event, data: Json) -> None:
        asks, seat = self.asks, str(event.seat)
        match event.kind:
            case "step":
                asks.undo = None
                if asks.left and asks.left["seat"] == seat:
                    asks.left = None
            case "undo-ask":
                asks.undo = {"seat": seat, "steps": int(str(event.step)), "agreed": []}
            case "undo-yes":
                if asks.undo:
                    asks.undo = asks.undo | {"agreed": [*asks.undo["agreed"], seat]}
            case "undo" | "undo-no":
                asks.undo = None
            case "left":
                asks.left = {"seat": seat, "why": data["why"]}
            case "wait" | "takeover" | "back":
                asks.left = None
            case "resign" | "claim":
                asks.undo = asks.left = None
            case "pause":
                asks.pause = {"seat": seat, "until": data["until"]}
                asks.pauses = asks.pauses | {seat: asks.pauses.get(seat, 0) + 1}
            case "go-on":
                asks.pause = None
            case "hint":
                asks.hints = asks.hints | {seat: asks.hints.get(seat, 0) + 1}

    def as_of(self, seq: int) -> Table:
        """This table as it was right after an event."""
        if seq == self.seq:
            return self
        following = any(event.kind == "rematch" for event in self.events[: seq + 1])
        past = Table(self.row if following else self.row | {"next": None}, self._seats_as_of(seq))
        for event in self.events[: seq + 1]:
            past.apply(event)
        last = past.events[-1]
        past.clock = Clock.again(self.row["pace"], (last.data or {})["clock"], None)
        return past

    def _seats_as_of(self, seq: int) -> list[Seat]:
        """In a game that has started, only who decides on a seat can have changed."""
        then = {
            name: replace(seat, resigned=False, bot=seat.bot if seat.kind == "bot" else None)
            for name, seat in self.seats.items()
        }
        for event in self.events[: seq + 1]:
            data, name = event.data or {}, str(event.seat)
            if event.kind == "takeover":
                then[name].bot = data["bot"]
            elif event.kind in ("resign", "claim"):
                then[name].resigned, then[name].bot = True, data.get("bot", then[name].bot)
            elif event.kind == "back":
                for seat in then.values():
                    if seat.person == then[name].person and not seat.resigned:
                        seat.bot = None
        return list(then.values())


def dealt(row: Json, seats: list[str]) -> lutetia.Game:
    """The game at its beginning, from its heading and what chance decided."""
    return lutetia.replay(
        {
            "format": "lutetia-record/1",
            "game": row["game"],
            "rules": row["rules"],
            "edition": row["edition"],
            "options": row["options"],
            "seats": seats,
            "first": row["first"],
            "setup": row["setup"],
            "turns": [],
            "result": None,
        }
    )
