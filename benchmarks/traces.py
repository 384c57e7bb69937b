"""What a page's main thread computes for each press of the mouse, from Chromium's own trace."""

from __future__ import annotations

from collections import Counter
from types import TracebackType
from typing import Any

from playwright.sync_api import Browser

CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"]
PRESS, RELEASE = "pointerdown", "pointerup"
Event = dict[str, Any]


class Trace:
    """Records a trace: `with Trace(browser) as trace: …`."""

    def __init__(self, browser: Browser) -> None:
        self._devtools = browser.new_browser_cdp_session()
        self._events: list[Event] = []
        self._ended = False
        self._devtools.on("Tracing.dataCollected", lambda part: self._events.extend(part["value"]))
        self._devtools.on("Tracing.tracingComplete", self._end)

    def _end(self, _message: Any) -> None:
        self._ended = True

    def __enter__(self) -> Trace:
        config = {"includedCategories": CATEGORIES}
        self._devtools.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._devtools.send("Tracing.end")
        while not self._ended:
            self._devtools.send("Browser.getVersion")  # any answer lets the events arrive
        self._devtools.detach()

    def computed(self) -> list[float]:
        """Milliseconds of processor time of the main thread, for each press and each release, until its effect is
        handed to the compositor. The larger of the two counts, as in the browser's event timing."""
        events = self._main_thread()
        # A task can wait for the compositor, but `tdur` counts only the time for which the processor worked.
        tasks = [one for one in events if one["name"] == "RunTask"]
        commits = [one["ts"] + one["dur"] for one in events if one["name"] == "Commit"]
        times: list[float] = []
        for event in events:
            kind = event["args"]["data"]["type"] if event["name"] == "EventDispatch" else ""
            painted = next((commit for commit in commits if commit > event["ts"]), None)
            if kind not in (PRESS, RELEASE) or painted is None:
                continue
            spent = sum(one["tdur"] for one in tasks if one["ts"] + one["dur"] > event["ts"] and one["ts"] < painted)
            if kind == PRESS:
                times.append(spent / 1000)
            elif times:
                times[-1] = max(times[-1], spent / 1000)
        return times

    def _main_thread(self) -> list[Event]:
        """The complete events of the thread that handled the presses, in order."""
        whole = [one for one in self._events if one.get("ph") == "X" and "tdur" in one]
        threads = Counter((one["pid"], one["tid"]) for one in whole if one["name"] == "EventDispatch")
        thread = threads.most_common(1)[0][0]
        return sorted((one for one in whole if (one["pid"], one["tid"]) == thread), key=lambda one: one["ts"])
