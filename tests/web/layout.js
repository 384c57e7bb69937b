// What is wrong with the layout of a table: controls that cannot be pressed where they are seen, things that overlap,
// texts that are cut off or broken within a word, and anything that scrolls sideways. `needed` are selectors of what
// must be visible without scrolling, `fits` of what must hold its content; of the selectors in each list of `once`
// exactly one is visible, for they say the same; so many `turns` of the log must be whole; what is `apart`
// does not overlap, texts and pictures. `names` may be shortened where a title or a tooltip has them in full. Returns
// one line for each fault.
({ needed, names, fits = [], once = [], turns = 0, apart = [] }) => {
  const CONTROLS =
    'button, a[href], input, select, textarea, summary, ' +
    '[role=button], [role=tab], [role=gridcell], [tabindex="0"]:not(g[data-parts]), [data-spot]';
  const root = document.documentElement;
  const over = [...document.querySelectorAll('dialog[open]')].at(-1);
  const page = over ?? document.body;
  const faults = new Set();
  const label = (one) => {
    const called = one.getAttribute('aria-label') ?? one.textContent ?? '';
    const data = Object.entries(one.dataset ?? {}).map(([name, value]) => `${name}=${value}`)[0] ?? '';
    const kind = String(one.className?.baseVal ?? one.className)
      .replace(/\s*s-\S+/g, '')
      .trim();
    const text = called.replace(/\s+/g, ' ').trim().slice(0, 40);
    return `<${one.tagName.toLowerCase()}.${kind.split(/\s+/).join('.')} ${data}> ${text}`;
  };
  const say = (what, ...ones) =>
    faults.add(`${what}: ${ones.map((one) => (typeof one === 'string' ? one : label(one))).join(' / ')}`);
  const hidden = new Map();
  /** Invisible, for screen readers only, or a decoration. */
  const isHidden = (one) => {
    if (!one || one === page) return false;
    if (!hidden.has(one)) {
      const style = getComputedStyle(one);
      const tiny =
        style.position === 'absolute' &&
        (style.clipPath.startsWith('inset(50%') || style.clip === 'rect(0px, 0px, 0px, 0px)');
      hidden.set(
        one,
        tiny ||
          style.visibility !== 'visible' ||
          style.display === 'none' ||
          Number(style.opacity) < 0.05 ||
          one.inert ||
          isHidden(one.parentElement),
      );
    }
    return hidden.get(one);
  };
  const clips = (style) => /hidden|clip|auto|scroll/.test(style.overflowX + style.overflowY);
  const scrolls = (style) => /auto|scroll/.test(style.overflowX + style.overflowY);
  /** The part of a box that `around`, its ancestors and the window let through; what lies above it does not count. */
  const shown = (around, box) => {
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    for (let up = around; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.position === 'fixed') break;
      if (!clips(style) || up.tagName === 'svg') continue;
      const inside = up.getBoundingClientRect();
      [left, top] = [Math.max(left, inside.left), Math.max(top, inside.top)];
      [right, bottom] = [Math.min(right, inside.right), Math.min(bottom, inside.bottom)];
    }
    [left, top, right, bottom] = [
      Math.max(0, left),
      Math.max(0, top),
      Math.min(innerWidth, right),
      Math.min(innerHeight, bottom),
    ];
    return right > left && bottom > top ? { left, top, right, bottom } : null;
  };
  const fixed = (one) => {
    for (let up = one; up && up !== document.body; up = up.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(up).position)) return up;
    return null;
  };
  const meet = (a, b, by) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > by &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by;

  // ---- sideways ----
  const sideways = (one) => {
    for (let up = one.parentElement; up && up !== page; up = up.parentElement)
      if (/auto|scroll/.test(getComputedStyle(up).overflowX)) return true;
    return false;
  };
  if (root.scrollWidth > root.clientWidth)
    say('the page scrolls sideways', `${root.scrollWidth} > ${root.clientWidth}`);
  for (const one of page.querySelectorAll('*')) {
    if (one.closest('svg') || isHidden(one)) continue;
    const style = getComputedStyle(one);
    if (/auto|scroll/.test(style.overflowX) && one.scrollWidth > one.clientWidth + 1 && !one.dataset.more)
      say('scrolls sideways', `${one.scrollWidth} > ${one.clientWidth}`, one);
    if (/auto|scroll/.test(style.overflowY) && one.clientHeight < 40 && one.scrollHeight > one.clientHeight + 4)
      say('scrolls in too little space', `${one.clientHeight} px`, one);
    const box = one.getBoundingClientRect();
    const outside =
      box.width && (box.right > innerWidth + 1 || box.left < -1) && one.textContent.trim() && !one.children.length;
    if (outside && !sideways(one)) say('outside the page', one);
  }

  // ---- what must be visible at once ----
  for (const selector of needed) {
    const one = [...page.querySelectorAll(selector)].find(
      (found) => !isHidden(found) && found.getBoundingClientRect().width,
    );
    if (!one) {
      say('not there', selector);
      continue;
    }
    const box = one.getBoundingClientRect();
    const part = shown(one.parentElement, box);
    const area = part ? ((part.right - part.left) * (part.bottom - part.top)) / (box.width * box.height) : 0;
    if (area < 0.98) say(`only ${Math.round(area * 100)} % without scrolling`, selector);
  }

  for (const one of fits.flatMap((selector) => [...page.querySelectorAll(selector)]))
    if (!isHidden(one) && one.scrollHeight > one.clientHeight + 1)
      say('holds too much', `${one.scrollHeight} > ${one.clientHeight}`, one);

  const seen = (selector) =>
    [...document.querySelectorAll(selector)].filter((one) => !isHidden(one) && one.getClientRects().length);
  for (const same of once) {
    const said = same.flatMap(seen);
    if (said.length !== 1) say(`said ${said.length} times`, same.join(', '));
  }

  for (const ones of apart.map(seen))
    for (const [at, one] of ones.entries())
      for (const other of ones.slice(at + 1))
        if (meet(one.getBoundingClientRect(), other.getBoundingClientRect(), 2)) say('overlap', one, other);

  // ---- what scrolls ----
  for (const one of page.querySelectorAll('*')) {
    if (isHidden(one) || !/auto|scroll/.test(getComputedStyle(one).overflowY)) continue;
    if (one.scrollHeight <= one.clientHeight + 1) continue;
    const box = one.getBoundingClientRect();
    const fold = Math.min(innerHeight, box.top + one.clientTop + one.clientHeight);
    for (const part of one.children) {
      const { top, bottom } = part.getBoundingClientRect();
      if (top < fold - 2 && top > fold - 16 && bottom > fold + 16)
        say('looks out', `${Math.round(fold - top)} px`, part);
    }
  }
  for (const log of page.querySelectorAll('.logpanel > .log')) {
    if (isHidden(log) || !log.clientHeight || log.scrollHeight <= log.clientHeight + 1) continue;
    const box = log.getBoundingClientRect();
    const all = [...log.querySelectorAll('.turn')].map((turn) => turn.getBoundingClientRect());
    const whole = all.filter(({ top, bottom }) => top > box.top - 2 && bottom < box.bottom + 2);
    const cut = all.find(({ top, bottom }) => top < box.top - 2 && bottom > box.top + 2);
    if (cut && cut.height < box.height) say('first turn cut', log);
    if (whole.length < turns) say(`only ${whole.length} turns in the log`, log);
  }

  // ---- texts ----
  /** The letters of a line are lower than its box. */
  const inner = ({ left, right, top, bottom }) => ({
    left,
    right,
    top: top + (bottom - top) / 5,
    bottom: bottom - (bottom - top) / 5,
  });
  const texts = [];
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest('svg, option, script, style, noscript') || isHidden(parent)) continue;
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter((box) => box.width > 0.5);
    if (!lines.length) continue;
    const about = `“${node.data.replace(/\s+/g, ' ').trim().slice(0, 40)}”`;
    for (let up = parent; up && up !== page; up = up.parentElement) {
      const style = getComputedStyle(up);
      const inside = up.getBoundingClientRect();
      // by a line, not by the foot of a letter
      const clamped = style.webkitLineClamp !== 'none' && up.scrollHeight > up.clientHeight + 4;
      const shortened = clamped || up.scrollWidth > up.clientWidth + 1;
      if (style.textOverflow === 'ellipsis' && style.overflowX !== 'visible' && shortened) {
        const named = names.includes(node.data.replaceAll("\u00ad", "").trim()) && up.clientWidth >= 48 && up.closest('[title], [data-tells-name]');
        if (!named) say('cut off with an ellipsis', about, up);
        break;
      }
      if (scrolls(style)) break;
      if (!clips(style)) continue;
      const cut = lines.find(
        (box) =>
          box.left < inside.left - 2 ||
          box.right > inside.right + 2 ||
          box.top < inside.top - 4 ||
          box.bottom > inside.bottom + 4,
      );
      if (cut) {
        say('text cut off', about, up);
        break;
      }
    }
    const words = parent.closest('code') ? [] : [...node.data.matchAll(/\p{L}{4,20}/gu)];
    for (const word of words) {
      const [from, to] = [word.index, word.index + word[0].length];
      // a part of a longer word, or of one that says itself where it may be broken
      if (/[\p{L}\u00ad]/u.test(node.data[from - 1] ?? '') || /[\p{L}\u00ad]/u.test(node.data[to] ?? '')) continue;
      range.setStart(node, from);
      range.setEnd(node, to);
      const rows = new Set(
        [...range.getClientRects()].filter((box) => box.width > 0.5).map((box) => Math.round(box.top)),
      );
      if (rows.size > 1) say('word broken', word[0], parent);
    }
    for (const box of lines) {
      const part = shown(parent, inner(box));
      if (part) texts.push({ parent, about, part, bar: fixed(parent) });
    }
  }
  texts.sort((a, b) => a.part.top - b.part.top);
  for (const [at, one] of texts.entries())
    for (let next = at + 1; next < texts.length && texts[next].part.top < one.part.bottom - 4; next++) {
      const other = texts[next];
      if (one.bar === other.bar && one.parent !== other.parent && meet(one.part, other.part, 4))
        say('texts overlap', `${one.about} / ${other.about}`, one.parent);
    }

  // ---- controls ----
  const log = [...page.querySelectorAll('.log .step')]; // lines of a list that scrolls, under a button that stays
  const controls = [...page.querySelectorAll(CONTROLS)].filter(
    (one) =>
      !isHidden(one) &&
      one.getBoundingClientRect().width > 0 &&
      !one.disabled &&
      !one.matches('.skip') &&
      !log.includes(one),
  );
  const html = controls.filter((one) => !one.closest('svg') && !one.matches('[role=gridcell]'));
  const boxes = html.map((one) => ({
    one,
    part: shown(one.parentElement, one.getBoundingClientRect()),
    bar: fixed(one),
  }));
  for (const [at, a] of boxes.entries())
    for (const b of boxes.slice(at + 1))
      if (
        a.part &&
        b.part &&
        a.bar === b.bar &&
        !a.one.contains(b.one) &&
        !b.one.contains(a.one) &&
        meet(a.part, b.part, 3)
      )
        say('controls overlap', a.one, b.one);
  /** On a phone a district of the small board is pressed as a whole; it opens. */
  const drawsDistrict = (hit) => hit?.matches('.p-open');
  const hits = (one, x, y) => {
    const hit = document.elementFromPoint(x, y);
    if (drawsDistrict(hit)) return null;
    return hit &&
      (one.contains(hit) ||
        (hit.contains(one) && hit.closest('label, svg, [role=grid]') !== null) ||
        [...(one.labels ?? [])].some((text) => text.contains(hit)))
      ? null
      : hit;
  };
  const positions = [window, ...page.querySelectorAll('*')]
    .filter((one) => one === window || one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth)
    .map((one) => [one, one.scrollX ?? one.scrollLeft, one.scrollY ?? one.scrollTop]);
  for (const one of controls) {
    const whole = () => (one.getClientRects().length > 1 ? one.getClientRects()[0] : one.getBoundingClientRect());
    let box = whole(); // of a text that runs over several lines, the first
    const drawn = one.closest('svg');
    const spots = drawn ? [0.5, 0.3, 0.7, 0.15, 0.85] : [0.5];
    const cover = () => {
      let last = null;
      for (const v of spots)
        for (const h of spots) {
          const found = hits(one, box.x + box.width * h, box.y + box.height * v);
          if (found === null && document.elementFromPoint(box.x + box.width * h, box.y + box.height * v)) return null;
          last ??= found;
        }
      return last ?? 'nothing';
    };
    let above = cover();
    for (const block of ['center', 'end', 'start']) {
      if (above === null) break;
      one.scrollIntoView({ block, inline: 'center', behavior: 'instant' });
      box = whole();
      above = cover();
    }
    if (above !== null) say('cannot be pressed', one, above === 'nothing' ? 'outside the window' : above);
    else if (!drawn && !one.matches('[role=gridcell]') && one.getClientRects().length === 1) {
      const part = shown(one.parentElement, box) ?? box; // the rest may be scrolled out of sight
      for (const [h, v] of [
        [0.2, 0.5],
        [0.8, 0.5],
        [0.5, 0.2],
        [0.5, 0.8],
      ]) {
        const found = hits(one, part.left + (part.right - part.left) * h, part.top + (part.bottom - part.top) * v);
        const bar = found && fixed(found); // a bar may lie over what can be scrolled away from under it
        if (found && !found.contains(one) && (!bar || bar.contains(one))) say('partly covered', one, found);
      }
    }
  }
  for (const [one, x, y] of positions) one.scrollTo({ left: x, top: y, behavior: 'instant' });
  return [...faults];
}
