// A table as text, to compare two of them: what is on it, without the page's controls and without what is no part of
// the position (ids, the focus, presence, clocks, whether somebody thinks).
window.tableText = (asked) => {
  const table = document.querySelector('.ui').cloneNode(true);
  const controls = ['.notices', '.beside', '.logpanel', '.frame', '.here', '.flag', '.act:not([data-act])', '.clock'];
  if (!asked) controls.push('[data-prompt]', '.act, .acts > .keys'); // a replay has no buttons to decide with
  for (const one of table.querySelectorAll(controls.join())) one.remove();
  // A step that has just been taken is animated at a live table only: these classes say so.
  const classes = (value) =>
    value
      .split(' ')
      .filter((one) => one && !/^((p-)?fresh|p-glides|svelte-\w+)$/.test(one))
      .join(' ');
  const lines = [];
  const write = (node, depth) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.textContent.replace(/\s+/g, ' ').trim();
      if (text) lines.push(' '.repeat(depth) + text);
    }
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const ignored = /^(id|style|tabindex|aria-(labelledby|describedby|controls|activedescendant)|for|href)$/;
    const attributes = [...node.attributes]
      .filter(({ name }) => !ignored.test(name))
      .map(({ name, value }) => `${name}=${name === 'class' ? classes(value) : value}`)
      .sort();
    lines.push(' '.repeat(depth) + [node.tagName.toLowerCase(), ...attributes].join(' '));
    for (const child of node.childNodes) write(child, depth + 1);
  };
  write(table, 0);
  return lines;
};
