"""The Chromium of the browser tests: where it is, how it is started, and how its contexts are set up."""

from __future__ import annotations

import shutil
from typing import Any

from configurations import FULL

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # one process less for software rendering
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
CONTEXT: dict[str, Any] = {"reduced_motion": "reduce", "service_workers": "allow" if FULL else "block"}
"""Settings of a context, for people who do not wait for animations.

In a fresh context the service worker fetches every file of the build, an eighth of the work of opening a table. So
without --full only the tests about it have one.
"""


def chromium_path() -> str:
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "the browser tests need Chromium: apt-get install chromium-headless-shell"
    return path
