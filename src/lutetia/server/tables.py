"""All games of the house: rebuilt from the log when asked for, kept in a bounded cache, told once they are written."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections import OrderedDict
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import IntegrityError

from lutetia.core.i18n import N_
from lutetia.core.ruleset import places
from lutetia.server.clocks import Clock
from lutetia.server.errors import Refused, no_game
from lutetia.server.log import fault
from lutetia.server.state import position_hash
from lutetia.server.store import log as store_log
from lutetia.server.store import schema
from lutetia.server.store.database import StoreTrouble
from lutetia.server.table import Event, Json, Seat, Table

if TYPE_CHECKING:
    from lutetia.server.house import House

WATCH = 0.25
"""Seconds between two looks at the deadlines."""
LATE_BOTS = 20
"""How many looks lie between two searches for games that wait for a bot nobody has asked."""

log = structlog.get_logger("tables")


class Overtaken(Exception):
    """Another process wrote this seq first; the table has been read anew."""


class Tables:
    """Every game by its id."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._kept: OrderedDict[str, Table] = OrderedDict()
        self._known: WeakValueDictionary[str, Table] = WeakValueDictionary()
        """Every table that is kept or that somebody still holds, so that a game never has two."""
        self._broken: set[str] = set()
        """Games that could not be looked after; the watch leaves them alone until the next start."""
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._thinking: set[str] = set()

    async def at(self, game: str) -> Table:
        """The table of a game. Raises Refused (404) if there is none, StoreTrouble if it cannot be read."""
        if game in self._kept:
            self._kept.move_to_end(game)
            return self._kept[game]
        table = self._known.get(game)
        if table is not None:
            self._keep(table)
            return table
        if game not in self._loading:  # asked for twice at once, it is still one table
            loading = self._loading[game] = asyncio.create_task(self._load(game))
            loading.add_done_callback(lambda _done: self._loading.pop(game, None))
        return await asyncio.shield(self._loading[game])

    async def add(self, row: Json, seats: list[Seat], client_key: str | None = None) -> Table:
        """A new game, waiting for its players."""
        table = Table(row, seats)
        event = self._event(table, "create", client_key=client_key)
        table.apply(event)

        await self._house.database.write(lambda c: store_log.begin(c, table, event))
        self._keep(table)
        return table

    async def commit(
        self,
        table: Table,
        kind: str,
        *,
        seat: str | None = None,
        step: str | None = None,
        data: Json | None = None,
        client_key: str | None = None,
        seats: bool = False,
        row: Json | None = None,
    ) -> Event:
        """Let an event happen: apply it, write it, tell it. The table's lock is held, and all has been checked.

        `seats` says that seats have changed, `row` which columns of the game. Whatever fails, the table is afterwards
        what the log says. Raises Overtaken, StoreTrouble.
        """
        now = self._house.now()
        before = (table.to_move, table.game.turn_begins if table.game else True)
        try:
            table.row |= row or {}
            draft = Event(table.seq + 1, kind, seat, step, dict(data or {}), client_key, now, "")
            self._happen(table, draft, before, now)
            hashed = position_hash(table.game, table.cache["known"]) if table.game else ""
            event = draft._replace(state_hash=hashed)
            table.events[-1] = event
            writing = self._house.database.writing(store_log.append(table, event, with_seats=seats))
            stopped = await _done(writing)
            writing.result()
        except BaseException as error:
            await self._read_anew(table)
            if isinstance(error, IntegrityError):
                raise Overtaken from error
            raise
        self._house.hub.wake(table.id)
        if kind != "step" or table.to_move != before[0]:
            self._house.hub.turn_passed(table.people())
        self.let_bots_think(table)
        if stopped:
            raise asyncio.CancelledError
        return event

    async def announce_hint(self, table: Table, seat: str) -> None:
        """A seat was given a hint: the others are told."""
        await self.commit(table, "hint", seat=seat)

    def let_bots_think(self, table: Table) -> None:
        """If the game waits for a bot, ask it, beside everything else."""
        if table.bot_due and table.id not in self._thinking:
            self._thinking.add(table.id)
            self._house.begin(self._think(table.id))

    async def watch(self) -> None:
        """Look after deadlines, pauses, absent players and forgotten bots, for as long as the house is open."""
        looks = 0
        while True:
            try:
                await self._look(search_bots=looks % LATE_BOTS == 0)
            except StoreTrouble as error:
                log.warning("watch", trouble=error.reason)
            looks += 1
            await asyncio.sleep(WATCH)

    async def _look(self, search_bots: bool) -> None:
        from lutetia.server import leaving

        now = self._house.now()
        game = schema.game
        due = await self._house.database.read(
            lambda c: list(c.execute(sa.select(game.c.id).where(game.c.deadline <= now).limit(200)).scalars())
        )
        for id_ in due:
            await self._look_after(id_, leaving.time_is_up(self._house, id_))
        if search_bots:
            waiting = await self._house.database.read(
                lambda c: list(c.execute(sa.select(game.c.id).where(game.c.bot_due).limit(1000)).scalars())
            )
            for id_ in waiting:
                if id_ not in self._thinking:
                    await self._look_after(id_, self._wake_bots(id_))
            for id_ in self._house.hub.games():
                await self._look_after(id_, leaving.look_for_absent(self._house, id_))
                await asyncio.sleep(0)  # there may be thousands: others come in between

    async def _look_after(self, id_: str, look: Coroutine[Any, Any, None]) -> None:
        """One game's trouble must not end the watch over the others."""
        if id_ in self._broken:
            look.close()
            return
        try:
            await look
        except Overtaken:
            pass  # it is looked at again soon
        except StoreTrouble:
            raise
        except Exception as error:
            self._broken.add(id_)
            log.error("watch", game=id_, **fault(error))

    async def _wake_bots(self, id_: str) -> None:
        self.let_bots_think(await self.at(id_))

    async def _think(self, id_: str) -> None:
        """Ask the bots of a game for steps until a person decides."""
        from lutetia.server import play

        try:
            while True:
                table = await self.at(id_)
                async with table.lock:
                    if not table.bot_due or table.game is None:
                        return
                    seq, seat = table.seq, str(table.to_move)
                    name, view, legal = str(table.seats[seat].bot), table.game.view(seat), table.game.legal()
                chosen = await self._house.jobs.choose(name, view, legal, seed=_bot_seed(id_, seat))
                table = await self.at(id_)
                async with table.lock:
                    if table.seq == seq:  # an undo or a returning player may have come before the bot
                        await play.take(self._house, table, seat, chosen.step, fault=chosen.fault)
        except (Overtaken, Refused) as error:
            log.warning("bot", game=id_, trouble=str(error))  # the search for forgotten bots tries again
        finally:
            self._thinking.discard(id_)

    def _event(self, table: Table, kind: str, client_key: str | None = None) -> Event:
        return Event(0, kind, None, None, {"clock": table.clock.kept()}, client_key, self._house.now(), "")

    def _happen(self, table: Table, event: Event, before: tuple[str | None, bool], now: int) -> None:
        """Apply an event, let the clock follow, and see whether it is the end."""
        assert event.data is not None
        table.apply(event)
        if table.game is not None and table.game.over and table.status == "running":
            event.data["outcome"] = _played_out(table)
            table.end(event.data["outcome"])
        _clock_follows(table, event, before, now)
        event.data["clock"] = table.clock.kept()

    async def _load(self, id_: str) -> Table:
        table = await self._read(id_)
        self._keep(table)
        return table

    async def _read(self, id_: str) -> Table:
        try:
            found = await self._house.database.read(lambda c: store_log.read(c, id_))
        except (ValueError, TypeError) as error:  # what should be JSON is none
            raise _damaged(id_, type(error).__name__) from error
        if found is None:
            raise no_game()
        return _rebuilt(*found)

    async def _read_anew(self, table: Table) -> None:
        """Something failed between the position and the log: the log is right."""
        lock = table.lock  # whoever waits for it shall find what the log says
        try:
            table.__dict__ |= (await asyncio.shield(self._read(table.id))).__dict__
        except BaseException:
            lock.lost = True  # it is read when the database answers again
            self._kept.pop(table.id, None)
            self._known.pop(table.id, None)
            raise
        finally:
            table.lock = lock

    def forget(self, id_: str) -> None:
        """Something beside the log has changed, such as a name: the table is read anew, and who listens is told."""
        if (table := self._known.get(id_)) is not None:
            self._house.begin(self._renew(table))

    async def _renew(self, table: Table) -> None:
        with contextlib.suppress(Refused):
            async with table.lock:
                await self._read_anew(table)
        self._house.hub.tell_anew(table.id)

    def _keep(self, table: Table) -> None:
        self._known[table.id] = table
        self._kept[table.id] = table
        self._kept.move_to_end(table.id)
        if len(self._kept) > self._house.settings.tables_kept:
            self._kept.popitem(last=False)


async def _done(work: asyncio.Future[Any]) -> bool:
    """Wait until it is done, also if whoever waits is told to stop meanwhile; returns whether that was so."""
    stopped = False
    while not work.done():
        try:
            await asyncio.shield(work)
        except asyncio.CancelledError:
            stopped = True
        except Exception:  # the work's own: its result says so
            break
    return stopped


def _clock_follows(table: Table, event: Event, before: tuple[str | None, bool], now: int) -> None:
    """Whose time runs after an event."""
    clock, seat = table.clock, table.to_move
    if table.status == "over":
        clock.turn(None, now)
    elif event.kind in ("start", "step", "undo"):
        assert table.game is not None
        for name in [seat.seat for seat in table.seats.values() if seat.by_bot]:
            clock.free(name)
        if event.kind == "start":
            for bot in table.seats.values():
                if bot.by_bot:  # it must not lose by how busy the machine is
                    clock.free(bot.seat)
        taken_back = event.kind == "undo"
        if seat != clock.seat or (table.game.turn_begins and before[0] == seat and not taken_back):
            clock.turn(seat, now, finished=not taken_back)
        elif clock.since is None:  # who was late has moved after all
            clock.go_on(now)
    elif event.kind in ("left", "pause"):
        clock.stop(now)
    elif event.kind == "go-on":
        clock.go_on(now)
    elif event.kind in ("wait", "back"):
        clock.refill(str(event.seat if event.kind == "back" else clock.seat))
        clock.go_on(now)
    elif event.kind in ("takeover", "resign", "claim"):
        clock.free(str(event.seat))
        clock.go_on(now)


def _played_out(table: Table) -> Json:
    """How a game ended that was played to its end: by the rules' places, those who resigned after all others."""
    game = table.game
    assert game is not None
    result = game.result()
    assert result is not None
    return {"by": "play", "seat": None, "ranks": resigned_last(table, game.ruleset.ranks(result)), "result": result}


def resigned_last(table: Table, ranks: dict[str, int]) -> dict[str, int]:
    """Places in which seats that were resigned come after all others."""
    order = {seat: (not table.seats[seat].resigned, -rank) for seat, rank in ranks.items()}
    return places(order)


def _rebuilt(row: Json, seats: list[Seat], events: list[Event]) -> Table:
    """Let everything happen again, and see that it came out as it was."""
    table = Table(row, seats)
    try:
        for event in events:
            table.apply(event)
        last = events[-1]
        table.clock = Clock.again(row["pace"], (last.data or {})["clock"], row["deadline"])
        if table.asks.pause is not None:  # it may have moved, too
            table.asks.pause = table.asks.pause | {"until": row["deadline"]}
    except Exception as error:  # whatever it is, it was not so when it was written
        raise _damaged(table.id, type(error).__name__) from error
    if row["seq"] != last.seq or len(events) != last.seq + 1:
        raise _damaged(table.id, "gap")
    if table.game is not None and position_hash(table.game) != last.state_hash:
        raise _damaged(table.id, "hash")
    return table


def _damaged(id_: str, why: str) -> Refused:
    log.error("replay", game=id_, why=why)
    return Refused(503, "damaged", N_("This game cannot be rebuilt as it was. It is kept; the others are not touched."))


def _bot_seed(game: str, seat: str) -> int:
    """A stream of the bot's own, told by the game's name and not by its deal."""
    return int.from_bytes(hashlib.sha256(f"{game}/{seat}".encode()).digest()[:4])
