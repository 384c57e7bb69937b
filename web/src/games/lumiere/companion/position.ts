// A position set up by hand, as the server takes it, and the contents of the box as the server lists them.
import type { components } from '../../../lib/schema';

export type Position = components['schemas']['LumierePosition'];
export type Colour = 'orange' | 'blue';
export interface Box {
  seats: Record<Colour, string>;
  kinds: Record<string, string>;
  buildings: { name: string; title: string; size: number }[];
  pieces: { name: string; title: string; card: string }[];
  cards: Record<string, string>;
  facings: Record<string, string>;
}

export const SPACES = Array.from({ length: 64 }, (_none, n) => 'abcdefgh'[n % 8] + (Math.floor(n / 8) + 1));

export const emptyPosition = (): Position => ({
  paving: '.'.repeat(64),
  buildings: {},
  pieces: {},
  reserve: { orange: [], blue: [] },
  cards: {},
});
