// The parts of a table that carry text, with their boxes on the screen: for comparing screenshots of two browsers.
() => {
  const parts = '.plate, .tag, .act, .banner, .says, [data-card], .log, h2, h3, header, dialog table, dialog h2';
  const found = [];
  for (const one of document.querySelectorAll(parts)) {
    const box = one.getBoundingClientRect();
    const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
    if (!inside || box.width < 8 || box.height < 8) continue;
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const centre = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!centre || !(one.contains(centre) || centre.contains(one))) continue; // something lies over it
    const classes = [...one.classList].filter((word) => !word.startsWith('s-'));
    const name = `${one.tagName.toLowerCase()}.${classes.join('.')}`;
    found.push({ name: `${name} ${one.textContent.replace(/\s+/g, ' ').trim().slice(0, 40)}`, box: box.toJSON() });
  }
  return found;
}
