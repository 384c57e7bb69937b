// What a chosen key's moves would cost, give and change, for the eye only: what may be done is the server's list alone.
import type { Preview } from '../face';
import { landmarkOf, placeOf, type Edition } from './edition';
import type { Goal, Good, Goods, Position, Standing } from './types';

/** A destination that the key could reach if it were paid for, and what is missing for it. */
export interface Missing {
  to: string;
  francs: number;
  units: Goods;
  lacksFrancs: number;
  lacks: Goods;
}

/** A way to raise what is missing, by a legal step: francs it brings, or a unit. */
export interface Raise {
  step: string;
  francs: number;
  good: Good | null;
}

export const goalOf = (position: Position, from: string, to: string): Goal | undefined =>
  position.moves.find((key) => key.from === from)?.goals.find((goal) => goal.to === to);

/** The price of entering a property from another place (P42), as the board prints it. */
function price(from: string, to: string, edition: Edition): { francs: number; units: Goods } {
  const goal = placeOf(to);
  const units: Goods = {};
  if (goal.landmark) {
    const mark = landmarkOf(edition, goal.value);
    if (mark.marble) units.marble = mark.marble;
    if (mark.gold) units.gold = mark.gold;
  } else if (goal.value === edition.buildings.values.at(-1) && edition.buildings.wood_for_8) {
    units.wood = edition.buildings.wood_for_8;
  }
  return { francs: goal.value - placeOf(from).value, units };
}

/** Free properties above a key that the server does not offer because they cannot be paid yet (P40-P42); landmarks on
    display as `card:12`, where they may be added at all (P41). */
export function outOfReach(position: Position, seat: string, from: string, edition: Edition): Missing[] {
  const start = placeOf(from);
  const offered = new Set(position.moves.find((key) => key.from === from)?.goals.map((goal) => goal.to));
  const found: Missing[] = [];
  const lacking = (spot: string, to: string): void => {
    const due = price(from, to, edition);
    const lacks = shortOf(position, seat, due);
    if (lacks) found.push({ to: spot, ...due, ...lacks });
  };
  const districts = Object.entries(position.districts).filter(([district]) => !start.district || start.district === district);
  for (const [district, part] of districts) {
    const free = [
      ...Object.entries(part.buildings).filter(([, space]) => space.type && !space.keys.length),
      ...Object.entries(part.landmarks).filter(([, mark]) => !mark.keys.length),
    ].map(([place]) => `${district}:${place}`);
    for (const to of free) if (!offered.has(to) && placeOf(to).value > start.value) lacking(to, to);
  }
  for (const value of position.display) {
    const open = districts.find(([, part]) => Object.keys(part.landmarks).every((name) => Number(name.slice(1)) < value));
    const payable = [...offered].some((to) => to.endsWith(`:L${value}`));
    if (open && !payable && value > start.value) lacking(`card:${value}`, `${open[0]}:L${value}`);
  }
  return found;
}

/** What a seat lacks for a price in francs and tokens; null: its purse is hidden. */
function shortOf(position: Position, seat: string, due: { francs: number; units: Goods }): Pick<Missing, 'lacksFrancs' | 'lacks'> | null {
  const { francs, tokens } = position.seats[seat];
  if (francs === null || !tokens) return null;
  const lacks: Goods = {};
  for (const [good, n] of Object.entries(due.units) as [Good, number][]) if (n > tokens[good]) lacks[good] = n - tokens[good];
  return { lacksFrancs: Math.max(0, due.francs - francs), lacks };
}

/** The legal steps that would bring what is missing. */
export function raises(legal: readonly string[], missing: Missing, position: Position, edition: Edition): Raise[] {
  const found: Raise[] = [];
  for (const step of legal) {
    const [kind, what] = step.split(' ');
    if (kind === 'buy' && missing.lacks[what as Good]) found.push({ step, francs: -edition.tokens.buy[what], good: what as Good });
    if (!missing.lacksFrancs) continue;
    if (kind === 'sell') found.push({ step, francs: edition.tokens.sell[what], good: null });
    if (kind === 'use') {
      const francs = what === 'end:francs' ? edition.tokens.sell.gold_prestige : (position.bonus[what]?.francs ?? 0);
      if (francs > 0) found.push({ step, francs, good: null });
    }
  }
  return found;
}

/** How a seat would stand in a district after a move there (P74): its sum before and after, and its place. */
export function standingAfter(rows: readonly Standing[], seat: string, from: string, to: string): { before: number; after: number; place: number } {
  const mine = rows.find((row) => row.seat === seat)!;
  const start = placeOf(from);
  const left = from.startsWith('bank:') || from === 'arc' ? 0 : start.value;
  const after = mine.sum - left + placeOf(to).value;
  const highest = Math.max(mine.highest, placeOf(to).value);
  const better = rows.filter((row) => row.seat !== seat && (row.sum > after || (row.sum === after && row.highest > highest)));
  return { before: mine.sum, after, place: 1 + better.length };
}

/** What a step would change in each seat's district points, from the server's preview. */
export function districtChange(preview: Preview | null): Record<string, Record<string, number>> {
  const found: Record<string, Record<string, number>> = {};
  for (const [seat, change] of Object.entries(preview?.change ?? {})) {
    if (change.won && typeof change.won === 'object') found[seat] = change.won;
  }
  return found;
}
