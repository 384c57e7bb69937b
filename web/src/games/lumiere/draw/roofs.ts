// Mansard roofs for any polyomino, with what stands on them: dormers, the chimney, the enamel plaque.
import { BESIDE, chance, f1, key, outline, U, wallName, walls, type Cell, type Wall } from './geometry';
import { SEAT } from './stones';
import type { Seat } from '../types';

type Facing = 'n' | 'e' | 's' | 'w' | 'deck';
type Line = [number, number, number, number];

// Moonlight comes from the north-west: n and w are pale, e and s dark.
const ZINC: Record<Facing, string> = { n: '#dbe3f0', w: '#c3cde0', e: '#8c98b6', s: '#7683a6', deck: '#b3bed4' };
const SLATE: Record<Facing, string> = { n: '#8b97b6', w: '#7a86a8', e: '#4f5a80', s: '#424c72', deck: '#6b7694' };
const EDGE = 7,
  BAND = 20;

/** The facets of a roof. Each space is cut into four quarters; a quarter looks only at its two side neighbours and the
    diagonal one: outer corner -> hip, straight wall -> one slope, inner corner -> valley, all built -> flat deck. */
export function facets(cells: readonly Cell[]): {
  out: Record<Facing, string>;
  hips: Line[];
  valleys: Line[];
  ridges: Line[];
} {
  const has = new Set(cells.map(([r, c]) => key(r, c))),
    at = (r: number, c: number): boolean => has.has(key(r, c));
  const out: Record<Facing, string> = { n: '', e: '', s: '', w: '', deck: '' };
  const hips: Line[] = [],
    valleys: Line[] = [],
    ridges: Line[] = [];
  for (const [r, c] of cells) {
    const x = c * U + 50,
      y = r * U + 50;
    for (const [dy, dx] of [
      [-1, -1],
      [-1, 1],
      [1, 1],
      [1, -1],
    ]) {
      const v: Facing = dy < 0 ? 'n' : 's',
        h: Facing = dx < 0 ? 'w' : 'e';
      const vert = at(r + dy, c),
        hori = at(r, c + dx),
        X = x + dx * 50,
        Y = y + dy * 50;
      const upper = `M${x} ${y}V${Y}H${X}Z`,
        side = `M${x} ${y}H${X}V${Y}Z`,
        whole = `M${x} ${y}V${Y}H${X}V${y}Z`;
      if (!vert && !hori) {
        out[v] += upper;
        out[h] += side;
        hips.push([x, y, X, Y]);
      } else if (!vert) out[v] += whole;
      else if (!hori) out[h] += whole;
      else if (!at(r + dy, c + dx)) {
        out[h] += upper;
        out[v] += side;
        valleys.push([x, y, X, Y]);
      } else out.deck += whole;
    }
    for (const [dy, dx] of [
      [0, 1],
      [1, 0],
    ])
      if (at(r + dy, c + dx)) ridges.push([x, y, x + dx * U, y + dy * U]);
  }
  return { out, hips, valleys, ridges };
}

const lines = (list: Line[]): string => list.map((l) => `M${l[0]} ${l[1]}L${l[2]} ${l[3]}`).join('');

/** A building in two parts: `roof` is below the darkness layer, `over` above it (the owner's outline and lit windows).
    lit: walls with a lamp in front of them; glow: whether any lamp lights the building; small: without fine detail. */
export function building(
  cells: readonly Cell[],
  owner: Seat,
  {
    lit = new Set<string>(),
    glow = false,
    seed = 1,
    small = false,
  }: { lit?: Set<string>; glow?: boolean; seed?: number; small?: boolean } = {},
): { roof: string; over: string; foot: string } {
  // ids are made from the spaces, so that equal drawings may share them
  const id = 'b' + cells.map((p) => key(...p)).join('-'),
    any = chance(seed + 31);
  const { out, hips, valleys, ridges } = facets(cells);
  const foot = outline(cells, EDGE, 3),
    rim = outline(cells, 5, 4.5);
  const fills = (tone: Record<Facing, string>): string =>
    (Object.keys(out) as Facing[])
      .filter((f) => out[f])
      .map((f) => `<path d="${out[f]}" fill="${tone[f]}" stroke="${tone[f]}" stroke-width=".8"/>`)
      .join('');
  const clip = (which: string, d: string): string =>
    `<clipPath id="${id}${which}"><path d="${d}" clip-rule="evenodd"/></clipPath>`;
  // slate: the steep lower slope, its courses parallel to the wall
  let roof =
    clip('f', foot) +
    clip('u', outline(cells, EDGE + BAND, 1.5)) +
    `<path d="${outline(cells, 3, 5)}" fill="#12152f" fill-rule="evenodd"/><g clip-path="url(#${id}f)">${fills(SLATE)}`;
  if (!small)
    roof +=
      '<g fill="none" stroke="#1d2444" stroke-width=".9" opacity=".5">' +
      [5, 10, 15]
        .map((d) => outline(cells, EDGE + d))
        .map((d, i) => `<path d="${d}" stroke-dasharray="7 1.4" stroke-dashoffset="${i * 4}"/>`)
        .join('') +
      '</g>';
  roof += `<path d="${lines(hips)}" stroke="#cdd6e8" stroke-width="1.3" opacity=".55"/></g>`;
  // zinc: the flat upper slope, with standing seams down the fall
  roof +=
    `<path d="${outline(cells, EDGE + BAND - 1.8, 2)}" fill="#f3f6fb" fill-rule="evenodd"/>` +
    `<g clip-path="url(#${id}u)">${fills(ZINC)}`;
  if (!small) roof += `<g stroke="#313a5c" stroke-width=".8" opacity=".32">${seams(cells, out, id)}</g>`;
  roof +=
    `<path d="${lines(valleys)}" stroke="#39426a" stroke-width="2.2"/>` +
    `<path d="${lines(hips)}" stroke="#f3f6fb" stroke-width="1.6" opacity=".85"/></g>` +
    `<g stroke-linecap="round">` +
    `<path d="${lines(ridges)}" stroke="#222a4c" stroke-width="5" opacity=".4" transform="translate(1 1.8)"/>` +
    `<path d="${lines(ridges)}" stroke="#f6f8fc" stroke-width="3.2"/></g>`;
  let over =
    `<g fill="none"><path d="${rim}" stroke="#0b0e24" stroke-width="7.5"/>` +
    `<path d="${rim}" stroke="${SEAT[owner].fill}" stroke-width="4.4"/>` +
    (owner === 'blue' ? `<path d="${rim}" stroke="#0b2d45" stroke-width="1.8" stroke-dasharray="5 4"/>` : '') +
    '</g>';
  const has = new Set(cells.map(([r, c]) => key(r, c)));
  for (const [r, c] of cells)
    if (
      [
        [0, 1],
        [1, 0],
        [1, 1],
      ].every(([a, b]) => has.has(key(r + a, c + b)))
    )
      over += skylight(c * U + U, r * U + U, glow);
  if (!small) for (const wall of walls(cells)) over += dormers(wall, lit.has(wallName(wall)), glow, any);
  return { roof, over, foot };
}

/** A glazed lantern on the flat of the roof, where four spaces meet. */
function skylight(x: number, y: number, glow: boolean): string {
  const [bright, deep] = glow ? ['#ffe7a6', '#f6c566'] : ['#33407a', '#26315f'];
  return (
    `<g transform="translate(${x} ${y})">` +
    `<rect x="-27" y="-19" width="56" height="42" fill="#060818" opacity=".4"/>` +
    `<rect x="-28" y="-21" width="56" height="42" rx="2" fill="#dfe6f2" stroke="#1a2042" stroke-width="1.6"/>` +
    `<path d="M-24-17H24L14 0H-14Z" fill="${bright}"/>` +
    `<path d="M-24 17H24L14 0H-14Z" fill="${deep}"/>` +
    `<path d="M-24-17-14 0l-10 17ZM24-17 14 0l10 17Z" fill="${deep}" opacity=".8"/>` +
    `<path d="M-14 0h28M-24-17-14 0l-10 17M24-17 14 0l10 17M-12-17l5 17-5 17M0-17V17M12-17 7 0l5 17"` +
    ` fill="none" stroke="#1a2042" stroke-width="1.3"/></g>`
  );
}

/** Seams run down the slope: one clipped set of lines per facing. */
function seams(cells: readonly Cell[], out: Record<Facing, string>, id: string): string {
  const rows = cells.map((p) => p[0] * U),
    columns = cells.map((p) => p[1] * U);
  const top = Math.min(...rows),
    left = Math.min(...columns),
    bottom = Math.max(...rows) + U,
    right = Math.max(...columns) + U;
  let down = '',
    across = '';
  for (let x = left + 5; x < right; x += 9) down += `M${x} ${top}V${bottom}`;
  for (let y = top + 5; y < bottom; y += 9) across += `M${left} ${y}H${right}`;
  return (
    `<clipPath id="${id}v"><path d="${out.n}${out.s}${out.deck}"/></clipPath>` +
    `<clipPath id="${id}h"><path d="${out.e}${out.w}"/></clipPath>` +
    `<path d="${down}" clip-path="url(#${id}v)"/><path d="${across}" clip-path="url(#${id}h)"/>`
  );
}

/** Two dormers per wall, seen from above: a small gable running back into the slope, its window at the eaves.
    Bright with a lamp in front, warm here and there if any lamp lights the building, else dark. */
function dormers(wall: Wall, lit: boolean, glow: boolean, any: () => number): string {
  return [-21, 21]
    .map((off) => {
      const warm = lit || (glow && any() < 0.4),
        pane = lit ? '#fff3c4' : warm ? '#f0b04e' : '#10152f';
      const [left, right] = lit ? ['#e9cf9f', '#c9a468'] : warm ? ['#8f93ae', '#6f7391'] : ['#76819f', '#59638a'];
      return (
        `<g transform="translate(${f1(wall.x)} ${f1(wall.y)}) rotate(${wall.angle}) translate(${off} 0)"` +
        ` stroke="#141936" stroke-width="1.1" stroke-linejoin="round">` +
        `<path d="M-8.5 11H0V28L-8.5 20Z" fill="${left}"/>` +
        `<path d="M8.5 11H0V28L8.5 20Z" fill="${right}"/>` +
        `<rect x="-8.5" y="8" width="17" height="5.6" rx="1" fill="${pane}" stroke-width="1.4"/>` +
        `<path d="M0 8v5.6"/></g>`
      );
    })
    .join('');
}

/** A chimney stack across the ridge: round pots for orange, square pots for blue. */
export function chimney(x: number, y: number, owner: Seat, turn = 0): string {
  const seat = SEAT[owner];
  const pot = (p: number): string =>
    owner === 'orange'
      ? `<circle cx="${p}" r="4.6" fill="#fff3da" stroke="#161a35" stroke-width="1.5"/>` +
        `<circle cx="${p}" r="2" fill="#161a35"/>`
      : `<rect x="${p - 4.2}" y="-4.2" width="8.4" height="8.4" fill="#f2fbff" stroke="#161a35"` +
        ` stroke-width="1.5"/><rect x="${p - 1.8}" y="-1.8" width="3.6" height="3.6" fill="#161a35"/>`;
  return (
    `<g class="chimney" transform="translate(${x} ${y}) rotate(${turn})">` +
    `<rect x="-17" y="-3.5" width="40" height="16" rx="2" fill="#0b0e22" opacity=".45"/>` +
    `<rect x="-20" y="-8.5" width="40" height="17" rx="2" fill="${seat.fill}" stroke="#161a35"` +
    ` stroke-width="1.8"/>` +
    `<path d="M-18.5-6.5h37" stroke="${seat.light}" stroke-width="1.6"/>${[-12, 0, 12].map(pot).join('')}</g>`
  );
}

/** Where plaque and chimney go: the plaque on the best connected space, the one chimney (L7) at an end of the ridge. */
export function furnish(cells: readonly Cell[]): { plaque: Cell; flue: { x: number; y: number; turn: number } } {
  const has = new Set(cells.map(([r, c]) => key(r, c)));
  const degree = ([r, c]: Cell): number => BESIDE.filter(([, a, b]) => has.has(key(r + a, c + b))).length;
  const mr = cells.reduce((t, p) => t + p[0], 0) / cells.length,
    mc = cells.reduce((t, p) => t + p[1], 0) / cells.length;
  const far = ([r, c]: Cell): number => Math.hypot(r - mr, c - mc);
  const [plaque] = [...cells].sort((a, b) => far(a) - far(b) || degree(b) - degree(a) || a[0] - b[0] || a[1] - b[1]);
  const [[r, c]] = [...cells].sort((a, b) => far(b) - far(a) || a[0] - b[0] || a[1] - b[1]);
  return {
    plaque,
    flue: { x: c * U + 50, y: r * U + 50, turn: has.has(key(r, c - 1)) || has.has(key(r, c + 1)) ? 90 : 0 },
  };
}

export function flue(cells: readonly Cell[], owner: Seat): string {
  const { x, y, turn } = furnish(cells).flue;
  return chimney(x, y, owner, turn);
}

/** An enamel house-number plaque: size × lamps; grey where no lamp lights the building. */
export function plaque(x: number, y: number, text: string, dark = false): string {
  const w = 15 + text.length * 10.5;
  return (
    `<g transform="translate(${x} ${y})"><g class="plaque-box">` +
    `<rect x="${-w / 2 + 1.5}" y="-13.5" width="${w}" height="32" rx="5" fill="#06081a" opacity=".5"/>` +
    `<rect x="${-w / 2}" y="-16" width="${w}" height="32" rx="5" fill="${dark ? '#3a3d52' : '#173a8c'}"/>` +
    `<rect x="${-w / 2 + 2.6}" y="-13.4" width="${w - 5.2}" height="26.8" rx="3" fill="none"` +
    ` stroke="${dark ? '#b9b9c6' : '#9fd9c0'}" stroke-width="1.6"/><text y="7.2" class="plaque">` +
    `${text}</text></g></g>`
  );
}

/** A building as a flat silhouette, for small sizes; hatched for blue, so that colour is not the only cue. */
export function sign(cells: readonly Cell[], tone: string): string {
  const has = new Set(cells.map(([r, c]) => key(r, c)));
  const joints = cells.map(
    ([r, c]) =>
      (has.has(key(r, c + 1)) ? `M${c * U + U} ${r * U + 14}v72` : '') +
      (has.has(key(r + 1, c)) ? `M${c * U + 14} ${r * U + U}h72` : ''),
  );
  return (
    `<path d="${outline(cells, 4, 6)}" fill="${tone}" fill-rule="evenodd"/>` +
    `<path d="${joints.join('')}" stroke="#0f1330" stroke-width="8"/>`
  );
}
