// Shows what a step moves: a copy of the element at `from` travels to `to`, or a chip with a label does. With reduced
// motion both places are highlighted instead. Everything is drawn on a layer over the table, which takes no input.
import type { Move, ShownStep } from '../games/manifest';
import { around, findAnchors, onScreen, seatAnchor, type Box } from './anchors';
import { pause, type Pace } from './playback.svelte';

const SVG = 'http://www.w3.org/2000/svg';
/** Elements with more parts than this are not copied: a chip with the seat's sign travels in their place. */
const MOST_PARTS = 160;

export interface Stage {
  /** Where the anchors are. */
  root: ParentNode;
  /** Fixed over the whole window. */
  layer: HTMLElement;
  reducedMotion: boolean;
}

/** Show a step's moves in order; ends when the last one has arrived, or when the signal aborts. */
export async function showMoves(
  step: ShownStep,
  moves: readonly Move[],
  stage: Stage,
  pace: Pace,
  signal: AbortSignal,
): Promise<void> {
  try {
    await pause(pace.lead, signal);
    const flights: Promise<void>[] = [];
    // Where nothing travels, as when a turn ends, half the time is enough.
    const time = moves.some((move) => move.from) ? pace.fly : pace.fly / 2;
    for (const move of moves) {
      if (signal.aborted) break;
      flights.push(fly(step, move, stage, time, signal));
      if (move !== moves.at(-1)) await pause(pace.gap, signal);
    }
    await Promise.all(flights);
  } finally {
    stage.layer.replaceChildren();
  }
}

async function fly(step: ShownStep, move: Move, stage: Stage, time: number, signal: AbortSignal): Promise<void> {
  const target = find(stage, move.to) ?? find(stage, seatAnchor(step.seat));
  const source = find(stage, move.from);
  if (stage.reducedMotion || !source || !target || typeof stage.layer.animate !== 'function') {
    const shown = [source, target].filter((one) => one !== null);
    stage.layer.append(...shown.map(({ box }) => highlight(box, step.place)));
    if (move.label && target) stage.layer.append(placed(chip(move.label, step.place), middle(target.box)));
    return pause(time, signal);
  }
  const flyer = move.label ? chip(move.label, step.place) : (copyOf(source.element) ?? chip('', step.place));
  stage.layer.append(flyer);
  const [from, to] = [middle(source.box), middle(withinScreen(target.box))];
  const size = move.label ? 1 : fitted(source.box, target.box);
  const at = ([x, y]: Point, scale: number): string =>
    `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
  const half: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 - 18];
  const flight = flyer.animate(
    [{ transform: at(from, 1) }, { transform: at(half, Math.max(1, size) * 1.12) }, { transform: at(to, size) }],
    { duration: time, easing: 'cubic-bezier(0.45, 0.05, 0.3, 1)', fill: 'both' },
  );
  signal.addEventListener('abort', () => flight.cancel(), { once: true });
  await flight.finished.catch(() => undefined);
}

/** The visible elements of one or several anchors, with the rectangle around them. */
function find({ root }: Stage, names: string | null): { element: Element; box: Box } | null {
  const found = (names ?? '').split(' ').flatMap((name) => (name ? findAnchors(root, name).slice(0, 1) : []));
  return found.length ? { element: found[0].element, box: around(found.map(({ box }) => box)) } : null;
}

type Point = [number, number];
const middle = ({ x, y, width, height }: Box): Point => [x + width / 2, y + height / 2];

/** A target outside the window is shown at its edge. */
function withinScreen(box: Box): Box {
  if (onScreen(box)) return box;
  const [x, y] = middle(box);
  return { x: Math.max(0, Math.min(innerWidth, x)), y: Math.max(0, Math.min(innerHeight, y)), width: 0, height: 0 };
}

/** How large the copy arrives: it fits the target, but stays recognisable. */
function fitted(from: Box, to: Box): number {
  if (!to.width || !to.height) return 0.6;
  return Math.max(0.5, Math.min(1.5, to.width / from.width, to.height / from.height));
}

function placed<T extends HTMLElement | SVGElement>(element: T, [x, y]: Point): T {
  element.style.setProperty('transform', `translate(${x}px, ${y}px) translate(-50%, -50%)`);
  return element;
}

function chip(label: string, place: number): HTMLElement {
  const made = document.createElement('div');
  made.classList.add('flyer', 'chip', `seat-${place}`);
  made.textContent = label;
  return made;
}

function highlight({ x, y, width, height }: Box, place: number): HTMLElement {
  const made = document.createElement('div');
  made.classList.add('flyer', 'place', `seat-${place}`);
  made.style.setProperty('width', `${width + 8}px`);
  made.style.setProperty('height', `${height + 8}px`);
  return placed(made, [x + width / 2, y + height / 2]);
}

/** A copy that looks the same outside its surroundings; null: the element is too large to copy. */
function copyOf(element: Element): HTMLElement | SVGElement | null {
  if (element.querySelectorAll('*').length > MOST_PARTS) return null;
  const copy = element.cloneNode(true) as HTMLElement | SVGElement;
  dress(element, copy);
  for (const name of customProperties()) copy.style.setProperty(name, getComputedStyle(element).getPropertyValue(name));
  copy.querySelectorAll('[id], [data-anchor]').forEach(strip);
  strip(copy);
  if (element instanceof SVGGraphicsElement && element.ownerSVGElement) return framed(element, copy as SVGElement);
  const { offsetWidth, offsetHeight } = element as HTMLElement;
  const { width, height } = element.getBoundingClientRect();
  copy.classList.add('flyer');
  copy.style.setProperty('position', 'fixed');
  copy.style.setProperty('inset', 'auto');
  copy.style.setProperty('left', '0');
  copy.style.setProperty('top', '0');
  copy.style.setProperty('width', `${offsetWidth || width}px`);
  copy.style.setProperty('height', `${offsetHeight || height}px`);
  for (const name of ['margin', 'translate', 'rotate', 'scale', 'transition', 'animation'])
    copy.style.setProperty(name, name === 'margin' ? '0' : 'none');
  return copy;
}

/** A part of a drawing, in a drawing of its own with the same size and direction. */
function framed(element: SVGGraphicsElement, copy: SVGElement): SVGElement {
  const { x, y, width, height } = element.getBBox();
  const { a, b } = element.getScreenCTM() ?? { a: 1, b: 0 };
  const scale = Math.hypot(a, b);
  copy.removeAttribute('transform');
  copy.style.setProperty('transform', 'none');
  for (const name of ['translate', 'rotate', 'scale']) copy.style.setProperty(name, 'none');
  const frame = document.createElementNS(SVG, 'svg');
  frame.setAttribute('class', 'flyer');
  frame.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
  frame.setAttribute('width', String(width * scale));
  frame.setAttribute('height', String(height * scale));
  const turned = document.createElementNS(SVG, 'g');
  const angle = (Math.atan2(b, a) * 180) / Math.PI;
  turned.setAttribute('transform', `rotate(${angle} ${x + width / 2} ${y + height / 2})`);
  turned.append(copy);
  frame.append(turned);
  return frame;
}

function strip(element: Element): void {
  for (const name of ['id', 'data-anchor', 'data-space', 'tabindex', 'role', 'aria-label'])
    element.removeAttribute(name);
}

/** Styles that an element may owe to its surroundings, which its copy leaves. */
const STYLES = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin'],
  ...[
    'stroke-opacity',
    'paint-order',
    'text-anchor',
    'dominant-baseline',
    'opacity',
    'color',
    'font',
    'letter-spacing',
  ],
  ...['line-height', 'text-align', 'text-transform', 'white-space', 'display', 'visibility', 'background', 'border'],
  ...['border-radius', 'box-shadow', 'box-sizing', 'padding', 'margin', 'gap', 'align-items', 'justify-content'],
  ...['place-items', 'place-content', 'grid-template-columns', 'grid-template-rows', 'grid-area', 'flex', 'overflow'],
  ...['flex-direction', 'width', 'height', 'position', 'inset', 'clip-path', 'mask', 'filter', 'object-fit'],
];

function dress(from: Element, to: Element): void {
  const worn = getComputedStyle(from);
  for (const name of STYLES) (to as HTMLElement).style?.setProperty(name, worn.getPropertyValue(name));
  [...from.children].forEach((child, n) => dress(child, to.children[n]));
}

/** The names of all custom properties in the page's style sheets: a copy may use those of its former surroundings. */
let properties: string[] | null = null;
function customProperties(): string[] {
  if (properties) return properties;
  const found = new Set<string>();
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules) for (const [name] of rule.cssText.matchAll(/--[\w-]+(?=\s*:)/g)) found.add(name);
  return (properties = [...found]);
}
