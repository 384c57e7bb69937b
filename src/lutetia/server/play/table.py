"""A table: one game with its position, seats, clock and open requests.

`Table.apply` is the only thing that changes them, one event at a time. So a table that is rebuilt from the event log
equals the original.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import lutetia
from lutetia.core.json_types import Json
from lutetia.core.viewcache import ViewCache
from lutetia.server.errors import StorageError
from lutetia.server.play.canonical_json import extended_json, json_fragment, json_part
from lutetia.server.play.clock import Clock

if TYPE_CHECKING:
    from lutetia.bots.suggestion import Suggestion
    from lutetia.text.interface import Names
    from lutetia.text.log import Log


class Event(NamedTuple):
    """One entry of the event log. `step` is the step taken; for an undo, the number of steps taken back."""

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
    """A seat and its owner. If a person's seat also has a bot, the bot has taken over."""

    seat: str
    kind: str
    """human, bot, open"""
    person: str | None = None
    name: str | None = None
    bot: str | None = None
    resigned: bool = False
    reserved: str | None = None
    alias: str | None = None
    """What the player is called at this table, where several share a device."""

    @property
    def by_bot(self) -> bool:
        """Whether a bot decides here now."""
        return self.bot is not None


@dataclass
class Requests:
    """What players have asked of each other."""

    undo: Json | None = None
    """Who wants to take back how many steps, and who has agreed: {seat, steps, agreed}."""
    left: Json | None = None
    """A seat whose player has left, and why: {seat, why}. The others choose what to do."""
    pause: Json | None = None
    """Who paused the game until when: {seat, until}."""
    pauses: dict[str, int] = field(default_factory=dict)
    """How often each seat has paused."""


class Role(NamedTuple):
    """What a person is at a table."""

    seats: list[str]
    """The person's, in playing order."""
    deciding: list[str]
    """Those in which the person decides: not those that a bot plays."""
    alone: bool
    """Whether no other person decides here."""
    only_bots: bool
    """Whether no other person has ever sat here."""
    absent: list[Seat]
    """Those of other people who do not decide any more."""
    host: bool


@dataclass
class Derived:
    """Results computed from the current position. The next event discards them, except where it says otherwise."""

    view_cache: ViewCache
    """What the views of one game have in common. It is kept as long as the table."""
    log: Log | None = None
    """The last steps with what they changed. Each step adds to it; only an undo discards it."""
    names: dict[str, Names] = field(default_factory=dict)
    """By language: the players' names. A step keeps them."""
    roles: dict[str | None, Role] = field(default_factory=dict)
    """By person. A step keeps them."""
    prompts: dict[tuple[Any, ...], bytes] = field(default_factory=dict)
    """By language, the seat that decides and the rule behind it: the prompt of the others. A step keeps them."""
    setting: bytes | None = None
    """The part of a state message about the seats and the set-up. A step keeps it."""
    views: dict[str | None, tuple[Json | None, bytes, str]] = field(default_factory=dict)
    """By viewer: the view, the same as JSON, and its hash."""
    messages: dict[tuple[Any, ...], Any] = field(default_factory=dict)
    """By what decides its contents: a state message."""
    public_part: bytes | None = None
    """The part of a state message that is the same for everybody."""
    events: dict[int, bytes] = field(default_factory=dict)
    """By `since`: the events after it as everybody sees them, as JSON."""
    texts: dict[tuple[Any, ...], bytes] = field(default_factory=dict)
    """By what decides its contents: a part of the text that several viewers get, as JSON."""
    told: dict[tuple[str | None, str | None, int | None, bool], bytes] = field(default_factory=dict)
    """By viewer, language, number of steps and whether all hands are open: the answer to a request for the text."""
    prospects: bytes | None = None
    """The answer to a request for them."""
    hint: Suggestion | None = None
    """What the deciding seat was told. An announcement of the hint keeps it."""

    def forget_messages(self) -> None:
        """Free what only the messages about the current position need."""
        self.views, self.messages, self.events, self.texts = {}, {}, {}, {}


class TableLock(asyncio.Lock):
    """Held while a table is read or changed.

    `lost`: the table may be ahead of the log and could not be read again. Everybody who waited for the lock gets an
    error, and the next request loads the game as the log has it.
    """

    lost = False

    @property
    def free(self) -> bool:
        """Whether the table can be read right now, as long as nothing is awaited."""
        return not self.locked() and not self.lost

    async def acquire(self) -> Literal[True]:
        await super().acquire()
        if self.lost:
            self.release()
            raise StorageError(cause="table-lost")
        return True


class Table:
    """A game and everything around it. Hold `lock` while reading: until its commit, a step is already applied here."""

    def __init__(self, row: Json, seats: list[Seat]) -> None:
        self.row = row
        self.id: str = row["id"]
        self.used = 0.0
        """When somebody last asked for it; see `TableCache`."""
        self.seats = {seat.seat: seat for seat in seats}
        self.lock = TableLock()
        self.game: lutetia.Game | None = None
        self.events: list[Event] = []
        """All events, without the clock and the hash that the log stores with each."""
        self.clocks: list[Json] = []
        """By seq: the clock after the event, as the log stores it."""
        self.steps: list[Event] = []
        """The steps in order, without those that were taken back."""
        self.undone: list[Event] = []
        """The steps that were taken back since the last new step, in playing order: what redo would take again."""
        self.by_person: list[bool] = []
        """For each of `steps`: whether the seat's own player took it, not a bot."""
        self.stand_ins: set[str] = set()
        """The people's seats that a bot plays now."""
        self.last: dict[str | None, int] = {}
        """By seat: the index in `steps` of its last step."""
        self.acted: dict[str | None, int] = {}
        """By seat: the seq of its last step, taken back or not."""
        self.keys: dict[str, int] = {}
        """By client key: the seq of the event it led to."""
        self.status = "waiting"
        self.outcome: Json | None = None
        self.requests = Requests()
        self.clock = Clock.new(row["pace"], list(self.seats))
        self.derived: Derived
        self.forget_derived()

    @property
    def seq(self) -> int:
        """The number of the last event; -1 before the first."""
        return self.events[-1].seq if self.events else -1

    @property
    def at(self) -> int:
        """When the last event happened."""
        return self.events[-1].at if self.events else int(self.row["created"])

    @property
    def to_move(self) -> str | None:
        """The seat that has to decide, while the game is running."""
        return self.game.seat if self.game is not None and self.status == "running" else None

    @property
    def finished_turns(self) -> int:
        """How many turns are finished."""
        return 0 if self.game is None else self.game.turn_count - (not self.game.turn_begins)

    @property
    def deadline(self) -> int | None:
        """When the time of the deciding seat, or a pause, is over."""
        return int(self.requests.pause["until"]) if self.requests.pause else self.clock.deadline()

    @property
    def bot_due(self) -> bool:
        """Whether a bot has to decide."""
        return self.to_move is not None and self.seats[self.to_move].by_bot and self.requests.pause is None

    @property
    def resigned(self) -> bool:
        """Whether somebody has resigned, or somebody's game was claimed."""
        return any(seat.resigned for seat in self.seats.values())

    def gave_up(self) -> dict[str, str]:
        """By seat that has given up, how: `resign`, or why its game was claimed (`time`, `away`, `gone`)."""
        if not self.resigned:
            return {}
        ends = [event for event in self.events if event.kind in ("resign", "claim")]
        how = {str(event.seat): (event.data or {}).get("why", "gone") for event in ends if event.kind == "claim"}
        how |= {str(event.seat): "resign" for event in ends if event.kind == "resign"}
        return {seat: way for seat, way in how.items() if self.seats[seat].resigned}

    def seats_of(self, person: str | None) -> list[str]:
        """The seats of a person, in playing order."""
        return [seat.seat for seat in self.seats.values() if person is not None and seat.person == person]

    def deciding_seats_of(self, person: str | None) -> list[str]:
        """The seats in which this person decides: not those that a bot plays."""
        return [seat for seat in self.seats_of(person) if not self.seats[seat].by_bot]

    def viewer(self, mine: list[str]) -> str | None:
        """The seat whose view a person with these seats gets: the one that decides, or else the one that acted last."""
        if len(mine) <= 1:
            return mine[0] if mine else None
        if self.game is not None and self.game.seat in mine:
            return self.game.seat
        return max(mine, key=lambda seat: self.acted.get(seat, -1))

    def people(self) -> list[str]:
        """Everybody who has a seat, each once."""
        return list(dict.fromkeys(seat.person for seat in self.seats.values() if seat.person))

    def role(self, person: str | None) -> Role:
        """What a person is here; None is a spectator."""
        roles = self.derived.roles
        if person not in roles:
            others = [seat for seat in self.seats.values() if seat.person != person]
            people = [seat for seat in others if seat.kind != "bot"]
            roles[person] = Role(
                seats=self.seats_of(person),
                deciding=self.deciding_seats_of(person),
                alone=all(seat.by_bot for seat in others),
                only_bots=not people,
                absent=[seat for seat in people if seat.kind == "human" and (seat.by_bot or seat.person is None)],
                host=person is not None and self.row["host"] == person,
            )
        return roles[person]

    def own_steps(self, seat: str) -> int:
        """How many steps of this seat its player took, not a bot."""
        return sum(own and step.seat == seat for step, own in zip(self.steps, self.by_person, strict=True))

    def playing(self) -> list[str]:
        """The people who decide for themselves: not resigned, and no bot in their place."""
        return list(dict.fromkeys(s.person for s in self.seats.values() if s.person and not s.by_bot))

    def apply(self, event: Event) -> None:
        """Let an event happen. The caller has checked that it may."""
        data = event.data or {}
        self._update_position(event)
        self._update_requests(event, data)
        self.events.append(event)
        if event.client_key:
            self.keys[event.client_key] = event.seq
        if "outcome" in data:
            self.end(data["outcome"])
        before = self.derived
        before.view_cache.next_position()
        self.derived = Derived(before.view_cache)
        if event.kind != "undo":
            self.derived.log = before.log
        if event.kind == "step":
            self.derived.names, self.derived.roles, self.derived.setting = before.names, before.roles, before.setting
            self.derived.prompts = before.prompts
        elif event.kind == "hint":
            self.derived.hint = before.hint

    def record_clock(self, clock: Json) -> None:
        """The clock after the last event. In games without a clock it is often the same, and then kept once."""
        self.clocks.append(self.clocks[-1] if self.clocks and self.clocks[-1] == clock else clock)

    def forget_derived(self) -> None:
        """Free the memory of what can be computed again."""
        self.derived = Derived(ViewCache(json_part, json_fragment, extended_json))

    def end(self, outcome: Json) -> None:
        """The game is over. All requests end with it."""
        self.status, self.outcome = "over", outcome
        self.requests.undo = self.requests.left = self.requests.pause = None

    def _update_position(self, event: Event) -> None:
        if event.kind == "start":
            self.status = "running"
            self.game = dealt_game(self.row, list(self.seats))
        elif event.kind == "step":
            assert self.game is not None
            self.game.play(str(event.step))
            again = self.undone and (self.undone[0].seat, self.undone[0].step) == (event.seat, event.step)
            self.undone = self.undone[1:] if again else []
            self.last[event.seat], self.acted[event.seat] = len(self.steps), event.seq
            self.steps.append(event)
            self.by_person.append(self.seats[str(event.seat)].kind == "human" and event.seat not in self.stand_ins)
        elif event.kind == "undo":
            assert self.game is not None
            for _step in range(int(str(event.step))):
                self.game.undo()
                self.undone.insert(0, self.steps.pop())
                self.by_person.pop()
            self.last = {step.seat: n for n, step in enumerate(self.steps)}
        elif "bot" in (event.data or {}) and event.kind in ("takeover", "resign", "claim"):
            self.stand_ins.add(str(event.seat))
        elif event.kind == "back":
            self.stand_ins -= {str(event.seat), *(event.data or {}).get("seats", ())}

    def _update_requests(self, event: Event, data: Json) -> None:
        requests, seat = self.requests, str(event.seat)
        match event.kind:
            case "step":
                requests.undo = None
                if requests.left and requests.left["seat"] == seat:
                    requests.left = None
            case "undo-ask":
                requests.undo = {"seat": seat, "steps": int(str(event.step)), "agreed": []}
            case "undo-yes":
                if requests.undo:
                    requests.undo = requests.undo | {"agreed": [*requests.undo["agreed"], seat]}
            case "undo":
                requests.undo = None
                if requests.left and requests.left["why"] == "time" and requests.left["seat"] != self.to_move:
                    requests.left = None  # that turn was taken back
            case "undo-no":
                requests.undo = None
            case "left":
                requests.left = {"seat": seat, "why": data["why"]}
            case "wait" | "takeover" | "back":
                requests.left = None
            case "resign" | "claim":
                requests.undo = requests.left = None
            case "pause":
                requests.pause = {"seat": seat, "until": data["until"]}
                requests.pauses = requests.pauses | {seat: requests.pauses.get(seat, 0) + 1}
            case "go-on":
                requests.pause = None

    def as_of(self, seq: int) -> Table:
        """This table as it was right after an event."""
        if seq == self.seq:
            return self
        had_rematch = any(event.kind == "rematch" for event in self.events[: seq + 1])
        past = Table(self.row | ({} if had_rematch else {"next": None}), self._seats_as_of(seq))
        for event in self.events[: seq + 1]:
            past.apply(event)
        past.clock = Clock.restore(self.row["pace"], self.clocks[seq], None)
        return past

    def _seats_as_of(self, seq: int) -> list[Seat]:
        """The seats of a started game then. Only who decides for a seat can have changed since."""
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


def dealt_game(row: Json, seats: list[str]) -> lutetia.Game:
    """The game before the first step of its table, from the stored set-up and the turns before, if there are some."""
    game = lutetia.replay(
        {
            "format": "lutetia-record/1",
            "game": row["game"],
            "rules": row["rules"],
            "edition": row["edition"],
            "options": row["options"],
            "seats": seats,
            "first": row["first"],
            "setup": row["setup"],
            "turns": row.get("turns") or [],
            "result": None,
        }
    )
    game.share_setup(row["setup"])
    return game
