// What a table marks to be pressed next: by a hint, or in a lesson.

/** The marked elements that are drawn, in the order of the document. */
const marked = (root: ParentNode): (HTMLElement | SVGElement)[] =>
  [...root.querySelectorAll<HTMLElement | SVGElement>('[data-marked]')].filter((one) => one.checkVisibility());

/** Whether its middle is in the window and nothing covers it. */
function isSeen(one: Element): boolean {
  const { x, y, width, height } = one.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2);
  return one instanceof SVGElement ? there !== null : one.contains(there);
}

/** Whether all that is marked is out of sight, or nothing is. */
export const isOutOfSight = (root: ParentNode): boolean => marked(root).every((one) => !isSeen(one));

/** Scroll to what is marked, unless it is in sight. */
export function showMarked(root: ParentNode): void {
  if (isOutOfSight(root)) scrollToMarked(root);
}

/** Scroll to what is marked; null if nothing is. */
export function scrollToMarked(root: ParentNode): HTMLElement | SVGElement | null {
  const [one] = marked(root);
  one?.scrollIntoView({
    block: 'center',
    inline: 'center',
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
  });
  return one ?? null;
}
