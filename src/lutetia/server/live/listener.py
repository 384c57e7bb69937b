"""One open connection to a game or to all games of a person: what is to be sent on it, and when."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import copy_context

from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.play.state import StateMessage

MAX_SIDE_MESSAGES = 32


class Listener:
    """One open connection to a game: a WebSocket or an event stream."""

    def __init__(self, game: str, person: str | None, *, text: bool = False, address: str = "") -> None:
        """`text`: its states carry text. `address`: the client's."""
        self.game = game
        self.person = person
        self.address = address
        self.text = text
        self.side_messages: deque[Json] = deque(maxlen=MAX_SIDE_MESSAGES)
        """Messages other than the state: chat, presence. If there are too many, the oldest are dropped."""
        self.resend = False
        """Whether to send the state although there is no new event, for example because a name has changed."""
        self.last_seq, self.last_hash = -1, ""
        """Seq and hash of the state that was sent last."""
        self.open = True
        self.fault: Refused | None = None
        """Why the connection must end."""
        self.push: Callable[[], bool] | None = None
        """Sends the news at once, which costs less than waking the connection's task; False: the task has to do it."""
        self._context = copy_context()
        """That of the connection, with the reader's language."""
        self._has_news = True
        self._waiting: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._wait_until = 0.0

    def wake(self) -> None:
        """Let the connection's task look for news."""
        self._has_news = True
        self._stop_waiting()

    def end(self) -> None:
        """Let the connection's task end the connection."""
        self.open = False
        self.wake()

    def fail(self, error: Refused) -> None:
        """Let the connection's task end the connection, and say why."""
        self.fault = error
        self.wake()

    def can_push(self) -> bool:
        """Whether news can probably be pushed. If not, the task is woken."""
        if self.push is not None and self._is_waiting:
            return True
        self.wake()
        return False

    def push_or_wake(self) -> bool:
        """Send the news, or wake the task; returns whether it was sent."""
        try:
            pushed = self.push is not None and self._is_waiting and self._context.run(self.push)
        except Exception:  # the task meets the same error, which ends the connection and is logged
            pushed = False
        if not pushed:
            self.wake()
        return pushed

    def record_sent(self, message: StateMessage) -> None:
        """This state is being sent."""
        self.last_seq, self.last_hash = message.seq, message.state_hash

    def send(self, message: Json) -> None:
        """Send a side message on this connection only."""
        self.side_messages.append(message)
        self.wake()

    async def wait(self, seconds: float) -> bool:
        """Wait for news; False if there were none in time."""
        if not self._has_news:
            loop = asyncio.get_running_loop()
            self._waiting = loop.create_future()
            self._wait_until = loop.time() + seconds
            if self._timer is None:
                self._timer = loop.call_at(self._wait_until, self._timed_out, loop)
            try:
                await self._waiting
            finally:
                self._waiting = None
        news, self._has_news = self._has_news, False
        return news

    def close(self) -> None:
        """The connection has ended: let go of it at once, not when the timer is due."""
        self.push = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def wait_longer(self, seconds: float) -> None:
        """Something was sent: restart the wait, for this many seconds."""
        self._wait_until = asyncio.get_running_loop().time() + seconds

    @property
    def _is_waiting(self) -> bool:
        return self._waiting is not None and not self._waiting.done()

    def _stop_waiting(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _timed_out(self, loop: asyncio.AbstractEventLoop) -> None:
        """One timer serves many waits: if the wait has been extended, it is set again."""
        self._timer = None
        if self._waiting is not None:
            if loop.time() < self._wait_until:
                self._timer = loop.call_at(self._wait_until, self._timed_out, loop)
            else:
                self._stop_waiting()
