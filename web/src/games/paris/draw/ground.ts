// Everything below the pieces: rim, point track, districts with their names, the Arc; and outside the
// board the stems that tie the corners to the rim, the captions and what an arrival gives.
import type { Edition } from '../edition';
import { arc, f, pointSector, polar, POINTS, R, sector, wedge, wedgeSector, WEDGE, type Point } from './geometry';
import { star, text, use } from './marks';
import { walk } from './tags';

const ring = (r: number, kind: string): string => `<circle cx="500" cy="500" r="${r}" class="${kind}"/>`;

/** Rim and rings, and the point track: 120 spaces, every fifth with its figure (every tenth on a small board). */
export function rings(small: boolean): string {
  let ticks = '';
  let figures = '';
  let fives = '';
  for (let p = 0; p < POINTS; p++) {
    const [r0, r1, a0, a1] = pointSector(p);
    if (p % 5 > 1)
      ticks += `M${polar(r0 + 7, a0)
        .map(f)
        .join(' ')}L${polar(r1 - 7, a0)
        .map(f)
        .join(' ')}`;
    if (p % (small ? 10 : 5)) continue;
    const [x, y] = polar(R.pointsAt, (a0 + a1) / 2);
    if (!small) fives += `<path d="${sector([r0, r1, a0, a1], 1, 3)}" class="p-five${p % 10 ? '' : ' p-ten'}"/>`;
    figures += text(x, y + (small ? 7 : 5.4), small ? 20 : 15, p, 'p-fig p-pointn');
  }
  return (
    ring(R.rim, 'p-rim') +
    ring(496.6, 'p-beads') +
    ring(R.pointsEnd, 'p-points') +
    ring(R.points - 1, 'p-bonusground') +
    ring(R.bonus - 2, 'p-inner') +
    fives +
    (small ? '' : `<path d="${ticks}" class="p-tick"/>`) +
    figures
  );
}

/** A district's ground, its band and its name; names in the lower half are flipped so that none is upside down. */
export function districtGround(i: number, name: string, id: string, small: boolean): string {
  const lower = i >= 2 && i <= 4;
  const a = wedge(i);
  const half = WEDGE / 2 - 1;
  const path = lower ? arc(404.8, a + half, a - half) : arc(393.4, a - half, a + half);
  return (
    `<path d="${sector(wedgeSector(i, R.bank, R.band), 3.5, 8)}" class="p-wedge p-w${i}"/>` +
    `<path d="${sector(wedgeSector(i, R.band - 2.5, R.bonus - 0.5), 2.5, 5)}" class="p-band p-d${i}"/>` +
    `<path id="${id}-name${i}" d="${path}" fill="none"/>` +
    `<text class="p-name" font-size="${small ? 19 : 15.5}">` +
    `<textPath href="#${id}-name${i}" startOffset="50%" text-anchor="middle">` +
    `<tspan class="p-fleuron">✦</tspan> ${name} <tspan class="p-fleuron">✦</tspan></textPath></text>` +
    `<path d="${arc(R.skyAt, a - 28.5, a + 28.5)}" class="p-guilloche"/>`
  );
}

/** Place de l'Étoile with its twelve avenues, and the Arc. */
export function star12(): string {
  const rays = Array.from(
    { length: 12 },
    (_ray, k) => `<path d="${sector([66, R.plaza, k * 30 - 6, k * 30 + 6])}"/>`,
  ).join('');
  return (
    `<g class="p-plaza">${ring(R.plaza, 'p-plazaground')}<g class="p-rays">${rays}</g>${ring(97, 'p-plazaring')}</g>` +
    use('arc', 500, 479, 122, 112)
  );
}

/** A curled stem along the rim between two angles, with two leaves. */
function stem(a0: number, a1: number): string {
  const curl = (angle: number, side: 1 | -1): string => {
    const [x, y] = polar(509, angle);
    const t = (angle * Math.PI) / 180;
    const at = ([u, v]: Point): string =>
      `${f(x + u * Math.cos(t) * side + v * Math.sin(t))} ${f(y + u * Math.sin(t) * side - v * Math.cos(t))}`;
    return `C${at([9, 0])} ${at([17, 5])} ${at([17, 13])}S${at([4, 22])} ${at([3, 13])}S${at([11, 9])} ${at([11, 13])}`;
  };
  const from = polar(509, (a0 + a1) / 2)
    .map(f)
    .join(' ');
  const leaf = (angle: number, side: 1 | -1): string => {
    const [x, y] = polar(511, angle);
    return `<path transform="translate(${f(x)},${f(y)}) rotate(${f(angle)}) scale(${side},1)" d="M0 0c4-9 12-11 19-9-3 7-9 11-19 9z" class="p-leaf"/>`;
  };
  const to = (angle: number): string => polar(509, angle).map(f).join(' ');
  return (
    `<path d="M${from}A509 509 0 0 0 ${to(a0)}${curl(a0, -1)}M${from}A509 509 0 0 1 ${to(a1)}${curl(a1, 1)}"` +
    ` class="p-stem"/>` +
    leaf(a0 + 3.5, -1) +
    leaf(a1 - 3.5, 1)
  );
}

export const stems = (): string => [297, 27, 117, 207].map((a) => stem(a, a + 36)).join('');

const caption = (x: number, y: number, words: string): string =>
  `<text x="${x}" y="${y}" class="p-caption" text-anchor="${x > 500 ? 'end' : 'start'}">${words}</text>`;

/** The captions of the four corners, and in the last one what an arrival gives (P46). */
export function captions(
  words: { buildings: string; prizes: string; ends: string; arrival: string },
  edition: Edition,
): string {
  const { bonus_move_free: free, bonus_move_paid: paid, vp_for_8: vp, values } = edition.buildings;
  const rows: [number[], (x: number, y: number) => string][] = [
    [free, (x, y) => walk(x, y, 25, 0)],
    [[paid.value], (x, y) => walk(x - 8, y, 25, paid.francs)],
    [[values[values.length - 1]], (x, y) => star(x, y, 28, vp)],
  ];
  const legend = rows.map(([houses, draw], row) => {
    const y = 862 + 41 * row;
    let x = 962;
    let drawn = draw(x, y);
    x -= row === 1 ? 42 : 32;
    drawn += `<path d="M${x - 2} ${y - 5}l5 5-5 5" class="p-arrow"/>`;
    x -= 20;
    for (const value of [...houses].reverse()) {
      drawn += `<g class="p-house">${use('bldg', x, y - 1, 29)}${text(x, y + 9.5, 18, value)}</g>`;
      x -= 31;
    }
    return drawn;
  });
  return (
    caption(4, 20, words.buildings) +
    caption(996, 20, words.prizes) +
    caption(4, 990, words.ends) +
    caption(996, 990, words.arrival) +
    `<g class="p-onpage">${legend.join('')}</g>`
  );
}
