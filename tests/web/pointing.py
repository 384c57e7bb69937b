"""Where to press: the middle of a visible element, as soon as nothing covers it."""

from __future__ import annotations

from typing import Any

MIDDLE = """(selector) => {
  for (const one of document.querySelectorAll(selector)) {
    let box = one.getBoundingClientRect();
    if (!box.width) continue;
    const inside = (x, y) => {
      const hit = document.elementFromPoint(x, y);
      return hit && (one.contains(hit) || (hit.contains(one) && !hit.matches('html, body, main')));
    };
    let at = [box.x + box.width / 2, box.y + box.height / 2];
    if (!one.contains(document.elementFromPoint(...at))) {
      // where only something around it is hit, it may be cut off at the edge of a row that scrolls
      const where = inside(...at) ? 'nearest' : 'center';
      one.scrollIntoView({ block: where, inline: where });
      box = one.getBoundingClientRect();
      at = [box.x + box.width / 2, box.y + box.height / 2];
    }
    if (inside(...at)) return at;
  }
  return null;
}"""


def middle(page: Any, selector: str, timeout: float | None = None) -> tuple[float, float]:
    """Wait for the first matching element that can be pressed; returns its middle."""
    x, y = page.wait_for_function(MIDDLE, arg=selector, timeout=timeout).json_value()
    return x, y
