// Where somebody is in the opening explorer: the query of its address, so that every place can be linked.
import { number } from '../../lib/i18n.svelte';

export interface Place {
  /** '' stands for the first one that there is. */
  line: string;
  players: number;
  /** 1: whoever begins. */
  role: number;
  path: string[];
}

const whole = (text: string | null, otherwise: number): number =>
  /^[1-4]$/.test(text ?? '') ? Number(text) : otherwise;

export function placeOf(query: string): Place {
  const found = new URLSearchParams(query);
  return {
    line: found.get('line') ?? '',
    players: Math.max(2, whole(found.get('players'), 2)),
    role: whole(found.get('role'), 1),
    path: found.getAll('path'),
  };
}

/** The query of a place. */
export function queryOf({ line, players, role, path }: Place): string {
  const query = new URLSearchParams();
  if (line) query.set('line', line);
  query.set('players', String(players));
  query.set('role', String(Math.min(role, players)));
  for (const key of path) query.append('path', key);
  return `?${query}`;
}

/** Half the width of an interval, to stand after "±". */
export const half = (low: number, high: number, decimals: number): string => number((high - low) / 2, decimals);

/** A mean with its sign and one decimal: "+4.9". */
export function mean(n: number): string {
  const rounded = Math.round(n * 10) / 10 || 0; // no negative zero
  return (rounded > 0 ? '+' : '') + number(rounded, 1);
}
