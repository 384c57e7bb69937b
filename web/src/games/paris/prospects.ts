// Prospects from the server: what a key's moves lack and how to get it, how districts would stand.
import type { Preview } from '../manifest';
import type { Goal, Good, Goods, Position, Standing } from './types';

/** A destination that a key could reach if it were paid for, what is missing for it, and steps that would bring it. */
export interface Missing {
  from: string;
  to: string;
  francs: number;
  units: Goods;
  lacks: Goods & { francs?: number };
  raises: string[];
}

/** The answer of `/prospects` for this game: `brings` says what the steps of `raises` bring. */
export interface Prospects {
  missing: Missing[];
  brings: Record<string, { francs: number; good: Good | null }>;
}

export interface Outlook {
  /** The districts that the step changes, as they would stand. */
  standings: Record<string, Standing[]>;
  /** What it changes in each seat's district points. */
  points: Record<string, number>;
}

export const NOTHING: Prospects = { missing: [], brings: {} };

export const outlookOf = (preview: Preview | null | undefined): Outlook =>
  (preview?.outlook as unknown as Outlook | undefined) ?? { standings: {}, points: {} };

export const goalOf = (position: Position, from: string, to: string): Goal | undefined =>
  position.moves.find((key) => key.from === from)?.goals.find((goal) => goal.to === to);

/** The spot of a destination: a landmark on display is pressed as its card, whichever district it would go to. */
export function spotOf(to: string, display: readonly number[]): string {
  const value = Number(to.split(':L')[1]);
  return display.includes(value) ? `card:${value}` : to;
}
