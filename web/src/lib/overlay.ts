// What is drawn over a table from the rectangles of its anchors: it is measured again whenever the table may look
// different.
import { around, findAnchors, type Box } from './anchors';
import { afterPaint } from './painted';

const MOVED = ['scroll', 'transitionend', 'transitioncancel', 'animationend', 'animationcancel'];

export class Overlay {
  #planned = false;

  constructor(readonly measure: () => void) {}

  #plan(when: (act: () => void) => unknown): void {
    if (this.#planned) return;
    this.#planned = true;
    when(() => {
      this.#planned = false;
      this.measure();
    });
  }
  /** Measure before the next frame. */
  readonly inFrame = (): void => this.#plan(requestAnimationFrame);
  /** A press changes the table: its effect is not delayed by what is drawn over it. */
  readonly #afterwards = (): void => this.#plan(afterPaint);

  /** Measure now, and whenever the table or the layer over it changes; returns what ends it. */
  follow(table: HTMLElement, layer: HTMLElement): () => void {
    this.inFrame();
    const resized = new ResizeObserver(this.inFrame);
    resized.observe(layer);
    const changed = new MutationObserver(this.#afterwards);
    changed.observe(table, {
      subtree: true,
      childList: true,
      attributeFilter: ['class', 'style', 'transform', 'hidden', 'data-anchor'],
    });
    for (const name of MOVED) addEventListener(name, this.inFrame, { capture: true, passive: true });
    return () => {
      resized.disconnect();
      changed.disconnect();
      for (const name of MOVED) removeEventListener(name, this.inFrame, { capture: true });
    };
  }
}

/** A box of the screen within a layer, wider by a little on each side. */
export const within = (frame: Box, { x, y, width, height }: Box, by = 0): Box => ({
  x: x - frame.x - by,
  y: y - frame.y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** The rectangle around a place within a layer: an anchor, or several with blanks between them; null: it is hidden. */
export function placeBox(table: HTMLElement, frame: Box, place: string): Box | null {
  const parts = place.split(' ').flatMap((name) =>
    findAnchors(table, name)
      .slice(0, 1)
      .map((one) => one.box),
  );
  return parts.length ? within(frame, around(parts)) : null;
}
