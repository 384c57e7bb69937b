// Light: one soft shape per lamp, used as a hole in the night and as a warm wash, and light that climbs the walls.
import { cellOf, cellsOf, outline, U, wallName, walls, type Cell, type Wall } from './geometry';
import type { Lamp } from '../types';

type Stop = [offset: number, colour: string, opacity?: number];

const stops = (list: Stop[]): string =>
  list.map(([o, c, a]) => `<stop offset="${o}" stop-color="${c}"${a === undefined ? '' : ` stop-opacity="${a}"`}/>`).join('');
const radial = (id: string, list: Stop[], where = ''): string => `<radialGradient id="${id}" ${where}>${stops(list)}</radialGradient>`;
const linear = (id: string, list: Stop[]): string => `<linearGradient id="${id}" x2="0" y2="1">${stops(list)}</linearGradient>`;
const blur = (id: string, by: number): string => `<filter id="${id}" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="${by}"/></filter>`;

/** What drawings refer to by name. Equal wherever it stands, so that a page may hold it more than once. */
export const DEFS =
  radial('ivory', [[0, '#fffaf0'], [0.8, '#f1e4c8'], [1, '#dcc9a2']], 'cx=".4" cy=".35" r=".8"')
  + radial('water', [[0, '#8fd6dd'], [1, '#2c7f93']], 'cx=".5" cy=".4" r=".8"')
  + radial('globe', [[0, '#fffef6'], [0.6, '#fff0b9'], [1, '#ffd06a']])
  + radial('bloom', [[0, '#ffcf7a', 0.95], [0.3, '#ffae3d', 0.6], [0.62, '#ff8f1f', 0.2], [1, '#ff8a1a', 0]])
  + radial('flare', [[0, '#fff2cc', 0.75], [0.5, '#ffd27a', 0.28], [1, '#ffb347', 0]])
  + linear('spill', [[0, '#ff9f2a', 0.95], [0.4, '#f08a1c', 0.5], [1, '#e07a10', 0]])
  + linear('warm', [[0, '#ffc46e'], [1, '#ffe6bd', 0]])
  + linear('sky-dawn', [[0, '#a9c3cf'], [0.55, '#f4d9b0'], [1, '#eeb08a']])
  + linear('sky-noon', [[0, '#bfdcd8'], [1, '#f4ecd2']])
  + linear('sky-dusk', [[0, '#5d4a86'], [0.5, '#d0747a'], [1, '#f5bf78']])
  + linear('sky-rose', [[0, '#c3a3b8'], [1, '#f6dcb8']])
  + linear('sky-night', [[0, '#141a4c'], [1, '#3a3d86']])
  + linear('sky-gold', [[0, '#e9c877'], [1, '#faecc6']])
  + blur('soft', 10) + blur('softer', 7)
  + '<clipPath id="token"><circle r="38"/></clipPath><clipPath id="medal"><circle r="46"/></clipPath>';

const HOLE: Stop[] = [[0, '#000', 1], [0.5, '#000', 0.88], [1, '#000', 0.35]];
// strong on the lamp's own stones, weak on the neighbours, so that the seats' colours stay true
const TINT: Stop[] = [[0, '#ffc46a', 0.9], [0.32, '#ffd48a', 0.62], [0.4, '#ffdda2', 0.34], [1, '#ffe6bd', 0.14]];
const WIDE: Stop[] = [[0, '#ffca74', 0.85], [0.2, '#ffd793', 0.6], [0.5, '#ffdfa8', 0.34], [1, '#ffe6bd', 0.15]];

/** The drawing's parts that lamps make. `id` keeps boards on one page apart; lamps in `fresh` light up as one looks. */
export function lighting(lamps: readonly Lamp[], id: string, fresh: Set<string>): { defs: string; night: string; tint: string; bloom: string; flare: string } {
  const all = lamps.map((lamp) => {
    const [r, c] = cellOf(lamp.space), large = lamp.kind === 'large-lamp', x = c * U + 50, y = r * U + 50;
    const shape = outline([[r, c], ...cellsOf(lamp.lights)], 4, 20), name = id + lamp.space;
    const grow = fresh.has(lamp.space) ? ` class="dawn" transform-origin="${x} ${y}"` : '';
    const where = `gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${large ? 270 : 165}"`;
    return {
      grads: radial('h' + name, HOLE, where) + radial('t' + name, large ? WIDE : TINT, where),
      pool: (paint: string): string => `<path d="${shape}" fill="url(#${paint}${name})" fill-rule="evenodd"${grow}/>`,
      glow: (paint: string, small: number, wide: number): string => `<circle cx="${x}" cy="${y}" r="${large ? wide : small}" fill="url(#${paint})"${grow}/>`,
    };
  });
  return {
    defs: all.map((l) => l.grads).join('')
      + `<mask id="dark${id}" maskUnits="userSpaceOnUse" x="0" y="0" width="800" height="800"><rect width="800" height="800" fill="#fff"/><g filter="url(#soft)">${all.map((l) => l.pool('h')).join('')}</g></mask>`,
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

/** Light that climbs a roof from the wall a lamp stands at. */
export const spill = (wall: Wall, paint: string): string =>
  `<g transform="translate(${wall.x} ${wall.y}) rotate(${wall.angle})"><path d="M-50 0H50L42 78H-42Z" fill="url(#${paint})"/></g>`;
