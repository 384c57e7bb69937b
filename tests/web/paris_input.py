"""Input at the table of Paris: takes a step of the notation by mouse, keyboard or touch.

It works as a person does: choose the key, tile or prize that the step begins with, press its destination, and answer
the question if that press may mean several steps.
"""

from __future__ import annotations

from typing import Any

from pointing import middle

POINT = """(spot) => {
  // a place inside the outline where nothing lies above it
  for (const group of document.querySelectorAll('.p-board [data-spot]')) {
    if (group.dataset.spot !== spot) continue;
    const box = group.querySelector('.p-hit').getBoundingClientRect();
    for (const v of [.5, .3, .7, .15, .85]) for (const h of [.5, .3, .7, .15, .85]) {
      const [x, y] = [box.x + box.width * h, box.y + box.height * v];
      if (document.elementFromPoint(x, y)?.closest('[data-spot]') === group) return [x, y];
    }
  }
  return null;
}"""
CHOSEN = "(spot) => document.querySelector('[data-chosen], .paris.table').dataset.chosen === spot"
OUTCOME = """([button, seq]) => {
  const answer = document.querySelector(button);
  if (answer?.checkVisibility({ visibilityProperty: true })) return 'asked';
  return document.querySelector('[data-seq]').dataset.seq !== seq ? 'taken' : null;
}"""
DISTRICTS = ("Montmartre", "La-Villette", "Belleville", "Saint-Germain", "Chaillot", "Batignolles")


def source(text: str, good: str) -> str:
    """The spot on the player's own screen that a unit is taken from."""
    return f"good:{good}" if text == "token" else f"tile:{text[5:]}" if text.startswith("bonus") else text


def spots(step: str, position: dict[str, Any]) -> tuple[str | None, str | None]:
    """The spot that a step begins with and the spot to press for it; None if there is none."""
    kind, *words = step.split(" ")
    if kind == "draw":
        return None, f"stack:{words[0]}"
    if kind == "site":
        return None, f"{words[0]}:{position['question']['tile'][1]}"
    if kind == "key":
        return "hand", "arc" if words[0] == "arc" else f"bank:{words[1]}"
    if kind == "move":
        district, place = words[1].split(":")
        shown = place.startswith("L") and int(place[1:]) in position["display"]
        return words[0], f"sky:{district}" if shown else words[1]
    if kind == "end":
        return None, "ends"
    if kind == "track":
        return None, None if words[0] == "none" else f"bonus:{words[0]}"
    if kind == "vp":
        return (None, None) if words[0] == "none" else (f"prize:{words[0]}", f"sky:{words[1]}")
    if kind == "use" and len(words) == 3:
        return f"tile:{words[0]}", f"bonus:{words[2]}"
    if kind == "use":
        return None, words[0] if words[0].startswith("end:") else f"tile:{words[0]}"
    if kind in ("buy", "sell") and len(words) == 1:
        return None, f"{kind}:{words[0]}"
    if kind == "sell":
        return None, source(words[2], words[0])
    return None, None  # pay, section, pair: answered on their card; done: the button of the page


class Hands:
    """What mouse, keyboard and touch share."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def do(self, step: str, position: dict[str, Any]) -> None:
        """Do one legal step."""
        if step == "done":
            self.press_button(".act.strong")
            return
        begin, goal = spots(step, position)
        if begin and self.chosen() != begin:
            self.choose(begin)
        button = ", ".join(f'{place} [data-step="{step}"]' for place in (".ask", ".banner", ".bar"))
        if not goal or self.asks(goal, button):
            self.press_button(button)

    def asks(self, goal: str, button: str) -> bool:
        """Press the goal, and wait: either the step is taken, or the page paints the press first and then asks."""
        seq = self.page.get_attribute("[data-seq]", "data-seq")
        self.press(goal)
        return bool(self.page.wait_for_function(OUTCOME, arg=[button, seq]).json_value() == "asked")

    def choose(self, spot: str) -> None:
        """Press it, and wait: the page paints the press first, then where the piece may go."""
        self.press(spot)
        self.page.wait_for_function(CHOSEN, arg=spot)

    def chosen(self) -> str:
        return self.page.get_attribute("[data-chosen], .paris.table", "data-chosen") or ""

    def press(self, spot: str) -> None:
        raise NotImplementedError

    def press_button(self, selector: str) -> None:
        raise NotImplementedError


class Mouse(Hands):
    """Clicks inside the outline of a spot."""

    def press(self, spot: str) -> None:
        point = self.page.evaluate(POINT, spot)
        self.page.mouse.click(*(point or middle(self.page, f'button[data-spot="{spot}"]')))

    def press_button(self, selector: str) -> None:
        self.page.mouse.click(*middle(self.page, selector))


class Keys(Hands):
    """The keyboard only: Tab to the board, which is one stop, `n` to the next spot that can be used, Enter.
    The test never sets the focus."""

    def press(self, spot: str) -> None:
        page = self.page
        if page.locator(f'.p-board [data-spot="{spot}"]').count() == 0:
            self.press_button(f'button[data-spot="{spot}"]')
            return
        self.reach('.p-board [data-spot][tabindex="0"]')
        for _try in range(70):
            if page.evaluate("document.activeElement.dataset.spot") == spot:
                page.keyboard.press("Enter")
                return
            page.keyboard.press("n")
        raise AssertionError(f"{spot} cannot be reached by keys")

    def press_button(self, selector: str) -> None:
        self.page.locator(selector).first.wait_for()
        self.reach(selector)
        self.page.keyboard.press("Enter")

    def reach(self, selector: str) -> None:
        """Tab until it has the focus."""
        for _stop in range(200):
            if self.page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {selector}")


class Finger(Hands):
    """Taps at 360 px: alternately in an enlarged district and in the list of steps; everything else is in lists."""

    zoomed = False

    def press(self, spot: str) -> None:
        page = self.page
        district = next((name for name in DISTRICTS if name in spot.split(":")), None)
        if district and not page.locator(f'.district button[data-spot="{spot}"]').count():
            point = page.evaluate(
                """(n) => { const b = document.querySelectorAll('.p-open')[n]; b.scrollIntoView({block: 'center'});
                    const r = b.getBoundingClientRect(); const p = b.ownerSVGElement.createSVGPoint();
                    for (const v of [.5, .3, .7]) for (const h of [.5, .3, .7]) {
                      const [x, y] = [r.x + r.width * h, r.y + r.height * v];
                      if (document.elementFromPoint(x, y) === b) return [x, y]; } return null; }""",
                DISTRICTS.index(district),
            )
            page.touchscreen.tap(*point)
        within = ".district " if district else ""
        self.press_button(f'{within}button[data-spot="{spot}"]')

    def do(self, step: str, position: dict[str, Any]) -> None:
        begin, goal = spots(step, position)
        if begin and self.chosen() != begin:
            self.choose(begin)
        self.zoomed = not self.zoomed and any(name in (goal or "").split(":") for name in DISTRICTS)
        listed = self.page.locator(f'[data-step="{step}"]')
        if step != "done" and listed.count() and not self.zoomed:
            self.press_button(f'[data-step="{step}"]')
        else:
            super().do(step, position)

    def choose(self, spot: str) -> None:
        row = f'[data-origin="{spot}"]'  # while something is asked there is no such row: then the piece itself
        self.page.locator(f'{row}, button[data-spot="{spot}"]').first.wait_for()
        if self.page.locator(row).count():
            self.press_button(row)
            self.page.wait_for_function(CHOSEN, arg=spot)
        else:
            super().choose(spot)

    def press_button(self, selector: str) -> None:
        self.page.touchscreen.tap(*middle(self.page, selector))
