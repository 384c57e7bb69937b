// Lamp light: a soft shape per lamp, used as a mask in the darkness and as a warm overlay, and light on walls.
import { cellOf, cellsOf, outline, U, wallName, walls, type Cell, type Wall } from './geometry';
import type { Lamp } from '../types';

type Stop = [offset: number, colour: string, opacity?: number];

const stops = (list: Stop[]): string =>
  list
    .map(([o, c, a]) => `<stop offset="${o}" stop-color="${c}"${a === undefined ? '' : ` stop-opacity="${a}"`}/>`)
    .join('');
const radial = (id: string, list: Stop[], where = ''): string =>
  `<radialGradient id="${id}" ${where}>${stops(list)}</radialGradient>`;

const HOLE: Stop[] = [
  [0, '#000', 1],
  [0.5, '#000', 0.88],
  [1, '#000', 0.35],
];
// strong on the lamp's own space, weak on its neighbours, so that seat colours stay recognizable
const TINT: Stop[] = [
  [0, '#ffc46a', 0.9],
  [0.32, '#ffd48a', 0.62],
  [0.4, '#ffdda2', 0.34],
  [1, '#ffe6bd', 0.14],
];
const WIDE: Stop[] = [
  [0, '#ffca74', 0.85],
  [0.2, '#ffd793', 0.6],
  [0.5, '#ffdfa8', 0.34],
  [1, '#ffe6bd', 0.15],
];

/** The SVG parts of the lamps' light. `id` keeps ids unique on the page; lamps in `fresh` are animated. */
export function lighting(
  lamps: readonly Lamp[],
  id: string,
  fresh: Set<string>,
): { defs: string; night: string; tint: string; bloom: string; flare: string } {
  const all = lamps.map((lamp) => {
    const [r, c] = cellOf(lamp.space),
      large = lamp.kind === 'large-lamp',
      x = c * U + 50,
      y = r * U + 50;
    const shape = outline([[r, c], ...cellsOf(lamp.lights)], 4, 20),
      name = id + lamp.space;
    const grow = fresh.has(lamp.space) ? ` class="dawn" transform-origin="${x} ${y}"` : '';
    const where = `gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${large ? 270 : 165}"`;
    return {
      grads: radial('h' + name, HOLE, where) + radial('t' + name, large ? WIDE : TINT, where),
      pool: (paint: string): string => `<path d="${shape}" fill="url(#${paint}${name})" fill-rule="evenodd"${grow}/>`,
      glow: (paint: string, small: number, wide: number): string =>
        `<circle cx="${x}" cy="${y}" r="${large ? wide : small}" fill="url(#${paint})"${grow}/>`,
    };
  });
  return {
    defs:
      all.map((l) => l.grads).join('') +
      `<mask id="dark${id}" maskUnits="userSpaceOnUse" x="0" y="0" width="800" height="800">` +
      `<rect width="800" height="800" fill="#fff"/><g filter="url(#soft)">` +
      `${all.map((l) => l.pool('h')).join('')}</g></mask>`,
    night: `<rect width="800" height="800" fill="#080c2b" opacity=".44" mask="url(#dark${id})"/>`,
    tint: all.map((l) => l.pool('t')).join(''),
    bloom: all.map((l) => l.glow('bloom', 104, 170)).join(''),
    flare: all.map((l) => l.glow('flare', 34, 52)).join(''),
  };
}

/** The walls of a building that face a lamp whose light reaches them. */
export function litWalls(cells: readonly Cell[], lamps: readonly Lamp[]): Wall[] {
  const lit = new Set<string>();
  for (const lamp of lamps) {
    const [lr, lc] = cellOf(lamp.space);
    for (const [r, c] of cellsOf(lamp.lights)) {
      if (lr !== r) lit.add(wallName({ r, c, side: lr < r ? 'n' : 's' }));
      if (lc !== c) lit.add(wallName({ r, c, side: lc < c ? 'w' : 'e' }));
    }
  }
  return walls(cells).filter((wall) => lit.has(wallName(wall)));
}

/** Light on a roof, starting at the wall next to a lamp. */
export const spill = (wall: Wall, paint: string): string =>
  `<g transform="translate(${wall.x} ${wall.y}) rotate(${wall.angle})"><path d="M-50 0H50L42 78H-42Z" fill="url(#${paint})"/></g>`;
