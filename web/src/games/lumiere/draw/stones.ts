// Paving: one pattern per colour, so that colour is never the only cue. Fans, courses, diamonds, rings.
import { chance, f1, key, U, type Cell } from './geometry';
import type { Paving, Seat } from '../types';

export const SEAT: Record<Seat, { fill: string; light: string }> = {
  orange: { fill: '#E69F00', light: '#ffc65c' },
  blue: { fill: '#56B4E9', light: '#a6dcf9' },
};

type Put = (path: string) => void;
type Pattern = (r: number, c: number, put: Put, any: () => number) => void;

function sector(cx: number, cy: number, r0: number, r1: number, a0: number, a1: number): string {
  const p = (r: number, a: number): string => `${f1(cx + r * Math.cos(a))} ${f1(cy + r * Math.sin(a))}`;
  return `M${p(r0, a0)}A${f1(r0)} ${f1(r0)} 0 0 1 ${p(r0, a1)}L${p(r1, a1)}A${f1(r1)} ${f1(r1)} 0 0 0 ${p(r1, a0)}Z`;
}

/** Two neighbouring spaces make half a fan each, so whole fans run along the street. */
const fans: Pattern = (r, c, put) => {
  const left = (r + c) % 2,
    cx = left ? 0 : 100,
    from = left ? -Math.PI / 2 : -Math.PI;
  for (let r0 = 3; r0 < 142; r0 += 15.2) {
    const r1 = r0 + 13,
      mid = (r0 + r1) / 2,
      gap = 1.1 / mid;
    const n = Math.max(2, Math.round((mid * Math.PI) / 2 / 17)),
      step = Math.PI / 2 / n;
    for (let i = 0; i < n; i++) {
      const a = from + i * step,
        x = cx + mid * Math.cos(a + step / 2),
        y = 100 + mid * Math.sin(a + step / 2);
      if (x > -9 && x < 109 && y > -9) put(sector(cx, 100, r0, r1, a + gap, a + step - gap));
    }
  }
};

/** Straight courses, every second one shifted by half a stone. */
const courses: Pattern = (_r, _c, put, any) => {
  const h = 100 / 6;
  for (let k = 0; k < 6; k++)
    for (let x = k % 2 ? -13 : 0; x < 100;) {
      const w = 25 + (any() - 0.5) * 5;
      put(`M${f1(x + 1.2)} ${f1(k * h + 1.2)}h${f1(w - 2.2)}v${f1(h - 2.2)}h${f1(-w + 2.2)}Z`);
      x += w;
    }
};

/** Setts on the diagonal with a light joint, so that the dark purple stays visible at night. */
const diamonds: Pattern = (_r, _c, put) => {
  for (let i = 0; i <= 8; i++)
    for (let j = 0; j <= 8; j++)
      if ((i + j) % 2 === 0) put(`M${i * 12.5} ${f1(j * 12.5 - 10.9)}l10.9 10.9l-10.9 10.9l-10.9-10.9Z`);
};

/** Rings round the post. */
const rings: Pattern = (_r, _c, put) => {
  for (let r0 = 25; r0 < 75; r0 += 14) {
    const r1 = r0 + 12,
      mid = (r0 + r1) / 2,
      gap = 1.1 / mid;
    const n = Math.round((mid * 2 * Math.PI) / 16),
      step = (2 * Math.PI) / n;
    for (let i = 0; i < n; i++) put(sector(50, 50, r0, r1, i * step + gap + r0, (i + 1) * step - gap + r0));
  }
};

const STONE: Record<Paving, { pattern: Pattern; joint: string; tones: string[] }> = {
  orange: { pattern: fans, joint: '#43240a', tones: ['#cc7f06', '#e69500', '#f6ab22'] },
  blue: { pattern: courses, joint: '#0e3550', tones: ['#2f7fb0', '#4aa2d6', '#6bbfee'] },
  mixed: { pattern: diamonds, joint: '#b9a0e6', tones: ['#2a1440', '#3a1d5a', '#46286a'] },
  lamp: { pattern: rings, joint: '#3a3648', tones: ['#7d7784', '#8f8789', '#a39a94'] },
};

const laid = new Map<string, string>();

/** One paved space, at its place. It has many stones, so each is drawn once. */
export function paving(colour: Paving, cell: Cell): string {
  const name = `${colour} ${cell.join()}`;
  let drawn = laid.get(name);
  if (!drawn) laid.set(name, (drawn = pave(colour, cell)));
  return drawn;
}

function pave(colour: Paving, [r, c]: Cell): string {
  const any = chance(key(r, c) + 7),
    stone = STONE[colour],
    paths = ['', '', ''],
    shared = colour === 'mixed';
  stone.pattern(r, c, (d) => (paths[Math.floor(any() * 3)] += d), any);
  const relief = shared ? '' : `<path d="${paths.join('')}" opacity=".34" transform="translate(1.1 1.5)"/>`;
  const stones = paths.map((d, i) => {
    const tone = stone.tones[i];
    return (
      `<path d="${d}" fill="${tone}" stroke="${tone}" stroke-width="${shared ? 0.6 : 1.6}"` +
      ` stroke-linejoin="round"/>`
    );
  });
  return (
    `<svg x="${c * U}" y="${r * U}" width="100" height="100" viewBox="0 0 100 100">` +
    `<rect width="100" height="100" fill="${stone.joint}"/>${relief}${stones.join('')}</svg>`
  );
}

/** The mark of shared paving, half and half, drawn above the darkness layer. */
export const lozenge = ([r, c]: Cell): string =>
  `<g transform="translate(${c * U + 50} ${r * U + 50})">` +
  `<path d="M0-15 15 0 0 15-15 0Z" fill="#1c0d2c" stroke="#cdb8f2" stroke-width="1.6"/>` +
  `<path d="M-1-10V10L-11 0Z" fill="${SEAT.orange.fill}"/>` +
  `<path d="M1-10V10L11 0Z" fill="${SEAT.blue.fill}"/></g>`;

/** A square still without a tile: raked sand between string lines, a peg in the middle. */
export function bare(cells: readonly Cell[]): string {
  const x = cells[0][1] * U,
    y = cells[0][0] * U;
  let rake = '';
  for (let i = 12; i < 400; i += 12)
    rake += `M${Math.max(0, i - 200)} ${Math.min(200, i)}L${Math.min(200, i)} ${Math.max(0, i - 200)}`;
  return (
    `<g transform="translate(${x} ${y})"><rect width="200" height="200" fill="#34376c"/>` +
    `<path d="${rake}" stroke="#474b8c" stroke-width="1.6"/>` +
    `<rect x="9" y="9" width="182" height="182" rx="3" fill="none" stroke="#b7afdf" stroke-width="1.8"` +
    ` stroke-dasharray="2 7" stroke-linecap="round"/>` +
    `<path d="M100 78 106 94 122 100 106 106 100 122 94 106 78 100 94 94Z" fill="#8f8ac9" opacity=".55"/></g>`
  );
}

/** A seat's token: its own cobbles in a ring. A spent one is only the ring. */
export function token(owner: Seat, spent = false): string {
  const seat = SEAT[owner];
  if (spent)
    return `<circle r="40" fill="none" stroke="${seat.fill}" stroke-width="8" stroke-dasharray="10 9" opacity=".7"/>`;
  return (
    `<circle r="48" fill="${seat.fill}" stroke="#14172f" stroke-width="3"/><g clip-path="url(#token)">` +
    `<g transform="translate(-50 -50)">${paving(owner, [0, 0])}</g></g>` +
    `<circle r="38" fill="none" stroke="#14172f" stroke-width="4"/>`
  );
}
