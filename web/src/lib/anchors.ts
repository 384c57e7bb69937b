// Anchors: the elements between which a step moves things, and what stays marked. See `Move` in games/manifest.ts.
import type { Move, ShownStep } from '../games/manifest';

/** A rectangle on the screen, as `getBoundingClientRect` gives it. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const seatAnchor = (seat: string): string => `seat:${seat}`;

/** What a mark surrounds. That of a plate lies within it, so that those of neighbours do not touch; a low plate has no
    room for it. */
export function markedBox(anchor: string, { x, y, width, height }: Box): Box {
  const by = anchor.startsWith(seatAnchor('')) ? Math.max(0, Math.min(5, (height - 34) / 2)) : 0;
  return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by };
}

/** A step's moves. A game that does not tell them shows the step at the seat's plate. */
export function movesOf(step: ShownStep, told?: (step: ShownStep) => Move[]): Move[] {
  let found: Move[] = [];
  try {
    found = told?.(step) ?? [];
  } catch (error) {
    reportError(error); // a step that cannot be drawn must not stop the table
  }
  return found.length ? found : [{ from: null, to: seatAnchor(step.seat) }];
}

/** The places that a step marks, each once: an anchor, or several with blanks between them. */
export const markedPlaces = (step: ShownStep, moves: Move[]): string[] => [
  ...new Set(moves.flatMap((move) => move.marks ?? [move.to ?? seatAnchor(step.seat)])),
];

/** The rectangle around several. */
export function around(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

function elementsOf(root: ParentNode, anchor: string): Element[] {
  const quoted = anchor.replace(/["\\]/g, '\\$&');
  return [...root.querySelectorAll(`[data-anchor~="${quoted}"]`)];
}

/** The anchor's visible elements with their visible parts: those on the screen first. */
export function findAnchors(root: ParentNode, name: string): { element: Element; box: Box }[] {
  return elementsOf(root, name)
    .map((element) => ({ element, box: visibleBox(element) }))
    .filter((one): one is { element: Element; box: Box } => one.box !== null && !isCovered(one.element, one.box))
    .sort((a, b) => Number(onScreen(b.box)) - Number(onScreen(a.box)));
}

export const onScreen = ({ x, y, width, height }: Box): boolean =>
  x + width > 0 && y + height > 0 && x < innerWidth && y < innerHeight;

export type Point = { x: number; y: number };

/** The middles of the signs of several marks: each at a corner of its box, at the next one if another sign is there. */
export function signPlaces(boxes: Box[], size: number): Point[] {
  const taken: Point[] = [];
  for (const { x, y, width, height } of boxes) {
    const corners = [
      { x: x + width, y },
      { x, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ];
    const free = corners.find((one) =>
      taken.every((other) => Math.abs(other.x - one.x) >= size || Math.abs(other.y - one.y) >= size),
    );
    taken.push(free ?? corners[0]);
  }
  return taken;
}

/** Whether an anchor is on its way to where it stays, such as a card that turns over. */
export const isMoving = (root: ParentNode, name: string): boolean =>
  elementsOf(root, name).some((element) =>
    element
      .getAnimations?.()
      .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity),
  );

/** The part of an element that its scrolling and clipping ancestors leave visible; null: nothing. */
function visibleBox(element: Element): Box | null {
  if (element.checkVisibility && !element.checkVisibility({ visibilityProperty: true })) return null;
  let { left, top, right, bottom } = element.getBoundingClientRect();
  for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(up);
    if (overflowX === 'visible' && overflowY === 'visible') continue;
    const frame = up.getBoundingClientRect();
    if (overflowX !== 'visible') [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
    if (overflowY !== 'visible') [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
  }
  return right - left > 1 && bottom - top > 1 ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

/** Whether a sheet or a bar that stays on the screen lies over the middle of an element. A dialog lies over everything,
 * and what it covers has the same place when it closes. */
function isCovered(element: Element, { x, y, width, height }: Box): boolean {
  let over = document.elementFromPoint?.(x + width / 2, y + height / 2) ?? null;
  if (over?.closest('dialog')) return false;
  while (over && getComputedStyle(over).position !== 'fixed') over = over.parentElement;
  return over !== null && !over.contains(element);
}
