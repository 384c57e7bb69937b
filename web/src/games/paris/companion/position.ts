// A position set up by hand, as the server takes it, and the contents of the box as the server lists them.
import type { components } from '../../../lib/schema';

export type Position = components['schemas']['ParisPosition'];
export interface Box {
  seats: Record<string, string>;
  districts: Record<string, string>;
  values: string[];
  landmarks: Record<string, string>;
  prizes: Record<string, string>;
  goods: Record<string, string>;
  ends: Record<string, string>;
  bonus: Record<string, string>;
  earned: Record<string, string>;
}

export const emptySeat = (): Position['seats'][string] => ({
  vp: 0,
  earned: {},
  francs: 0,
  tokens: {},
  unused: [],
  ends: {},
});

export const emptyPosition = (box: Box, players = 2): Position => ({
  players,
  districts: Object.fromEntries(Object.keys(box.districts).map((name) => [name, { keys: {}, vp: null }])),
  seats: Object.fromEntries(
    Object.keys(box.seats)
      .slice(0, players)
      .map((seat) => [seat, emptySeat()]),
  ),
});
