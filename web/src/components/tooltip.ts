// A tooltip on hover, focus and long press: `<div use:tooltip={'text'}>`; with `{ text, rule }` it links to the rule.
// A function that returns either is called only while the tooltip is shown, and again when what it reads changes: a
// board has a hundred tooltips, and each press changes most of them.
// All tooltips share one bubble. The pointer can move onto the bubble's link and Tab focuses it; after a long press
// the bubble stays until the user touches something else.
import { toStore } from 'svelte/store';
import { ruleLink } from '../lib/store.svelte';
import { _ } from '../lib/i18n.svelte';

export type TooltipContent = string | { text: string; rule?: string };
/** The content, or what returns it. */
export type Tip = TooltipContent | (() => TooltipContent);

const LINGER = 300; // time for the pointer to move from the element to the bubble
const GAP = 10; // between the element and the bubble
const EDGE = 8; // between the bubble and the window
/** Marks a card that asks something. No bubble of something outside may cover its answers. */
const ASKS = '[data-asks]';
let bubble: HTMLDivElement | null = null;
let shownFor: (Element & { focus?: (options?: FocusOptions) => void }) | null = null;
let leaving = 0;
/** Ends what keeps the bubble's text up to date. */
let unfollow = (): void => undefined;
/** The kind of pointer that was pressed last; '' after a key. */
let lastPointer = '';
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', (event) => (lastPointer = event.pointerType), true);
  document.addEventListener('keydown', () => (lastPointer = ''), true);
}
/** Set while the link returns the focus, so that this focus does not reopen the bubble. */
let backing = false;

const linkOf = (): HTMLAnchorElement | null => bubble?.querySelector('a') ?? null;

function make(): HTMLDivElement {
  const made = document.createElement('div');
  made.className = 'tip';
  made.addEventListener('pointerenter', () => clearTimeout(leaving));
  made.addEventListener('pointerleave', (event) => event.pointerType !== 'touch' && leave());
  made.addEventListener('click', () => hide());
  made.addEventListener('focusout', (event) => event.relatedTarget !== shownFor && hide());
  made.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab' && event.key !== 'Escape') return;
    // Tab is not prevented: once the focus is back on the element, the browser moves it on.
    if (event.key === 'Escape' || event.shiftKey) event.preventDefault();
    event.stopPropagation();
    const node = shownFor;
    backing = true;
    node?.focus?.({ preventScroll: true });
    backing = false;
    hide();
  });
  document.addEventListener(
    'pointerdown',
    (event) => {
      if (!made.contains(event.target as Node) && !shownFor?.contains(event.target as Node)) hide();
    },
    true,
  );
  return made;
}

function fill(tip: TooltipContent): void {
  const { text, rule = '' } = typeof tip === 'string' ? { text: tip } : tip;
  const words = document.createElement('span');
  words.id = 'tip';
  words.setAttribute('role', 'tooltip');
  words.textContent = text;
  bubble!.replaceChildren(words);
  const address = rule && ruleLink(rule);
  bubble!.classList.toggle('linked', Boolean(address));
  if (!address) return;
  const link = document.createElement('a');
  link.href = address;
  link.textContent = _('Rule {id}', { id: rule });
  bubble!.append(link);
}

/** What has a tooltip; one may lie inside another. */
const tipped = new WeakSet<Element>();
function innermost(target: Element | null): Element | null {
  for (let at = target; at; at = at.parentElement) if (tipped.has(at)) return at;
  return null;
}

const textOf = (tip: TooltipContent): string => (typeof tip === 'string' ? tip : tip.text);
const contentOf = (given: Tip): TooltipContent => (typeof given === 'function' ? given() : given);

function show(node: Element, given: Tip): void {
  if (!textOf(contentOf(given)) || !node.isConnected) return;
  clearTimeout(leaving);
  unfollow();
  bubble ??= make();
  (node.closest('dialog') ?? document.body).append(bubble);
  shownFor = node as typeof shownFor;
  node.setAttribute('aria-describedby', 'tip');
  unfollow = toStore(() => contentOf(given)).subscribe((now) => {
    if (bubble!.contains(document.activeElement)) return;
    fill(now);
    bubble!.hidden = !textOf(now);
    place(node);
  });
}

function place(node: Element): void {
  const at = node.getBoundingClientRect();
  const { width, height } = bubble!.getBoundingClientRect();
  const within = (start: number, size: number, all: number) => Math.max(EDGE, Math.min(all - size - EDGE, start));
  const x = within(at.left + at.width / 2 - width / 2, width, innerWidth);
  const y = within(at.top + at.height / 2 - height / 2, height, innerHeight);
  const above: [number, number] = [x, at.top - height - GAP];
  const below: [number, number] = [x, at.bottom + GAP];
  const places = [above, below, [at.right + GAP, y], [at.left - width - GAP, y]] as const;
  const cards = [...document.querySelectorAll(ASKS)]
    .filter((card) => !card.contains(node))
    .map((card) => card.getBoundingClientRect());
  const free = places.find(
    ([left, top]) =>
      within(left, width, innerWidth) === left &&
      within(top, height, innerHeight) === top &&
      cards.every(
        (card) => left >= card.right || left + width <= card.left || top >= card.bottom || top + height <= card.top,
      ),
  );
  const [left, top] = free ?? (above[1] > EDGE ? above : below);
  bubble!.style.setProperty('translate', [left, top].map((n) => `${n}px`).join(' '));
}

/** Something has opened that a bubble would cover. */
export function hideTooltip(): void {
  hide();
}

function hide(node?: Element): void {
  if (!bubble || (node && shownFor !== node)) return;
  clearTimeout(leaving);
  unfollow();
  bubble.hidden = true;
  shownFor?.removeAttribute('aria-describedby');
  shownFor = null;
}

/** The pointer left, perhaps towards the link: hide after a delay if there is one. */
function leave(): void {
  clearTimeout(leaving);
  if (linkOf()) leaving = window.setTimeout(() => hide(), LINGER);
  else hide();
}

export function tooltip(node: Element, given: Tip): { update: (now: Tip) => void; destroy: () => void } {
  let content = given;
  let timer = 0;
  /** Shown by a long press: releasing it must neither hide the bubble nor click the element. */
  let held = false;
  const soon = (after: number) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => show(node, content), after);
  };
  const end = () => {
    clearTimeout(timer);
    hide(node);
  };
  const enter = (event: Event) => (event as PointerEvent).pointerType !== 'touch' && soon(350);
  /** The pointer comes back from a part that has a tooltip of its own. */
  const returned = (event: Event) => {
    const { pointerType, relatedTarget, target } = event as PointerEvent;
    if (pointerType === 'touch' || shownFor === node || !node.contains(relatedTarget as Node | null)) return;
    if (innermost(target as Element) === node && innermost(relatedTarget as Element) !== node) soon(350);
  };
  const press = (event: Event) => {
    held = false;
    if ((event as PointerEvent).pointerType !== 'touch') return end();
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      held = true;
      show(node, content);
    }, 500);
  };
  const left = (event: Event) => {
    clearTimeout(timer);
    if (shownFor === node && (event as PointerEvent).pointerType !== 'touch') leave();
    else if (!held) end();
  };
  const click = (event: Event) => {
    if (!held) return;
    held = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const blur = (event: Event) =>
    !bubble?.contains((event as FocusEvent).relatedTarget as Node | null) && !held && end();
  const key = (event: Event) => {
    const { key: pressed, shiftKey } = event as KeyboardEvent;
    if (pressed === 'Escape') end();
    else if (pressed === 'Tab' && !shiftKey && shownFor === node && linkOf()) {
      event.preventDefault();
      linkOf()!.focus({ preventScroll: true });
    }
  };
  const all: [string, (event: Event) => unknown, boolean?][] = [
    ['pointerenter', enter],
    ['pointerover', returned],
    ['pointerdown', press],
    ['pointerup', () => clearTimeout(timer)],
    ['pointerleave', left],
    ['pointercancel', () => !held && end()],
    ['click', click, true],
    ['contextmenu', (event) => held && event.preventDefault()],
    // A tap gives focus too, but its tooltip would stay over the board: touch has the long press.
    ['focus', () => !backing && node.matches(':focus-visible') && lastPointer !== 'touch' && soon(150)],
    ['blur', blur],
    ['keydown', key],
  ];
  for (const [name, act, first] of all) node.addEventListener(name, act, first);
  tipped.add(node);
  const reach = () => {
    if (node.matches('a, button, [tabindex]')) return;
    if (node.parentElement?.closest('[data-parts]')) node.setAttribute('tabindex', '-1');
    else if (typeof content === 'object' && content.rule) node.setAttribute('tabindex', '0');
  };
  reach();
  return {
    update(now: Tip) {
      content = now;
      reach();
      if (shownFor === node && !bubble?.contains(document.activeElement)) show(node, content);
    },
    destroy() {
      end();
      for (const [name, act, first] of all) node.removeEventListener(name, act, first);
    },
  };
}
