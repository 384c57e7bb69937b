"""Background work survives errors that nobody expected, and these are logged."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from lutetia.server.cluster import endless
from lutetia.server.ops.settings import Settings
from lutetia.server.services import Services


@pytest.mark.sqlite
def test_an_unexpected_error_ends_no_duty_and_is_logged(tmp_path, monkeypatch):
    monkeypatch.setattr(endless, "PAUSE", 0.01)

    async def main() -> None:
        services = Services(Settings(data=tmp_path))
        tried: list[int] = []
        done = asyncio.Event()

        async def duty() -> None:
            tried.append(len(tried))
            if len(tried) < 3:
                raise KeyError("nobody expected this")
            done.set()
            await asyncio.Event().wait()

        async def once() -> None:
            raise ValueError("nor this")

        with capture_logs() as logs:
            services.keep(duty)
            services.spawn(once())
            await asyncio.wait_for(done.wait(), 60)
        said = [(line["event"], line["error"]) for line in logs]
        assert sorted(said) == [
            ("background task failed", "ValueError"),
            ("duty failed", "KeyError"),
            ("duty failed", "KeyError"),
        ]
        for task in list(services._tasks):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    asyncio.run(main())
