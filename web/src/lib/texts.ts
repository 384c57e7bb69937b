// Fetches the texts of a position from the same source as the position.
import { get, post } from './api';
import type { PositionTexts } from '../games/manifest';

/** The texts of a game, now or after `at` steps, as seen by a seat. */
export const fetchTexts = (game: string, at?: number | null, seat?: string | null): Promise<PositionTexts> =>
  get<PositionTexts>(`/api/games/${game}/told${query(at, seat)}`);

/** The texts of a shared record. */
export const fetchSharedTexts = (token: string, at?: number | null, seat?: string | null): Promise<PositionTexts> =>
  get<PositionTexts>(`/api/shared/${token}/told${query(at, seat)}`);

/** The texts of a branch. */
export const fetchBranchTexts = (branch: unknown): Promise<PositionTexts> =>
  post<PositionTexts>('/api/what-if/told', branch);

function query(at?: number | null, seat?: string | null): string {
  const parts = new URLSearchParams();
  if (at !== undefined && at !== null) parts.set('at', String(at));
  if (seat) parts.set('seat', seat);
  const text = parts.toString();
  return text && `?${text}`;
}
