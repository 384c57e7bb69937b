// What people set up by hand, as the doors take it, and what the box holds, in words.
import type { components } from '../../lib/schema';

type Schemas = components['schemas'];
export type Night = Schemas['LumierePosition'];
export type Day = Schemas['ParisPosition'];
export type Settled = Schemas['SettledTold'];
export type Colour = 'orange' | 'blue';
export interface NightBox {
  seats: Record<Colour, string>;
  kinds: Record<string, string>;
  buildings: { name: string; title: string; size: number }[];
  pieces: { name: string; title: string; card: string }[];
  cards: Record<string, string>;
  facings: Record<string, string>;
}
export interface DayBox {
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

export const SPACES = Array.from({ length: 64 }, (_none, n) => 'abcdefgh'[n % 8] + (Math.floor(n / 8) + 1));

export const night = (): Night => ({
  paving: '.'.repeat(64),
  buildings: {},
  pieces: {},
  reserve: { orange: [], blue: [] },
  cards: {},
});

export const seatHeld = (): Day['seats'][string] => ({
  vp: 0,
  earned: {},
  francs: 0,
  tokens: {},
  unused: [],
  ends: {},
});
export const day = (box: DayBox, players = 2): Day => ({
  players,
  districts: Object.fromEntries(Object.keys(box.districts).map((name) => [name, { keys: {}, vp: null }])),
  seats: Object.fromEntries(
    Object.keys(box.seats)
      .slice(0, players)
      .map((seat) => [seat, seatHeld()]),
  ),
});
