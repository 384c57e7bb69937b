// The pill on a destination: the price on the dark side, the gain on the light side.
import type { Edition } from '../edition';
import type { Goal, Goods } from '../types';
import { f, type Point } from './geometry';
import { coin, star, text, token, use } from './marks';

const HEIGHT = 25;
const UNIT = 16;
const GAIN = 17.5;
const PRICED = 22;

/** One gift of an arrival, as a picture of a given size. */
export type Gain = (x: number, y: number, size: number) => string;

/** What an arrival gives, as pictures. */
export function gains(goal: Pick<Goal, 'token' | 'track' | 'vp'>, edition: Edition): { wide: boolean; draw: Gain }[] {
  const found: { wide: boolean; draw: Gain }[] = [];
  const { token: good, track, vp } = goal;
  if (good) found.push({ wide: false, draw: (x, y, s) => token(good, x, y, s * 1.08, edition.section_vp[good]) });
  if (track !== null) found.push({ wide: track > 0, draw: (x, y, s) => walk(x, y, s, track) });
  if (vp) found.push({ wide: false, draw: (x, y, s) => star(x, y, s * 1.15, vp) });
  return found;
}

/** The bonus move: the stroller, with the coin it costs. */
export const walk: (x: number, y: number, size: number, francs: number) => string = (x, y, s, francs) =>
  use('meeplei', x, y, s * 0.86, s * 1.05, 'class="p-walker"') +
  (francs ? coin(x + s * 0.42, y + s * 0.32, s * 0.66, francs) : '');

const units = (goods: Goods): string[] =>
  Object.entries(goods).flatMap(([good, n]) => Array.from({ length: n ?? 0 }, () => good));
const payWidth = (francs: number, goods: Goods): number => 29 + (francs > 9 ? 8 : 0) + units(goods).length * UNIT;
const gainWidth = (found: { wide: boolean }[]): number =>
  found.length ? 4 + found.reduce((sum, one) => sum + (one.wide ? PRICED : GAIN), 0) : 0;

export const tagWidth = (goal: Pick<Goal, 'francs' | 'units' | 'token' | 'track' | 'vp'>, edition: Edition): number =>
  payWidth(goal.francs, goal.units) + gainWidth(gains(goal, edition));

/** Price and gain of a move. `faint`: it cannot be paid now. */
export function tag(
  [x, y]: Point,
  goal: Pick<Goal, 'francs' | 'units' | 'token' | 'track' | 'vp'>,
  edition: Edition,
  faint = false,
): string {
  const gained = faint ? [] : gains(goal, edition);
  const left = payWidth(goal.francs, goal.units);
  const width = left + gainWidth(gained);
  const x0 = -width / 2;
  const r = HEIGHT / 2;
  const pill =
    `<rect x="${f(x0)}" y="${-r}" width="${f(width)}" height="${HEIGHT}" rx="${r}"` +
    ` class="${gained.length ? 'p-tag' : 'p-tagpay'}"/>`;
  const dark = gained.length
    ? `<path d="M${f(x0 + left)} ${-r}v${HEIGHT}H${f(x0 + r)}a${r} ${r} 0 0 1 0 ${-HEIGHT}z" class="p-tagpay"/>`
    : '';
  const long = goal.francs > 9;
  let at = x0 + (long ? 15 : 11);
  let inner =
    text(at, 5.6, 17, goal.francs, 'p-fig p-tagn') + text(at + (long ? 13 : 9.5), 5.3, 12, 'F', 'p-ui p-tagn');
  at += long ? 18 : 15;
  for (const good of units(goal.units)) {
    inner += use(`k-${good}`, at + 8, 0, 17);
    at += UNIT;
  }
  at = x0 + left + 1;
  for (const one of gained) {
    inner += one.draw(at + 9, 0, 16.5);
    at += one.wide ? PRICED : GAIN;
  }
  return (
    `<g class="p-tagged${faint ? ' p-faint' : ''}" transform="translate(${f(x)},${f(y)})">${pill}${dark}` +
    `${inner}</g>`
  );
}

/** A pill with text only: what a bank pays, how many landmarks may come. */
export function label([x, y]: Point, words: string, unit = ''): string {
  const width = 22 + words.length * 9 + (unit ? 10 : 0);
  return (
    `<g class="p-tagged" transform="translate(${f(x)},${f(y)})">` +
    `<rect x="${f(-width / 2)}" y="-12" width="${f(width)}" height="24" rx="12" class="p-tagpay"/>` +
    text(unit ? -5 : 0, 5.6, 17, words, 'p-fig p-tagn') +
    (unit ? text(width / 2 - 12, 5.3, 12, unit, 'p-ui p-tagn') : '') +
    '</g>'
  );
}
