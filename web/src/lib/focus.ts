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

const TABBABLE = ':is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled, [tabindex="-1"])';
interface Trap {
  inside: HTMLElement;
  close: () => void;
}
const traps: Trap[] = [];
let backwards = false;

/** Keep the focus and the keys inside an element that lies over the page, until the returned function is called.
 * Escape calls `close`. Only the topmost counts. The page below stays as it is: making it `inert` would style all of it
 * anew, and a board has thousands of elements. */
export function trapFocus(inside: HTMLElement, close: () => void): () => void {
  const trap = { inside, close };
  if (traps.push(trap) === 1) {
    addEventListener('keydown', keyBelow, true);
    addEventListener('keydown', keyInside);
    addEventListener('focusin', focusBelow, true);
  }
  return () => {
    if (!traps.includes(trap)) return;
    traps.splice(traps.indexOf(trap), 1);
    if (traps.length) return;
    removeEventListener('keydown', keyBelow, true);
    removeEventListener('keydown', keyInside);
    removeEventListener('focusin', focusBelow, true);
  };
}

/** The page below gets no key, even before the element is filled, or when what had the focus has disappeared. */
function keyBelow(event: KeyboardEvent): void {
  const { inside, close } = traps.at(-1)!;
  backwards = event.shiftKey;
  if (event.target !== inside && inside.contains(event.target as Node)) return;
  event.stopPropagation();
  inside.focus({ preventScroll: true });
  if (event.key === 'Escape') close();
}

function keyInside(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const { inside, close } = traps.at(-1)!;
  if (event.key === 'Escape') close();
  else if (event.key === 'Tab' && tabStops(inside).at(backwards ? 0 : -1) === document.activeElement) wrap(inside);
  else return;
  event.preventDefault();
}

/** The focus left by Tab, for instance from a group of radio buttons at the end. */
function focusBelow(event: FocusEvent): void {
  const { inside } = traps.at(-1)!;
  if (!inside.contains(event.target as Node)) wrap(inside);
}

const wrap = (inside: HTMLElement): void => (tabStops(inside).at(backwards ? -1 : 0) ?? inside).focus();

const tabStops = (inside: HTMLElement): HTMLElement[] =>
  [...inside.querySelectorAll<HTMLElement>(TABBABLE)].filter((one) => one.checkVisibility());
