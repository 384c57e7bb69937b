// Svelte actions for lists that grow at their end.

/** Keeps the end of what scrolls here in sight as it grows, unless the reader has scrolled away from it. New content at
    the end moves nothing that is above it, and scrolling is no layout shift. What matches `whole` is not cut at the
    upper edge: what finds no room there as a whole leaves an empty space at the end. With `data-earlier` it stays where
    it is: the reader looks at something earlier. */
export function followEnd(scroller: HTMLElement, whole = ''): { destroy: () => void } {
  let follows = true;
  let top = 0;
  let space = 0;
  let measured = '';
  const measure = (): string => `${scroller.scrollHeight} ${scroller.clientHeight}`;
  /** Where the first part begins that is seen whole at the end of the list, which must be positioned. */
  const start = (end: number): number => {
    const parts = whole ? [...scroller.querySelectorAll<HTMLElement>(whole)] : [];
    const cut = parts.findLastIndex((part) => part.offsetTop < end - 1);
    return parts[cut + 1]?.offsetTop ?? end;
  };
  const scrolled = (): void => {
    // Not at the end may only mean that it has grown since this event, or that the window has changed: a reader who
    // leaves the end goes up, in a list that is as it was.
    if (scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop < 8) follows = true;
    else if (scroller.scrollTop < top && measured === measure()) follows = false;
    top = scroller.scrollTop;
  };
  const grown = new ResizeObserver(() => {
    measured = measure();
    if (!follows || scroller.dataset.earlier) return;
    const end = scroller.scrollHeight - space - scroller.clientHeight;
    space = end > 0 ? Math.max(0, start(end) - end) : 0;
    scroller.style.paddingBottom = `${space}px`;
    scroller.scrollTop = scroller.scrollHeight;
    top = scroller.scrollTop;
    measured = measure();
  });
  scroller.addEventListener('scroll', scrolled, { passive: true });
  for (const one of [scroller, ...scroller.children]) grown.observe(one);
  return {
    destroy: () => {
      grown.disconnect();
      scroller.removeEventListener('scroll', scrolled);
    },
  };
}

/** Shows the current step in this element once, when it opens; without one, the end. */
export function openAtCurrent(node: HTMLElement): void {
  requestAnimationFrame(() => {
    const current = node.querySelector('[aria-current]');
    if (current) current.scrollIntoView({ block: 'center' });
    else node.scrollIntoView({ block: 'end' });
  });
}
