// Watches whether anything moves that a player may be about to press, or reads. `look(what)` compares the places of
// everything with those at the last look or press; after a press it looks by itself. `moved` has one entry for each
// thing that moved; `shift` is the sum of the layout shifts up to the last look, `shifts` tells what shifted.
(() => {
  const THINGS = [
    ...['[data-space]', '[data-spot]', '[data-card]', '[data-act]', '[data-pick]', '[data-seat]', '.act', '.says'],
    ...['[role=grid]', '.p-board', '.banner', 'header button', 'header a', 'aside', 'section > h2'],
  ].join();
  const SIZED = 'button, [data-spot], [role=grid], .p-board'; // others are as large as their text
  const LIFTED = 4; // what is picked up is lifted by so many pixels at most
  window.moved = {};
  window.shift = 0;
  window.shifts = [];
  const nameOf = (one) => {
    const { space, spot, card, act, pick, seat } = one.dataset ?? {};
    const data = Object.entries({ space, spot, card, act, pick, seat }).find(([, value]) => value !== undefined);
    const called = data?.join('=') ?? one.getAttribute('aria-keyshortcuts') ?? one.getAttribute('aria-label');
    return `${one.tagName.toLowerCase()} ${called ?? (one.id || one.classList[0])}`;
  };
  /** Each thing's place in the window and on the page: a fixed thing keeps the former, a scrolled one the latter. */
  const boxes = () => {
    const found = new Map();
    for (const one of document.querySelectorAll(THINGS)) {
      // a place on a board is its outline: what lies on it may reach over its edge
      const { x, y, width, height } = (one.querySelector(':scope > [data-outline]') ?? one).getBoundingClientRect();
      const name = nameOf(one);
      if (!width || found.has(name) || !one.checkVisibility({ visibilityProperty: true })) continue;
      const size = one.matches(SIZED) ? [width, height] : [];
      found.set(name, {
        window: [x, y, ...size],
        page: [x + scrollX, y + scrollY, ...size],
      });
    }
    return found;
  };
  const differ = (a, b) => a.some((n, i) => Math.abs(n - b[i]) > LIFTED);
  const rounded = (box) => box.map(Math.round).join(' ');
  const settled = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const compare = (then, now, what) => {
    for (const [name, b] of now) {
      const a = then.get(name);
      if (a && differ(a.window, b.window) && differ(a.page, b.page))
        moved[name] ??= `${what}: ${rounded(a.window)} → ${rounded(b.window)}`;
    }
  };
  let before = new Map();
  window.look = async (what) => {
    await settled();
    const now = boxes();
    compare(before, now, what);
    before = now;
    window.shift = sum;
  };
  addEventListener('pointerdown', () => (before = boxes()), true);
  addEventListener('click', ({ target }) => void window.look(`a press on ${nameOf(target)}`), true);
  const told = ({ node, previousRect: a, currentRect: b }) =>
    `${node?.nodeName} ${node?.className?.baseVal ?? node?.className ?? node?.data} ${a.x},${a.y} → ${b.x},${b.y}`;
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value, sources, hadRecentInput } of list.getEntries()) {
      if (hadRecentInput) continue;
      sum += value;
      shifts.push([value.toFixed(5), ...sources.map(told)].join(' | '));
    }
  }).observe({ type: 'layout-shift' });
})();
