// What moved between two positions, for the animation: keys from place to place, a building from its stack.
import type { Position } from '../types';
import type { Point } from './geometry';
import type { Spot, Stander } from './spots';

/** Maps what appeared to its origin, as an offset from where it is now. */
export type Moves = Map<string, Point>;

const id = (one: Stander): string => `${one.place} ${one.seat}`;

/** Keys on places where their seat had none. They come from a place the seat left, or fade in from its supply. */
export function movedKeys(before: readonly Stander[], after: readonly Stander[]): Moves {
  const old = new Set(before.map(id));
  const now = new Set(after.map(id));
  const left = before.filter((one) => !now.has(id(one)));
  const found: Moves = new Map();
  for (const one of after) {
    if (old.has(id(one))) continue;
    const from = left.find((other) => other.seat === one.seat);
    found.set(id(one), from ? [from.at[0] - one.at[0], from.at[1] - one.at[1]] : [0, -34]);
  }
  return found;
}

/** Buildings that were drawn: from the stack that became smaller. */
export function drawnBuildings(before: Position, after: Position, spots: readonly Spot[]): Moves {
  const stack = after.stacks.findIndex((one, n) => one.left < (before.stacks[n]?.left ?? 0));
  const found: Moves = new Map();
  if (stack < 0) return found;
  const from = spots.find((spot) => spot.id === `stack:${stack + 1}`)?.at ?? [90, 90];
  for (const [district, part] of Object.entries(after.districts))
    for (const [value, space] of Object.entries(part.buildings)) {
      if (!space.type || before.districts[district]?.buildings[value]?.type) continue;
      const spot = spots.find((one) => one.id === `${district}:${value}`)!;
      found.set(spot.id, [from[0] - spot.at[0], from[1] - spot.at[1]]);
    }
  return found;
}
