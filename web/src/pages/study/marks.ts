// Marks that people draw on the table: a place, or an arrow between two. Places are anchors (see lib/anchors.ts).
import type { Box, Point } from '../../lib/anchors';

/** The colours of marks, and how each looks on the table and on its button. */
export const TINTS = { green: '#35c46f', red: '#f0524f', blue: '#4da3ff', yellow: '#f6c945' };
type Colour = keyof typeof TINTS;
export const COLOURS = Object.keys(TINTS) as Colour[];
export type Mark = { at: string; colour?: Colour } | { from: string; to: string; colour?: Colour };

const same = (a: Mark, b: Mark): boolean =>
  'at' in a ? 'at' in b && a.at === b.at : 'from' in b && a.from === b.from && a.to === b.to;

/** The marks with one more; one that is there already goes, or gets another colour. */
export function toggled(marks: readonly Mark[], mark: Mark): Mark[] {
  const there = marks.find((one) => same(one, mark));
  const others = marks.filter((one) => one !== there);
  return there && (there.colour ?? 'green') === (mark.colour ?? 'green') ? others : [...others, mark];
}

/** The anchor at a point of the screen: of those around it, the smallest. */
export function anchorAt(root: ParentNode, { x, y }: Point): string | null {
  let best: { name: string; area: number } | null = null;
  for (const element of root.querySelectorAll('[data-anchor]')) {
    const box = element.getBoundingClientRect();
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
    const area = box.width * box.height;
    const name = element.getAttribute('data-anchor')!.split(' ')[0];
    if (name && area > 0 && (!best || area < best.area)) best = { name, area };
  }
  return best?.name ?? null;
}

export const middle = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** An arrow from the middle of one box to that of another, shorter by a little at its end. */
export function arrow(from: Box, to: Box): { from: Point; to: Point } {
  const [a, b] = [middle(from), middle(to)];
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const by = Math.min(8, length / 3);
  return { from: a, to: { x: b.x - ((b.x - a.x) / length) * by, y: b.y - ((b.y - a.y) / length) * by } };
}
