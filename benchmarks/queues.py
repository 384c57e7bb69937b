"""Queues of the simulation: first come, first served, with one or several servers."""

from __future__ import annotations

from heapq import heapreplace

import simpy


class Station:
    """A queue before some servers. When each piece of work is done is known as soon as it arrives."""

    def __init__(self, env: simpy.Environment, servers: int = 1, speed: float = 1.0) -> None:
        self.env, self.servers, self.speed = env, servers, speed
        self._free = [0.0] * servers
        """When each server has done what it has been given; a heap."""
        self.forget()

    def forget(self) -> None:
        """Begin to count."""
        self.worked = self.waited = 0.0
        self.since = self.env.now

    def serve(self, seconds: float) -> simpy.Event:
        """An event that comes when work of so many seconds is done."""
        now = self.env.now
        start = max(now, self._free[0])
        took = seconds / self.speed
        heapreplace(self._free, start + took)
        self.worked += took
        self.waited += start - now
        return self.env.timeout(start + took - now)

    def stop(self, seconds: float) -> None:
        """Nothing is begun for so long."""
        until = self.env.now + seconds
        self._free = sorted(max(free, until) for free in self._free)

    def utilisation(self) -> float:
        """Since it began to count."""
        return self.worked / self.servers / max(self.env.now - self.since, 1e-9)

    def queue(self) -> float:
        """How much work waited on average (Little's law)."""
        return self.waited / max(self.env.now - self.since, 1e-9)
