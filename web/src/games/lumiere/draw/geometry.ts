// Spaces and outlines: outlines of any set of spaces, in units of 100 per space. No rules here.

/** A space as [row, column], both from 0. */
export type Cell = readonly [number, number];
export type Wall = { r: number; c: number; side: Compass; dy: number; dx: number; angle: number; x: number; y: number };
export type Compass = 'n' | 'e' | 's' | 'w';

export const U = 100;
export const SIDE = 8;
export const BESIDE: readonly (readonly [Compass, number, number, number])[] = [
  ['n', -1, 0, 0],
  ['e', 0, 1, 90],
  ['s', 1, 0, 180],
  ['w', 0, -1, 270],
];

export const key = (r: number, c: number): number => r * 16 + c;
export const same = (a: Cell, b: Cell): boolean => a[0] === b[0] && a[1] === b[1];
/** "d4" for [3, 3]. */
export const nameOf = ([r, c]: Cell): string => 'abcdefgh'[c] + (r + 1);
export const cellOf = (name: string): Cell => [+name[1] - 1, name.charCodeAt(0) - 97];
export const cellsOf = (names: readonly string[]): Cell[] => names.map(cellOf);
/** The four spaces of a square such as "B3", in reading order. */
export const inSquare = (square: string): Cell[] => {
  const r = (+square[1] - 1) * 2,
    c = (square.charCodeAt(0) - 65) * 2;
  return [
    [r, c],
    [r, c + 1],
    [r + 1, c],
    [r + 1, c + 1],
  ];
};
export const squareOf = ([r, c]: Cell): string => 'ABCD'[c >> 1] + ((r >> 1) + 1);

/** A number in a path, as short as possible. */
export const f1 = (n: number): number => +n.toFixed(1);
const reading = (a: Cell, b: Cell): number => a[0] - b[0] || a[1] - b[1];

/** A shape drawn in rows of '#' and '.', as in the edition. */
export const shapeOf = (rows: readonly string[]): Cell[] =>
  rows.flatMap((row, r) => [...row].flatMap((mark, c): Cell[] => (mark === '#' ? [[r, c]] : [])));

/** The same shape, moved to the top left, in reading order. */
export function settled(cells: readonly Cell[]): Cell[] {
  const r0 = Math.min(...cells.map((p) => p[0])),
    c0 = Math.min(...cells.map((p) => p[1]));
  return cells.map(([r, c]): Cell => [r - r0, c - c0]).sort(reading);
}

/** Turned clockwise by quarters. */
export function turned(cells: readonly Cell[], quarters: number): Cell[] {
  let now: readonly Cell[] = cells;
  for (let i = 0; i < quarters % 4; i++) now = now.map(([r, c]): Cell => [c, -r]);
  return settled(now);
}

export const extent = (cells: readonly Cell[]): [number, number] => [
  Math.max(...cells.map((p) => p[0])) + 1,
  Math.max(...cells.map((p) => p[1])) + 1,
];

/** The middle of the cells, [x, y]. */
export const middle = (cells: readonly Cell[]): [number, number] => [
  (cells.reduce((t, p) => t + p[1], 0) / cells.length) * U + 50,
  (cells.reduce((t, p) => t + p[0], 0) / cells.length) * U + 50,
];

/** A small seeded generator: the same space always gets the same stones, so nothing flickers between drawings. */
export function chance(seed: number): () => number {
  let t = (seed * 2654435761) >>> 0;
  return () => {
    t = (t + 0x6d2b79f5) >>> 0;
    let x = Math.imul(t ^ (t >>> 15), 1 | t);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

type Edge = [number, number, number, number];

/** The boundary of the cells as closed loops of points, moved inwards by `inset`. Holes are handled. */
export function loops(cells: readonly Cell[], inset: number): [number, number][][] {
  const has = new Set(cells.map(([r, c]) => key(r, c)));
  const edges = new Map<string, Edge[]>(); // start point -> directed edges, the inside on the right
  const add = (...edge: Edge): void => {
    const from = `${edge[0]},${edge[1]}`;
    const list = edges.get(from);
    if (list) list.push(edge);
    else edges.set(from, [edge]);
  };
  for (const [r, c] of cells) {
    if (!has.has(key(r - 1, c))) add(c, r, c + 1, r);
    if (!has.has(key(r, c + 1))) add(c + 1, r, c + 1, r + 1);
    if (!has.has(key(r + 1, c))) add(c + 1, r + 1, c, r + 1);
    if (!has.has(key(r, c - 1))) add(c, r + 1, c, r);
  }
  const result: [number, number][][] = [];
  for (let first = edges.values().next().value?.[0]; first; first = edges.values().next().value?.[0]) {
    const ring: Edge[] = [];
    for (let edge: Edge | undefined = first; edge;) {
      ring.push(edge);
      const from = `${edge[0]},${edge[1]}`,
        list: Edge[] = edges.get(from)!;
      list.splice(list.indexOf(edge), 1);
      if (!list.length) edges.delete(from);
      const next: Edge[] = edges.get(`${edge[2]},${edge[3]}`) ?? [];
      const dx: number = edge[2] - edge[0],
        dy: number = edge[3] - edge[1];
      // where two corners touch keep right, so that every loop stays simple
      edge =
        next.length < 2 ? next[0] : (next.find((e): boolean => e[2] - e[0] === -dy && e[3] - e[1] === dx) ?? next[0]);
    }
    const points: [number, number][] = [];
    ring.forEach((e, i) => {
      const p = ring[(i + ring.length - 1) % ring.length];
      const ax = p[2] - p[0],
        ay = p[3] - p[1],
        bx = e[2] - e[0],
        by = e[3] - e[1];
      if (ax !== bx || ay !== by) points.push([e[0] * U + inset * (-ay - by), e[1] * U + inset * (ax + bx)]);
    });
    result.push(points);
  }
  return result;
}

/** The loops as a path, corners cut round by `radius`. */
export function outline(cells: readonly Cell[], inset: number, radius = 0): string {
  return loops(cells, inset)
    .map((points) => {
      if (!radius) return 'M' + points.map((p) => p.map(f1).join(' ')).join('L') + 'Z';
      const corners = points.map((p, i) => {
        const towards = (q: [number, number]): string => {
          const far = Math.hypot(q[0] - p[0], q[1] - p[1]);
          return `${f1(p[0] + ((q[0] - p[0]) / far) * radius)} ${f1(p[1] + ((q[1] - p[1]) / far) * radius)}`;
        };
        const before = points[(i + points.length - 1) % points.length],
          after = points[(i + 1) % points.length];
        return `${i ? 'L' : 'M'}${towards(before)}Q${f1(p[0])} ${f1(p[1])} ${towards(after)}`;
      });
      return corners.join('') + 'Z';
    })
    .join('');
}

/** Outer walls, one per side of a space. */
export function walls(cells: readonly Cell[]): Wall[] {
  const has = new Set(cells.map(([r, c]) => key(r, c)));
  return cells.flatMap(([r, c]) =>
    BESIDE.filter(([, dy, dx]) => !has.has(key(r + dy, c + dx))).map(([side, dy, dx, angle]) => ({
      r,
      c,
      side,
      dy,
      dx,
      angle,
      x: c * U + 50 + dx * 50,
      y: r * U + 50 + dy * 50,
    })),
  );
}

export const wallName = (w: { r: number; c: number; side: Compass }): string => `${w.r},${w.c},${w.side}`;
