"""The message bus between the processes of one server: NATS.

It carries hints. A message may get lost, so whoever relies on one also looks into the database from time to time. While
NATS is away, publishing does nothing, and the client tries to reach it again and again.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

import orjson
import structlog

from lutetia.core.json_types import Json

if TYPE_CHECKING:  # NATS is installed only where it is used
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.aio.subscription import Subscription

Handler = Callable[[Json], None]
_Result = TypeVar("_Result")
RECONNECT_SECONDS = 0.5
PING_SECONDS, MAX_PINGS = 1, 2
"""A connection that does not answer these pings is given up, so a partition is noticed within three seconds."""
WARN_EVERY = 60.0
"""Seconds between two lines of the log about a server that cannot be reached."""
log = structlog.get_logger("bus")


class Bus:
    """One process's connection to NATS. A process does not receive its own messages."""

    def __init__(self, url: str, prefix: str) -> None:
        """`prefix` begins all subjects, so that several servers can share one NATS."""
        from nats.aio.client import Client

        self._url = url
        self._prefix = prefix
        self._client: Client = Client()
        self._subscribed: dict[str, tuple[Handler, Subscription | None]] = {}
        self._subscribing: set[str] = set()
        self._connecting: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False
        self._warned = float("-inf")
        self.when_connected: list[Callable[[], None]] = []
        """Called after each connection: messages may have been missed before it."""

    @property
    def connected(self) -> bool:
        return self._client.is_connected

    def open(self) -> None:
        """Connect in the background, now and whenever the connection is lost."""
        self._connecting = asyncio.create_task(self._connect())

    async def close(self) -> None:
        self._closing = True
        if self._connecting is not None:
            self._connecting.cancel()
        with contextlib.suppress(Exception):
            await self._client.close()

    def publish(self, subject: str, message: Json) -> None:
        """Send a message to the other processes. It is lost if NATS cannot be reached."""
        if self.connected:
            self._spawn(self._publish(subject, message))

    async def confirm(self, seconds: float) -> bool:
        """Whether NATS says within this time that it has got everything published so far."""
        if not self.connected:
            return False
        confirmed = self._spawn(self._flush())
        # It is not cancelled: the client stops reading if the answer to a cancelled one comes after all.
        await asyncio.wait([confirmed], timeout=seconds)
        return confirmed.done() and confirmed.result()

    async def _flush(self) -> bool:
        try:
            await self._client.flush()
        except Exception:
            return False
        return True

    def subscribe(self, subject: str, handler: Handler) -> None:
        """Call `handler` with each message on a subject, until `unsubscribe`. One handler per subject."""
        self._subscribed[subject] = (handler, None)
        if self.connected:
            self._spawn(self._subscribe(subject))

    def unsubscribe(self, subject: str) -> None:
        _handler, subscription = self._subscribed.pop(subject, (None, None))
        if subscription is not None and not self._client.is_closed:
            self._spawn(self._unsubscribe(subscription))

    def _spawn(self, work: Coroutine[None, None, _Result]) -> asyncio.Task[_Result]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _connect(self) -> None:
        import nats

        while True:
            try:
                self._client = await nats.connect(
                    self._url,
                    no_echo=True,
                    allow_reconnect=True,
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=RECONNECT_SECONDS,
                    connect_timeout=2,
                    ping_interval=PING_SECONDS,
                    max_outstanding_pings=MAX_PINGS,
                    pending_size=0,  # nothing is kept for a server that is away
                    error_cb=self._failed,
                    disconnected_cb=self._lost,
                    reconnected_cb=self._back,
                    closed_cb=self._given_up,
                )
            except Exception as error:
                self._warn(error)
                await asyncio.sleep(RECONNECT_SECONDS)
                continue
            await self._back()
            return

    async def _subscribe(self, subject: str) -> None:
        """Subscribe, unless that is done, under way, or has been taken back in the meantime."""
        while subject not in self._subscribing and self._subscribed.get(subject, (None, True))[1] is None:
            handler = self._subscribed[subject][0]
            self._subscribing.add(subject)
            try:
                made = await self._client.subscribe(f"{self._prefix}.{subject}", cb=self._deliver(subject, handler))
            except Exception:  # not connected any more: after the next connection
                return
            finally:
                self._subscribing.discard(subject)
            if self._subscribed.get(subject, (None, None))[0] is handler:
                self._subscribed[subject] = (handler, made)
            else:
                await self._unsubscribe(made)

    def _deliver(self, subject: str, handler: Handler) -> Callable[[Msg], Coroutine[None, None, None]]:
        async def deliver(message: Msg) -> None:
            try:
                handler(orjson.loads(message.data))
            except Exception as error:  # one bad message must not end the subscription
                log.error("message failed", subject=subject, why=type(error).__name__)

        return deliver

    async def _unsubscribe(self, subscription: Subscription) -> None:
        with contextlib.suppress(Exception):
            await subscription.unsubscribe()

    async def _publish(self, subject: str, message: Json) -> None:
        with contextlib.suppress(Exception):  # it is a hint
            await self._client.publish(f"{self._prefix}.{subject}", orjson.dumps(message))

    async def _back(self) -> None:
        """Connected, for the first time or again. The client has kept its subscriptions; some may be new."""
        log.info("message bus connected")
        self._warned = float("-inf")
        for subject in list(self._subscribed):
            await self._subscribe(subject)
        for call in self.when_connected:
            call()

    async def _lost(self) -> None:
        if not self._closing:
            log.warning("message bus lost")

    async def _given_up(self) -> None:
        """The client does not try again after some errors, such as a refused password. We do, with another one."""
        if not self._closing:
            self._subscribed = {subject: (handler, None) for subject, (handler, _old) in self._subscribed.items()}
            self.open()

    async def _failed(self, error: Any) -> None:
        if not self.connected:
            self._warn(error)

    def _warn(self, error: Any) -> None:
        """Say that the server cannot be reached, but not at every attempt."""
        if time.monotonic() - self._warned >= WARN_EVERY:
            self._warned = time.monotonic()
            log.warning("message bus cannot be reached", why=type(error).__name__)
