// A group of small things with tooltips: one Tab stop, and arrow keys go from one to the next. The element says so
// with `data-parts` too, because tooltips inside then take no Tab stop of their own.
const BY: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function parts(node: HTMLElement | SVGElement): { destroy: () => void } {
  node.tabIndex = 0;
  const key = (given: Event): void => {
    const event = given as KeyboardEvent;
    const by = BY[event.key];
    if (!by || event.defaultPrevented) return;
    const inside = [
      ...node.querySelectorAll<HTMLElement | SVGElement>('[tabindex]:not([aria-hidden=true]), a, button'),
    ];
    const stops = [node, ...inside.filter((one) => one.checkVisibility())];
    const at = stops.indexOf(document.activeElement as HTMLElement | SVGElement);
    stops[(at + by + stops.length) % stops.length].focus();
    event.preventDefault();
  };
  node.addEventListener('keydown', key);
  return { destroy: () => node.removeEventListener('keydown', key) };
}
