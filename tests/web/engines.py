"""Browsers of other engines, with the part of Playwright's page that the hands of these tests use.

Firefox is driven through WebDriver BiDi by puppeteer-core (web/tests/engines/firefox.mjs), WebKit by selenium through
webkit2gtk-driver on a display of its own (Xvfb). Both come as Debian packages; Playwright brings its own builds, which
are not the browsers that people have.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from visitors import PATIENCE

WEB = Path(__file__).parent.parent.parent / "web"
PACKAGES = {"firefox": "firefox-esr", "WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb", "node": "nodejs"}
POLL = 0.03
"""Seconds between two looks at a page that is waited for."""


class Browser(Protocol):
    """What a driver must offer."""

    def cookies(self, cookies: list[dict[str, str]]) -> None: ...
    def goto(self, url: str) -> None: ...
    def evaluate(self, script: str) -> Any: ...
    def resize(self, width: int, height: int) -> None: ...
    def move(self, x: float, y: float) -> None: ...
    def click(self, x: float, y: float) -> None: ...
    def wheel(self, x: float, y: float) -> None: ...
    def press(self, key: str) -> None: ...
    def screenshot(self) -> bytes: ...


def program(name: str) -> str:
    """The path of a program that Debian has in a package."""
    path = shutil.which(name) or (shutil.which("firefox-esr") if name == "firefox" else None)
    assert path, f"the tests of other engines need {name}: apt-get install {PACKAGES[name]}"
    return path


class Firefox:
    """Firefox, behind a Node process that reads commands from a pipe."""

    def __init__(self, width: int, height: int) -> None:
        script = WEB / "tests" / "engines" / "firefox.mjs"
        command = [program("node"), str(script), program("firefox"), str(width), str(height)]
        self.node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.version = self._answer()

    def _answer(self) -> Any:
        assert self.node.stdout
        line = self.node.stdout.readline()
        assert line, "Firefox did not start, or has ended"
        answer = json.loads(line)
        assert "error" not in answer, answer["error"]
        return answer["answer"]

    def _do(self, *command: Any) -> Any:
        assert self.node.stdin
        self.node.stdin.write(json.dumps(command) + "\n")
        self.node.stdin.flush()
        return self._answer()

    def cookies(self, cookies: list[dict[str, str]]) -> None:
        self._do("cookies", [{"name": one["name"], "value": one["value"], "domain": "localhost"} for one in cookies])

    def goto(self, url: str) -> None:
        self._do("goto", url)

    def evaluate(self, script: str) -> Any:
        return self._do("evaluate", script)

    def resize(self, width: int, height: int) -> None:
        self._do("resize", width, height)

    def move(self, x: float, y: float) -> None:
        self._do("move", x, y)

    def click(self, x: float, y: float) -> None:
        self._do("click", x, y)

    def wheel(self, x: float, y: float) -> None:
        self._do("wheel", x, y)

    def press(self, key: str) -> None:
        self._do("press", key)

    def screenshot(self) -> bytes:
        return base64.b64decode(self._do("screenshot"))

    def close(self) -> None:
        assert self.node.stdin
        assert self.node.stdout
        faults = self._do("faults")
        self.node.stdin.close()
        self.node.wait(60)
        self.node.stdout.close()
        assert not [one for one in faults if "ws://" not in one], faults  # leaving a table ends its connection


class WebKit:
    """WebKitGTK's MiniBrowser, on a display of its own."""

    def __init__(self, width: int, height: int) -> None:
        from selenium import webdriver
        from selenium.webdriver.webkitgtk.service import Service

        screen = ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
        self.display = subprocess.Popen(
            [program("Xvfb"), *screen], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.display.stdout
        number = self.display.stdout.readline().strip()
        options = webdriver.WebKitGTKOptions()
        options.binary_location = mini_browser()
        options.add_argument("--automation")
        self.config = tempfile.TemporaryDirectory()
        settings = Path(self.config.name) / "gtk-3.0" / "settings.ini"
        settings.parent.mkdir()
        settings.write_text("[Settings]\ngtk-enable-animations=0\n")  # the page sees prefers-reduced-motion
        environment = os.environ | {"DISPLAY": f":{number}", "XDG_CONFIG_HOME": self.config.name}
        service = Service(program("WebKitWebDriver"), env=environment)
        self.driver = webdriver.WebKitGTK(options=options, service=service)
        self.driver.set_script_timeout(60)
        self.version = str(self.driver.capabilities.get("browserVersion"))
        self.resize(width, height)

    def cookies(self, cookies: list[dict[str, str]]) -> None:
        """A driver can set cookies only for the page that is open."""
        self.driver.get(cookies[0]["url"] + "/robots.txt")
        for one in cookies:
            self.driver.add_cookie({"name": one["name"], "value": one["value"], "path": "/"})

    def goto(self, url: str) -> None:
        self.driver.get(url)

    def evaluate(self, script: str) -> Any:
        return self.driver.execute_script(f"return {script}")

    def resize(self, width: int, height: int) -> None:
        """Give the page this size: the window is larger by its toolbar."""
        for _try in range(3):
            inside = self.evaluate("[innerWidth, innerHeight]")
            if inside == [width, height]:
                return
            outside = self.driver.get_window_size()
            self.driver.set_window_size(outside["width"] + width - inside[0], outside["height"] + height - inside[1])
            time.sleep(0.2)

    def _pointer(self) -> Any:
        from selenium.webdriver.common.actions.action_builder import ActionBuilder

        return ActionBuilder(self.driver, duration=0)

    def move(self, x: float, y: float) -> None:
        actions = self._pointer()
        actions.pointer_action.move_to_location(round(x), round(y))
        self._perform(actions)

    def click(self, x: float, y: float) -> None:
        actions = self._pointer()
        actions.pointer_action.move_to_location(round(x), round(y)).pointer_down().pointer_up()
        self._perform(actions)

    def _perform(self, actions: Any) -> None:
        """On a busy machine the driver refuses an action now and then, without a reason: then it is asked once more."""
        from selenium.common.exceptions import WebDriverException

        try:
            actions.perform()
        except WebDriverException:
            time.sleep(0.5)
            actions.perform()

    def wheel(self, x: float, y: float) -> None:
        """The driver has no wheel; the page gets the event that a wheel would send to the place under the pointer."""
        turned = f"new WheelEvent('wheel', {{ deltaX: {x}, deltaY: {y}, bubbles: true, cancelable: true }})"
        self.evaluate(f"[...document.querySelectorAll(':hover')].at(-1)?.dispatchEvent({turned})")

    def press(self, key: str) -> None:
        """A key by its name on the page: "a", "ArrowLeft"."""
        from selenium.webdriver.common.keys import Keys

        actions = self._pointer()
        actions.key_action.send_keys(getattr(Keys, re.sub(r"(?<!^)(?=[A-Z])", "_", key).upper(), key))
        self._perform(actions)

    def screenshot(self) -> bytes:
        return self.driver.get_screenshot_as_png()

    def close(self) -> None:
        self.driver.quit()
        self.display.terminate()
        self.display.wait(60)
        assert self.display.stdout
        self.display.stdout.close()
        self.config.cleanup()


def mini_browser() -> str:
    """WebKitGTK's own browser; Debian keeps it beside the library."""
    found = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    assert found, "the tests of WebKit need its MiniBrowser: apt-get install webkit2gtk-driver"
    return str(found[-1])


class Found:
    """What a function on the page answered."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def json_value(self) -> Any:
        return self.value


class Elements:
    """The elements that match a selector."""

    def __init__(self, page: EnginePage, selector: str) -> None:
        self.page, self.selector = page, selector

    @property
    def first(self) -> Elements:
        return self

    def count(self) -> int:
        return int(self.page.evaluate("s => document.querySelectorAll(s).length", self.selector))

    def is_visible(self) -> bool:
        return bool(self.page.evaluate("s => document.querySelector(s)?.checkVisibility() ?? false", self.selector))


class EnginePage:
    """The part of Playwright's page, mouse and keyboard that these tests use, over any browser."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.mouse = self.keyboard = browser
        self.url = "about:blank"

    def evaluate(self, function: str, arg: Any = None) -> Any:
        """Call a function of the page, or evaluate an expression."""
        script = f"((it) => typeof it === 'function' ? it({json.dumps(arg)}) : it)({function})"
        return self.browser.evaluate(script)

    def wait_for_function(self, function: str, arg: Any = None, timeout: float | None = None) -> Found:
        end = time.monotonic() + (timeout or PATIENCE) / 1_000
        while not (value := self.evaluate(function, arg)):
            assert time.monotonic() < end, f"waited in vain for {function} of {arg}"
            time.sleep(POLL)
        return Found(value)

    def wait_for_timeout(self, milliseconds: float) -> None:
        time.sleep(milliseconds / 1_000)

    def wait_for_selector(self, selector: str) -> None:
        self.wait_for_function("s => !!document.querySelector(s)", selector)

    def get_attribute(self, selector: str, name: str) -> str | None:
        found: str | None = self.evaluate(
            "([s, name]) => document.querySelector(s)?.getAttribute(name) ?? null", [selector, name]
        )
        return found

    def locator(self, selector: str) -> Elements:
        return Elements(self, selector)

    def goto(self, url: str) -> None:
        self.browser.goto(url)
        self.url = url

    def screenshot(self) -> bytes:
        return self.browser.screenshot()


@contextmanager
def page_of(engine: str, cookies: list[dict[str, str]], width: int, height: int) -> Iterator[EnginePage]:
    """A page of Firefox or WebKit, with a person's session."""
    browser = {"firefox": Firefox, "webkit": WebKit}[engine](width, height)
    try:
        browser.cookies(cookies)
        yield EnginePage(browser)
    finally:
        browser.close()
