"""Input at the table of La Cité de la Lumière: takes a step of the notation by mouse, keyboard or touch.

It works as a person does: pick the piece up, turn it, move it over the board until the preview is in the right place
(the grid's `data-step` is the step that would be sent), and put it down.
"""

from __future__ import annotations

import re
from typing import Any

from pointing import middle

SPACE = re.compile(r"[a-h][1-8]")


def spaces(step: str) -> list[str]:
    """The spaces of the board that a step names; a tile's square by the first space of it."""
    kind, *words = step.split(" ")
    if kind == "tile":
        column, row = words[1]
        return ["aceg"["ABCD".index(column)] + str(2 * int(row) - 1)]
    return [word for word in words if SPACE.fullmatch(word)]


def thing(step: str) -> str | None:
    """The piece to pick in the tray, or None if the step needs none."""
    kind, *words = step.split(" ")
    return (
        {"tile": "tile", "build": "building", "place": "piece"}.get(kind, "") + " " + words[0] if spaces(step) else None
    )


class Hands:
    """What mouse, keyboard and touch share."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def do(self, step: str, position: dict[str, Any]) -> None:
        """Do one legal step."""
        kind, *words = step.split(" ")
        if thing(step):
            self.lay(step)
        elif kind == "take":
            self.twice(f'[data-pick="take {words[0]}"]')
        elif kind == "card":
            self.twice(f'[data-card="{words[0]}"]')
        elif kind == "swap":
            self.swap(*words)
        else:
            self.press(".acts .act.strong")

    def would(self) -> str | None:
        """The step that would be sent now."""
        found: str | None = self.page.get_attribute('[role="grid"]', "data-step")
        return found

    def pressed(self, selector: str) -> bool:
        return bool(self.page.get_attribute(selector, "aria-pressed") == "true")

    def forms(self) -> int:
        """The most turns to try: four for most pieces; an annex has as many forms as buildings beside it."""
        return 12

    def lay(self, step: str) -> None:
        pick = f'[data-pick="{thing(step)}"]'
        if not self.pressed(pick):
            self.press(pick)
        for _turn in range(self.forms()):
            for space in spaces(step):
                self.point(space)
                if self.would() == step:
                    return self.put(space)
            self.turn()
        raise AssertionError(f"no hand finds {step}; the last was {self.would()}")

    def twice(self, selector: str) -> None:
        """Choose, then confirm."""
        if not self.pressed(selector):
            self.press(selector)
        self.press(selector)

    def swap(self, give: str, lift: str) -> None:
        for selector in (f'[data-give="{give}"]', f'[data-lift="{lift}"]'):
            if not self.pressed(selector):
                self.press(selector)
        self.press('[data-act="place"]')

    def press(self, selector: str) -> None:
        raise NotImplementedError

    def point(self, space: str) -> None:
        raise NotImplementedError

    def turn(self) -> None:
        raise NotImplementedError

    def put(self, space: str) -> None:
        raise NotImplementedError


class Mouse(Hands):
    """Moves to and clicks the middle of an element, where nothing covers it."""

    wheel = True

    def press(self, selector: str) -> None:
        self.page.mouse.click(*middle(self.page, selector))

    def point(self, space: str) -> None:
        self.page.mouse.move(*middle(self.page, f'[data-space="{space}"]'))

    def turn(self) -> None:
        """Alternate between the wheel and the button. One notch of the wheel is one turn."""
        self.wheel = not self.wheel
        if self.wheel:
            self.page.mouse.wheel(0, 120)
            self.page.wait_for_timeout(150)
        else:
            self.press('[data-act="turn"]')

    def put(self, space: str) -> None:
        self.press(f'[data-space="{space}"]')


class Finger(Hands):
    """Taps: a tap on the board aims and may turn the piece to fit; the button at the bottom confirms."""

    def press(self, selector: str) -> None:
        self.page.touchscreen.tap(*middle(self.page, selector))

    def point(self, space: str) -> None:
        self.press(f'[data-space="{space}"]')

    def turn(self) -> None:
        self.press('[data-act="turn"]')

    def put(self, space: str) -> None:
        self.press('[data-act="place"]')


class Keys(Hands):
    """Tab, arrows, Enter and R only: the test never sets the focus."""

    def press(self, selector: str) -> None:
        self.reach(selector)
        self.page.keyboard.press("Enter")

    def reach(self, selector: str) -> None:
        """Tab until it has the focus."""
        for _stop in range(120):
            if self.page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {selector}")

    def point(self, space: str) -> None:
        if not self.page.evaluate("() => !!document.activeElement?.dataset?.space"):
            self.reach("[data-space]")
        at: str = self.page.evaluate("() => document.activeElement.dataset.space")
        across, down = ord(space[0]) - ord(at[0]), int(space[1]) - int(at[1])
        for key, count in (
            ("ArrowRight", across),
            ("ArrowLeft", -across),
            ("ArrowDown", down),
            ("ArrowUp", -down),
        ):
            for _step in range(count):
                self.page.keyboard.press(key)
        if not (across or down):  # already there, but something else may have been aimed at meanwhile
            self.page.keyboard.press("ArrowLeft" if at[0] > "a" else "ArrowRight")
            self.page.keyboard.press("ArrowRight" if at[0] > "a" else "ArrowLeft")

    def turn(self) -> None:
        self.page.keyboard.press("r")

    def put(self, space: str) -> None:
        self.page.keyboard.press("Enter")
