// Small marks as SVG strings: placed symbols, figures, coins, stars, medals, keys, prizes, the district locator.
import { f, type Point } from './geometry';
import type { Prize } from '../types';

/** The name of a drawing of symbols.svg in the page; other games have theirs. */
export const named = (name: string): string => `pa-${name}`;

/** The drawing of a landmark: those of our edition have one each, named by their value. */
export const landmarkName = (value: number): string => (value >= 9 && value <= 16 ? `l-${value}` : 'dome');

// A seat has a key shape besides its colour; the same sign is on its figure, on its disc and in tables.
const SHAPES = ['circle', 'square', 'triangle', 'diamond'];
/** The sign of a seat: p1 … p4. */
export const shapeOf = (seat: string): string => SHAPES[Number(seat.slice(1)) - 1];
/** The class that gives a seat's colour. */
export const seatClass = (seat: string): string => `p-s${seat.slice(1)}`;

export const put = ([x, y]: Point, inner: string): string => `<g transform="translate(${f(x)},${f(y)})">${inner}</g>`;

export function use(name: string, x: number, y: number, w: number, h = w, extra = ''): string {
  return (
    `<use href="#${named(name)}" x="${f(x - w / 2)}" y="${f(y - h / 2)}" width="${f(w)}"` +
    ` height="${f(h)}" ${extra}/>`
  );
}

export function text(x: number, y: number, size: number, words: string | number, kind = 'p-fig'): string {
  return `<text x="${f(x)}" y="${f(y)}" font-size="${f(size)}" text-anchor="middle" class="${kind}">${words}</text>`;
}

export const coin = (x: number, y: number, size: number, n: number | string): string =>
  use('coin', x, y, size) + text(x, y + size * 0.225, size * 0.64, n, 'p-fig p-onmetal');

export const star = (x: number, y: number, size: number, n: number | string): string =>
  use('star', x, y, size) + text(x, y + size * 0.23, size * (String(n).length > 1 ? 0.44 : 0.54), n, 'p-fig p-onmetal');

/** A token; prestige carries `worth`, the VP it brings in a section. */
export function token(good: string, x: number, y: number, size: number, worth?: number): string {
  const figure = worth ? text(x, y + size * 0.065, size * 0.45, worth, 'p-fig p-onmetal') : '';
  return use(`k-${good}`, x, y, size) + figure;
}

export function key(seat: string, [x, y]: Point, height = 46, turn = 0): string {
  const width = (height * 34) / 58;
  return (
    `<g class="p-key ${seatClass(seat)}" transform="translate(${f(x)},${f(y)}) rotate(${turn})">` +
    `${use(`key-${shapeOf(seat)}`, 0, 0, width, height)}</g>`
  );
}

export const figure = (seat: string, [x, y]: Point, height = 44): string =>
  `<g class="p-meeple ${seatClass(seat)}">${use(`meeple-${shapeOf(seat)}`, x, y, (height * 36) / 42, height)}</g>`;

export const mark = (seat: string, [x, y]: Point, size = 27): string =>
  `<g class="p-disc ${seatClass(seat)}">${use(`mark-${shapeOf(seat)}`, x, y, size)}</g>`;

/** A VP tile: first, second and third place in falling size. */
export function prize(places: Prize, scale = 1): string {
  return (
    `<g transform="scale(${scale})"><path d="M-36-18c12 0 15-4 36-4s24 4 36 4v26c-14 0-17 4-36 14-19-10-22-14-36-14z" class="p-prizerim"/>` +
    `<path d="M-32-14.5c10-.5 14-3.5 32-3.5s22 3 32 3.5v19.5c-12 .5-16 4-32 12-16-8-20-11.500-32-12z" class="p-prize"/>` +
    text(-16.5, 6.5, 24, places[0], 'p-fig p-first') +
    text(8, 6.5, 19, places[1], 'p-fig p-second') +
    text(24.5, 6.5, 16, places[2], 'p-fig p-second') +
    '</g>'
  );
}

/** A locator for a district: six slices, one of them highlighted. */
export function locator(district: number, r: number): string {
  const inner = f(r * 0.34);
  const at = (radius: number, angle: number): string =>
    `${f(radius * Math.sin((angle * Math.PI) / 180))} ${f(-radius * Math.cos((angle * Math.PI) / 180))}`;
  return Array.from({ length: 6 }, (_slice, i) => {
    const [a0, a1] = [i * 60 - 30, i * 60 + 30];
    return (
      `<path d="M${at(inner, a0)}L${at(r, a0)}A${r} ${r} 0 0 1 ${at(r, a1)}` +
      `L${at(inner, a1)}A${inner} ${inner} 0 0 0 ${at(inner, a0)}Z" class="p-slice${i === district ? ' p-on' : ''}"/>`
    );
  }).join('');
}

/** A count on a small disc: how many are left. */
export const count = (x: number, y: number, r: number, n: number): string =>
  `<circle cx="${f(x)}" cy="${f(y)}" r="${r}" class="p-count"/>${text(x, y + r * 0.46, r * 1.32, n, 'p-fig p-countn')}`;
