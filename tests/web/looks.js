// What somebody would see on a page: things outside it, buttons whose text is cut off, texts that are not translated.
// Texts of up to three letters are names of pieces, and numbers.
(names) => {
  const found = [];
  const classOf = (element) => element.className?.baseVal ?? element.className;
  const say = (what, element, text) =>
    found.push(`${what}: ${String(text).trim().slice(0, 70)} <${element.tagName.toLowerCase()} ${classOf(element)}>`);
  const root = document.documentElement;
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const top = dialog ?? document.body;
  const seen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.unseen, .skip, [inert]') &&
    !getComputedStyle(element).clipPath.startsWith('inset(50%'); // hidden from eyes only
  if (root.scrollWidth > root.clientWidth) {
    say('wider than the page', root, `${root.scrollWidth} > ${root.clientWidth}`);
    for (const element of top.querySelectorAll('*')) {
      const box = element.getBoundingClientRect();
      if (box.width && box.right > root.clientWidth + 1 && seen(element)) {
        say('  reaches to ' + Math.round(box.right), element, element.textContent);
        break;
      }
    }
  }
  for (const button of top.querySelectorAll(
    'button, a.button, summary, select, [role=tab], [role=option], th, h1, h2, h3, .chip, label',
  )) {
    if (!seen(button)) continue;
    const words = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      if (node.data.trim().length < 4 || !seen(node.parentElement) || node.parentElement.closest('svg, option'))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (!text.width) continue;
      for (let box = node.parentElement; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        const inside = box.getBoundingClientRect();
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
        // a name: the whole of it stands elsewhere
        if (style.textOverflow === 'ellipsis' && !button.matches('.button')) break;
        // a heading may reach over an empty cell
        const cuts = style.overflowX !== 'visible' || (box === button && box.tagName !== 'TH');
        if (cuts && style.display !== 'inline' && (text.left < inside.left - 4 || text.right > inside.right + 4)) {
          say('text cut off', button, node.data);
          break;
        }
        if (style.overflowY !== 'visible' && (text.top < inside.top - 4 || text.bottom > inside.bottom + 4)) {
          say('text cut off below', button, node.data);
          break;
        }
        if (box === button) break;
      }
    }
  }
  if (root.lang !== 'xx') return found;
  const plain = (text) => {
    let rest = text.replace(/^[^⟦⟧]*⟧/, ' ').replace(/⟦[^⟦⟧]*$/, ' ');
    for (let before = ''; before !== rest;) {
      before = rest;
      rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
    }
    for (const name of names) rest = rest.replace(new RegExp(name, 'gi'), ' ');
    rest = rest.replace(/\b[IVX]+\b/g, ' ');
    return rest;
  };
  const other = (element) =>
    element.closest('kbd, code, script, style, noscript, option, [inert]') || element.closest('[lang]')?.lang !== 'xx';
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.nodeType === 1 ? node : node.parentElement;
    if (other(element)) continue;
    const texts =
      node.nodeType === 3
        ? [node.data]
        : ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-description'].map(
            (name) => node.getAttribute(name) ?? '',
          );
    for (const text of texts) if (/\p{L}{3,}/u.test(plain(text))) say('not translated', element, text);
  }
  if (/\p{L}{3,}/u.test(plain(document.title))) say('not translated', root, document.title);
  return found;
}
