// The words round a position, asked where the position came from.
import { get, post } from './api';
import type { Told } from '../games/face';

/** Of a game as it is, or after `at` steps, through a seat's eyes. */
export const toldOf = (game: string, at?: number | null, seat?: string | null): Promise<Told> =>
  get<Told>(`/api/games/${game}/told${query(at, seat)}`);

/** Of a shared record. */
export const toldOfShared = (token: string, at?: number | null, seat?: string | null): Promise<Told> =>
  get<Told>(`/api/shared/${token}/told${query(at, seat)}`);

/** Of a branch. */
export const toldOfBranch = (branch: unknown): Promise<Told> => post<Told>('/api/what-if/told', branch);

function query(at?: number | null, seat?: string | null): string {
  const parts = new URLSearchParams();
  if (at !== undefined && at !== null) parts.set('at', String(at));
  if (seat) parts.set('seat', seat);
  const text = parts.toString();
  return text && `?${text}`;
}
