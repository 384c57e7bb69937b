"""A browser's common name from its User-Agent header: "Firefox · Android". The header itself names several others."""

from __future__ import annotations

import re

BROWSERS = {
    r"Edg(e|A|iOS)?/": "Edge",
    r"OPR/|Opera": "Opera",
    r"SamsungBrowser": "Samsung Internet",
    r"Firefox/|FxiOS": "Firefox",
    r"Chrome/|CriOS|Chromium": "Chrome",
    r"Safari/": "Safari",
}
SYSTEMS = {
    r"iPhone": "iPhone",
    r"iPad": "iPad",
    r"Android": "Android",
    r"Windows": "Windows",
    r"Mac OS X|Macintosh": "macOS",
    r"CrOS": "ChromeOS",
    r"Linux": "Linux",
}
SHORT = 60


def browser_name(agent: str) -> str:
    """An unknown header is returned as it is, shortened.

    >>> browser_name("Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0")
    'Firefox · Android'
    """
    browser, system = (
        next((name for sign, name in known.items() if re.search(sign, agent)), "") for known in (BROWSERS, SYSTEMS)
    )
    return " · ".join(filter(None, (browser, system))) if browser else agent[:SHORT]
