// Geometry of the round board. Units: a square of 1000, centre at 500, 500; angles in degrees, clockwise from north.

export type Point = [number, number];
/** A ring sector: radii from and to, angles from and to. */
export type Sector = [number, number, number, number];

export const CENTRE = 500;
/** Where the rings lie, from the Arc outwards. */
export const R = {
  plaza: 100,
  bank: 104,
  bankAt: 138,
  low: 167,
  high: 242,
  sky: 316,
  skyAt: 354,
  band: 391,
  bonus: 410,
  bonusAt: 440,
  bonusEnd: 470,
  points: 472,
  pointsAt: 483,
  pointsEnd: 494,
  rim: 499,
  reach: 505,
} as const;
export const WEDGE = 60;
export const SPACES = 30;
export const POINTS = 120;
const CELL = 19.4;
const BONUS = 360 / SPACES;
const POINT = 360 / POINTS;
/** Both tracks begin at the western corner of the northern district. */
const START = -WEDGE / 2;

const radians = (angle: number): number => (angle * Math.PI) / 180;
/** Converts a length along an arc of radius r to degrees. */
const degrees = (r: number, units: number): number => ((units / r) * 180) / Math.PI;

/** A number as drawings write it: two decimals, no trailing zeros. */
export const f = (n: number): number => Number(n.toFixed(2));

export function polar(r: number, angle: number): Point {
  const a = radians(angle);
  return [CENTRE + r * Math.sin(a), CENTRE - r * Math.cos(a)];
}

const at = (r: number, angle: number): string => polar(r, angle).map(f).join(' ');

/** A sector as a path: its sides inset by a constant `gap`, its corners rounded by `round` with one quadratic each. */
export function sector([r0, r1, a0, a1]: Sector, gap = 0, round = 0): string {
  const low = r0 + gap;
  const high = r1 - gap;
  const big = a1 - a0 > 180 ? 1 : 0;
  const first = (r: number): number => a0 + degrees(r, gap);
  const last = (r: number): number => a1 - degrees(r, gap);
  const arc = (r: number, sweep: 0 | 1, to: string): string => `A${r} ${r} 0 ${big} ${sweep} ${to}`;
  if (!round) {
    const inner = `M${at(low, first(low))}${arc(low, 1, at(low, last(low)))}`;
    return `${inner}L${at(high, last(high))}${arc(high, 0, at(high, first(high)))}Z`;
  }
  const q = round;
  return (
    `M${at(low, first(low) + degrees(low, q))}${arc(low, 1, at(low, last(low) - degrees(low, q)))}` +
    `Q${at(low, last(low))} ${at(low + q, last(low + q))}L${at(high - q, last(high - q))}` +
    `Q${at(high, last(high))} ${at(high, last(high) - degrees(high, q))}` +
    `${arc(high, 0, at(high, first(high) + degrees(high, q)))}` +
    `Q${at(high, first(high))} ${at(high - q, first(high - q))}L${at(low + q, first(low + q))}` +
    `Q${at(low, first(low))} ${at(low, first(low) + degrees(low, q))}Z`
  );
}

/** An arc as a path; from the larger angle to the smaller it runs against the clock. */
export function arc(r: number, a0: number, a1: number): string {
  return `M${at(r, a0)}A${r} ${r} 0 ${Math.abs(a1 - a0) > 180 ? 1 : 0} ${a1 > a0 ? 1 : 0} ${at(r, a1)}`;
}

export const wedge = (district: number): number => WEDGE * district;
/** Values run from top to bottom and left to right: with the clock in the east, against it in the west. */
export const way = (district: number): 1 | -1 => (district < 3 ? 1 : -1);
export const wedgeSector = (district: number, r0: number, r1: number): Sector => [
  r0,
  r1,
  wedge(district) - WEDGE / 2,
  wedge(district) + WEDGE / 2,
];

/** The space of the k-th building value: the three low ones nearer to the Arc, the three high ones outside. */
export function cell(district: number, k: number): Sector {
  const middle = wedge(district) + way(district) * ((k % 3) - 1) * CELL;
  const [r0, r1] = k < 3 ? [R.low, R.high] : [R.high, R.sky];
  return [r0, r1, middle - CELL / 2, middle + CELL / 2];
}

/** The n-th of `count` things in a district's sky. Up to three have fixed places, the first in the middle. */
export function inSky(district: number, n: number, count: number): Point {
  const aside = count > 3 ? (n - (count - 1) / 2) * (count > 4 ? 11.4 : 14.5) : [0, -1, 1][n] * 19.5;
  return polar(R.skyAt, wedge(district) + way(district) * aside);
}

/** A space of the bonus track, counted from 1. */
export function bonusSector(space: number): Sector {
  const a = START + BONUS * (space - 1);
  return [R.bonus, R.bonusEnd, a, a + BONUS];
}

/** Where `vp` points are counted: the middle of the space; after a whole round the track begins again. */
export const pointAngle = (vp: number): number => START + POINT * (vp % POINTS) + POINT / 2;
export const pointSector = (vp: number): Sector => [
  R.points,
  R.pointsEnd,
  START + POINT * vp,
  START + POINT * (vp + 1),
];

export const middle = ([r0, r1, a0, a1]: Sector): Point => polar((r0 + r1) / 2, (a0 + a1) / 2);

/** The corner of a sector, inset, that lies farthest in a direction of the screen. */
export function corner([r0, r1, a0, a1]: Sector, inset: number, dx: number, dy: number): Point {
  const corners: Point[] = [];
  for (const r of [r0 + inset, r1 - inset]) {
    corners.push(polar(r, a0 + degrees(r, inset)), polar(r, a1 - degrees(r, inset)));
  }
  return corners.reduce((best, p) => (p[0] * dx + p[1] * dy > best[0] * dx + best[1] * dy ? p : best));
}

/** How far below the middle of a cell a tag of some width sits: as low as it can without leaving the cell. */
export function tagDrop([r0, r1, a0, a1]: Sector, width: number): number {
  const turn = radians((a0 + a1) / 2);
  const halfRadial = (r1 - r0) / 2 - 2;
  const halfAcross = (((r0 + r1) / 2) * radians(a1 - a0)) / 2 - 2;
  let best = Infinity;
  let drop = 12;
  for (let y = 8; y <= 24; y += 0.5) {
    let out = 0;
    for (const x of [-width / 2 + 5, width / 2 - 5])
      for (const edge of [y - 9, y + 9]) {
        const radial = x * Math.sin(turn) - edge * Math.cos(turn);
        const across = x * Math.cos(turn) + edge * Math.sin(turn);
        out = Math.max(out, Math.abs(radial) - halfRadial, Math.abs(across) - halfAcross);
      }
    const worse = Math.max(0, out) + Math.abs(y - 18) * 0.9;
    if (worse < best) [best, drop] = [worse, y];
  }
  return drop;
}

/** The nearest of several points in a direction of the screen, for arrow keys. */
export function towards<T extends { at: Point }>(from: Point, all: readonly T[], dx: number, dy: number): T | null {
  let found: T | null = null;
  let best = Infinity;
  for (const one of all) {
    const x = one.at[0] - from[0];
    const y = one.at[1] - from[1];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (along < 4 || aside > along * 2.2) continue;
    const far = along + aside * 1.6;
    if (far < best) [best, found] = [far, one];
  }
  return found;
}

export type Way = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';
const WAYS: Record<Way, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The target of each arrow key at every point. A point that no arrow reaches is linked from its nearest neighbour. */
export function walks<T extends { id: string; at: Point }>(
  all: readonly T[],
): Map<string, Partial<Record<Way, string>>> {
  const found = new Map<string, Partial<Record<Way, string>>>();
  for (const one of all) {
    const others = all.filter((other) => other !== one);
    const ways: Partial<Record<Way, string>> = {};
    for (const [way, [dx, dy]] of Object.entries(WAYS) as [Way, Point][]) {
      const there = towards(one.at, others, dx, dy);
      if (there) ways[way] = there.id;
    }
    found.set(one.id, ways);
  }
  const store = new Set([...found.values()].flatMap((ways) => Object.values(ways)));
  for (const lost of all.filter((one) => !store.has(one.id))) {
    const far = (one: T): number => Math.hypot(one.at[0] - lost.at[0], one.at[1] - lost.at[1]);
    const near = all.filter((one) => one !== lost).reduce((best, one) => (far(one) < far(best) ? one : best));
    const [x, y] = [lost.at[0] - near.at[0], lost.at[1] - near.at[1]];
    const way: Way = Math.abs(x) > Math.abs(y) ? (x < 0 ? 'ArrowLeft' : 'ArrowRight') : y < 0 ? 'ArrowUp' : 'ArrowDown';
    found.set(lost.id, { ...found.get(lost.id), [way]: found.get(near.id)![way] });
    found.get(near.id)![way] = lost.id;
  }
  return found;
}
