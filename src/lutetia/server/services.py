"""The services of one running server, created, opened and closed together.

They connect all packages below `http`.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

import structlog

import lutetia
from lutetia.server.cluster import cleaning
from lutetia.server.cluster.bus import Bus
from lutetia.server.cluster.endless import Duty, endless
from lutetia.server.cluster.follower import Follower
from lutetia.server.cluster.presence import Presence
from lutetia.server.cluster.server_id import server_id
from lutetia.server.cluster.shared_counts import SharedCounts
from lutetia.server.cluster.shared_limits import SharedLimits
from lutetia.server.cluster.timekeeper import ClusterLock, Timekeeper
from lutetia.server.errors import StorageError, error_fields
from lutetia.server.ids import new_id
from lutetia.server.jobs.device_games import DeviceGames
from lutetia.server.jobs.fair_queue import Lane
from lutetia.server.jobs.game_digests import GameDigests
from lutetia.server.jobs.owners import Requests
from lutetia.server.jobs.queue import JobQueue
from lutetia.server.live.feed import Feeds
from lutetia.server.live.hub import Hub
from lutetia.server.live.listener import Listener
from lutetia.server.ops import heartbeat, housekeeping, queue_report
from lutetia.server.ops.health import Health
from lutetia.server.ops.link_mails import LinkMails
from lutetia.server.ops.mailer import Mailer
from lutetia.server.ops.settings import Settings
from lutetia.server.people import member_names, ratings
from lutetia.server.people.accounts import People
from lutetia.server.people.blocks import blocked_players
from lutetia.server.people.mail_links import MailLimits
from lutetia.server.people.open_tables import OpenTables
from lutetia.server.people.same_network import SameNetwork
from lutetia.server.people.sessions import last_change
from lutetia.server.people.sign_in_limits import SignInLimits
from lutetia.server.play import expiry
from lutetia.server.play.bots import BotPlayer
from lutetia.server.play.clock import DAY, ServerClock
from lutetia.server.play.commit import Deal, TableService
from lutetia.server.play.deadlines import DeadlineWatch
from lutetia.server.play.device_bots import DeviceBots
from lutetia.server.play.table import Table
from lutetia.server.play.vacating import Vacating
from lutetia.server.rate_limit import RateLimiter
from lutetia.server.store import database_clock
from lutetia.server.store.database import Database
from lutetia.server.store.event_log import DatabaseEventLog
from lutetia.server.store.lock import FolderLock
from lutetia.server.store.private_files import protect

if TYPE_CHECKING:
    from lutetia.server.cluster.shared_work import SharedWork

log = structlog.get_logger("services")


class Services:
    """One running server. Tests may replace the clock (`now`) and the dealer (`deal`)."""

    def __init__(
        self,
        settings: Settings,
        *,
        now: Callable[[], int] | None = None,
        deal: Deal = lutetia.new,
        worker: Sequence[Lane] | None = None,
    ) -> None:
        """`worker`: it serves nobody, and does only such work of all processes (`lutetia worker`)."""
        self.settings = settings
        self._worker = worker
        self.ready = False
        self.downtime = 0
        """Milliseconds between the last heartbeat and this start."""
        self._now = now
        self._tasks: set[asyncio.Task[Any]] = set()
        self.lock = FolderLock(settings.data) if settings.database is None else None
        self.database = Database(
            settings.database_url(),
            direct=settings.database_direct,
            migration_backups=settings.migration_backups,
            connections=settings.database_connections,
        )
        self.health = Health(self.database, self.now, settings.data, settings.least_free_mb)
        self.hub = Hub(most=settings.connections_per_address if settings.limits else None)
        self.people = People(
            self.database,
            self.now,
            settings.limit_codes,
            registration=settings.registration,
            guests=settings.guests,
        )
        self.people.tell = self._people_changed
        self.people.changed_elsewhere = self.hub.wake_person_here
        self.people.everybody_changed = lambda: self.hub.wake_here(lambda listener: listener.person is not None)
        self.people.networks_changed = lambda: self.hub.wake_here(
            lambda listener: self.people.networks.find(listener.address, self.now()) is not None
        )
        self.sign_ins = SignInLimits(
            address=settings.limit_sign_in_address,
            account=settings.limit_sign_in_account,
            pair=settings.limit_sign_in_pair,
            all_attempts=settings.limit_sign_ins,
        )
        self.shared_limits = SharedLimits(self.database) if self.database.shared and settings.limits else None
        self.share_counts("sign-in", self.sign_ins.limiter)
        self.share_counts("code", self.people.second_factors.limiter)
        self.mails = self._mails()
        self.mail_limits = MailLimits(settings.limit_mails, settings.limit_mails_to, apply=settings.limits)
        self.share_counts("mail", self.mail_limits.limiter)
        self.jobs = JobQueue(
            self.database,
            self.now,
            processes=settings.bot_processes,
            seconds=settings.bot_seconds,
            analyses=settings.waiting_analyses,
            analyses_of_address=settings.waiting_analyses_address if settings.limits else None,
            requests=Requests(settings.waiting_requests if settings.limits else None, settings.limit_guests),
            restrain=settings.limits,
            in_turn=not settings.shared,
        )
        self.digests = GameDigests(self.database, self.jobs)
        self.jobs.tell = lambda game, before: self.hub.send_here(game, {"type": "queue", "before": before})
        self.open_tables = OpenTables(
            self.database,
            games=settings.games_per_person,
            bots_only=settings.bot_tables,
            member=settings.waiting_tables_member,
            guest=settings.waiting_tables_guest,
            address=settings.waiting_tables_address if settings.limits else None,
        )
        self.events = events = DatabaseEventLog(
            self.database, lambda *game: ratings.rate(*game, halving=settings.rated_halving)
        )
        self.tables = TableService(
            events,
            self.hub,
            self.spawn,
            now=self.now,
            capacity=settings.tables_kept,
            rated_steps=settings.rated_steps,
            away_seconds=settings.away_seconds,
            shared=settings.shared,
            deal=deal,
        )
        self.bots = BotPlayer(self.tables, self.jobs, self.hub, self.spawn)
        self.tables.after_commit = self.bots.notice_event
        self.shared_work = self._share_work() if settings.shared else None
        self.device_bots = self._device_bots()
        self.hub.is_player = self._is_player
        self.same_network = SameNetwork(self.database, self.now, self.spawn)
        self.vacating = Vacating(
            self.tables,
            lambda: self.database.read(lambda c: blocked_players(c, self.now())),
            lambda: self.database.read(last_change),
        )
        days = settings.waiting_days_member, settings.waiting_days_guest
        self.waiting_times = expiry.WaitingTimes(*(int(number * DAY) for number in days))
        self.deadlines = DeadlineWatch(self.tables, events, self.bots)
        self.heartbeat = heartbeat.Heartbeat(self.database, self.now)
        self.heartbeat.moved = self._read_clocks
        self.timekeeper = Timekeeper(
            ClusterLock(self.database.direct) if self.database.shared else None, self._duties(), self.heartbeat.once
        )
        self.deadlines.may_act = lambda: self.timekeeper.is_keeping
        self.feeds = Feeds(self.hub, self.tables, self.people, self.spawn)
        self.feeds.opened = self._notice_viewer
        self.process = new_id()
        """The name of this process among those that share the database."""
        self.bus: Bus | None = None
        """Set while the server is open, if there is one."""
        kind = "web" if worker is None else "worker"
        self.presence = Presence(self.database, self.hub, self.process, socket.gethostname(), kind)
        self.shared_counts = SharedCounts(self.database, self.process)
        self.shared_counts.share("live", self.hub.open)

    def _mails(self) -> LinkMails | None:
        settings = self.settings
        if not settings.mail:
            return None
        sender = Mailer(settings.mail, settings.mail_from or "")
        return LinkMails(self.database, self.now, sender, settings.origins[0], self.spawn)

    def _share_work(self) -> SharedWork:
        from lutetia.server.cluster.shared_work import SharedWork  # its library is needed with PostgreSQL only

        shared = SharedWork(self.database, self.now, self.jobs, self.bots, self.hub, self.mails, self.spawn)
        if self._worker is not None or self.settings.work:
            shared.work(self.settings.bot_processes, self._worker or tuple(Lane))
        return shared

    def _device_bots(self) -> DeviceBots | DeviceGames:
        """The tables whose bots think on a person's device."""
        if self.shared_work is not None:
            return self.shared_work.queue.devices
        self.bots.elsewhere = alone = DeviceBots()
        return alone

    def now(self) -> int:
        """The time by the server's clock, in milliseconds."""
        assert self._now is not None, "the server is not open"
        return self._now()

    def is_bus_connected(self) -> bool:
        """Whether other processes are told at once what happens here."""
        return self.bus is not None and self.bus.connected

    def _is_player(self, game: str, person: str) -> bool:
        """Whether a person has a seat in a game, as far as is known without asking the log."""
        table = self.tables.cache.peek(game)
        return table is None or bool(table.seats_of(person))

    def _is_known_player(self, game: str, person: str) -> bool:
        """The same, but a game that nobody follows here must be in memory: anybody may ask for any id."""
        return self._is_player(game, person) and (
            self.hub.is_followed(game) or self.tables.cache.peek(game) is not None
        )

    def note_player(self, table: Table, person: str | None, address: str) -> None:
        """Somebody is at a table."""
        if table.row["rated"] and table.status != "over" and person is not None:
            self.same_network.seen(table.id, table.people(), person, address)

    def _notice_viewer(self, table: Table, listener: Listener) -> None:
        self.note_player(table, listener.person, listener.address)
        self.bots.notice(table)
        self.jobs.noticed(table.id, table.playing())

    def _duties(self) -> list[Duty]:
        """What one process of all does."""
        return [
            self.deadlines.watch_deadlines,
            self.deadlines.watch_bots,
            lambda: expiry.run(self.tables, self.events, self.waiting_times),
            self.vacating.run,
            lambda: housekeeping.run(self.database, self.now),
            *([lambda: cleaning.run(self.database)] if self.database.shared else []),
        ]

    def _people_changed(self, people: tuple[str, ...]) -> None:
        """Let their connections look, in all processes."""
        for person in people:
            self.hub.wake_person(person)

    def share_counts(self, name: str, limiter: RateLimiter) -> None:
        """Several processes share the counts of a rate limiter."""
        if self.shared_limits is not None:
            self.shared_limits.share(name, limiter)

    def _read_clocks(self) -> None:
        """Deadlines have moved in the database."""
        for game in self.tables.cache.loaded():
            self.tables.refresh(game)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run a background task that is cancelled when the server closes."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def keep(self, duty: Duty) -> None:
        """The same for work that must not end before: an unexpected error does not end it."""
        self.spawn(endless(duty))

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("background task failed", **error_fields(error))

    async def open(self) -> None:
        """Lock the folder, migrate the database, start the clock, the workers and the background tasks.

        Raises StorageError.
        """
        if self.lock is not None:
            self.lock.acquire()
            protect(self.settings.data)
        try:
            await self._start()
        except BaseException:
            self._release_lock()
            raise

    async def _start(self) -> None:
        self.database.open()
        last = self.database.read_now(heartbeat.last_beat)
        if self._now is None:
            self._now = clock = ServerClock(not_before=last or 0)
            if self.database.shared:
                database_clock.start(self.database, clock.follow)
                self.keep(lambda: database_clock.run(self.database, clock.follow))
        if self._worker is not None:
            await self._start_working()
            return
        self.downtime = await self.heartbeat.begin()
        await self.database.write(member_names.add_skeletons)
        if self.settings.shared:
            await self._join_others()
        await self.jobs.open()
        if self.shared_work is not None:
            await self.shared_work.open(tell=True)
        self.keep(self.heartbeat.run)
        if self.shared_work is None:
            self.keep(lambda: queue_report.run(self.database, self.jobs.summary))
        self.keep(self.feeds.release_idle)
        self.keep(self.deadlines.watch_players)
        self.spawn(self.timekeeper.run())
        if self.database.shared:
            self.keep(self.people.watch)
            self.keep(self.shared_counts.run)
        if self.shared_limits is not None:
            self.keep(self.shared_limits.run)
        self.keep(self.health.run)
        self.ready = True

    def stop_being_ready(self) -> None:
        """The server is about to stop: a load balancer that asks is told to send nobody any more."""
        self.ready = False

    async def _start_working(self) -> None:
        """Do the work of other processes, and nothing else."""
        assert self.shared_work is not None
        await self._join_others()
        await self.shared_work.open(tell=False)
        self.keep(self.feeds.release_idle)
        self.ready = True

    async def _join_others(self) -> None:
        """Follow what other processes write to the same database."""
        if self.settings.nats:
            self.bus = Bus(self.settings.nats, f"lutetia.{await self.database.write(server_id)}")
        follower = Follower(self.database, self.events, self.tables, self.feeds, self.presence, self.bus, self.spawn)
        follower.people_changed = lambda people: self.people.forget_here(*people)
        self.presence.is_player = self._is_known_player
        self.hub.others = follower
        if (bus := self.bus) is not None:
            self.same_network.tell = lambda seen: bus.publish("networks", seen)
            bus.subscribe("networks", lambda seen: self.same_network.seen_elsewhere(**seen))
            bus.open()
        self.keep(self.presence.run)
        for duty in follower.duties():
            self.keep(duty)

    async def close(self) -> None:
        """Graceful shutdown: stop the background tasks and the workers, end all connections, write what is pending."""
        self.ready = False
        if self.shared_work is not None:
            await self.shared_work.stop_working()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.jobs.close()
        if self.shared_work is not None:
            await self.shared_work.close()
        self.hub.close()
        if self.settings.shared:
            with contextlib.suppress(StorageError):
                await self.presence.leave()
        if self.bus is not None:
            await self.bus.close()
        if self._worker is None:
            with contextlib.suppress(Exception):
                await self.heartbeat.beat()
        self.database.close()
        self._release_lock()

    def _release_lock(self) -> None:
        if self.lock is not None:
            self.lock.release()
