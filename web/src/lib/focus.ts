// Where the focus goes when the focused element disappears.
import { tick } from 'svelte';

/** Focus the board of the page: the place in it that Tab would reach first, else the board itself. */
export function focusBoard(): boolean {
  const board = document.querySelector<HTMLElement | SVGElement>('[data-board], [role=grid]');
  const inside = board?.querySelector<HTMLElement | SVGElement>(
    '[tabindex="0"], button:not([tabindex="-1"], :disabled)',
  );
  const target = inside ?? board;
  if (!target) return false;
  if (!inside && !target.hasAttribute('tabindex')) target.setAttribute('tabindex', '-1');
  target.focus();
  return document.activeElement === target;
}

/** Remember what has the focus; the returned function gives it back, or to the board if that element is gone. */
export function keepFocus(): () => void {
  const before = document.activeElement as HTMLElement | SVGElement | null;
  return () => {
    const lost = !document.activeElement || document.activeElement === document.body;
    if (!lost) return;
    if (before && before !== document.body && before.isConnected) before.focus({ preventScroll: true });
    if (document.activeElement === document.body) focusBoard();
  };
}

/** An action for what lies over a page for a while: the focus that is lost with it returns to where it was before. With
 * `take` the first button gets the focus, if the person uses the keyboard. */
export function returnsFocus(node: HTMLElement, take = false): { destroy: () => void } {
  const byKey = document.activeElement?.matches(':focus-visible');
  const refocus = keepFocus();
  if (take && byKey) node.querySelector('button')?.focus();
  return { destroy: () => void tick().then(refocus) };
}
