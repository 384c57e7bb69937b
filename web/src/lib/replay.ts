// Where a replay comes from: a game on this server, or a shared record. Both have the same interface.
import {
  get,
  post,
  type JobState,
  type RecordPosition,
  type SeatState,
  type GameState,
  type WhatIfPosition,
} from './api';
import { fetchTexts, fetchBranchTexts, fetchSharedTexts } from './texts';
import { stepCount } from './turns';
import type { PositionTexts } from '../games/manifest';

export interface ReplaySource {
  key: { game: string } | { token: string };
  game: string;
  seats: SeatState[] | null;
  /** The seats whose view may be chosen: all when the game is over, else the person's own. */
  viewers: string[];
  over: boolean;
  steps: number;
  start: number;
  at: (step: number, seat: string | null) => Promise<RecordPosition>;
  texts: (step: number, seat: string | null) => Promise<PositionTexts>;
  whatIf: (at: number, steps: string[], seat: string | null) => Promise<WhatIfPosition>;
  whatIfTexts: (at: number, steps: string[], seat: string | null) => Promise<PositionTexts>;
  analyse: () => Promise<{ job: string }>;
  share: (step: number) => Promise<string>;
  record: string;
  file: string | null;
}

const seatQuery = (seat: string | null) => (seat ? `?seat=${seat}` : '');

export async function gameSource(id: string): Promise<ReplaySource> {
  const state = await get<GameState>(`/api/games/${id}`);
  const view = state.view as unknown as { seats: string[]; turns: { steps: string[] }[] } | null;
  const over = state.status === 'over';
  const steps = view ? stepCount(view) : 0;
  const branch = (at: number, taken: string[], seat: string | null) => ({ game: id, at, steps: taken, seat });
  return {
    key: { game: id },
    game: state.about.game as string,
    seats: state.seats,
    viewers: over ? (view?.seats ?? []) : state.mine,
    over,
    steps,
    start: steps,
    at: (step, seat) => get<RecordPosition>(`/api/games/${id}/at/${step}${seatQuery(seat)}`),
    texts: (step, seat) => fetchTexts(id, step, seat),
    whatIf: (at, taken, seat) => post<WhatIfPosition>('/api/what-if', branch(at, taken, seat)),
    whatIfTexts: (at, taken, seat) => fetchBranchTexts(branch(at, taken, seat)),
    analyse: () => post<{ job: string }>(`/api/games/${id}/analysis`),
    share: async (step) => (await post<{ token: string }>(`/api/games/${id}/share`, { step })).token,
    record: `/api/games/${id}/record?download=true`,
    file: over ? `/api/games/${id}/replay.html` : null,
  };
}

export async function sharedSource(token: string): Promise<ReplaySource> {
  const shared = await get<{
    kind: 'record' | 'view';
    content: { game: string; seats: string[]; turns: { steps: string[] }[] };
    step: number;
  }>(`/api/shared/${token}`);
  const whole = shared.kind === 'record';
  const branch = (at: number, taken: string[], seat: string | null) => ({
    token,
    ...(whole ? { at } : {}),
    steps: taken,
    seat: whole ? seat : null,
  });
  return {
    key: { token },
    game: shared.content.game,
    seats: null,
    viewers: whole ? shared.content.seats : [],
    over: whole,
    steps: whole ? stepCount(shared.content) : shared.step,
    start: shared.step,
    at: (step, seat) =>
      get<RecordPosition>(`/api/shared/${token}/at/${whole ? step : shared.step}${whole ? seatQuery(seat) : ''}`),
    texts: (step, seat) => fetchSharedTexts(token, step, whole ? seat : null),
    whatIf: (at, taken, seat) => post<WhatIfPosition>('/api/what-if', branch(at, taken, seat)),
    whatIfTexts: (at, taken, seat) => fetchBranchTexts(branch(at, taken, seat)),
    analyse: () => post<{ job: string }>(`/api/shared/${token}/analysis`),
    share: async () => token,
    record: `/api/shared/${token}/record?download=true`,
    file: whole ? `/api/shared/${token}/replay.html` : null,
  };
}

/** Wait for a job and report its progress; null when `alive` says no. */
export async function waitForJob(
  job: string,
  progress: (state: JobState) => void,
  alive: () => boolean,
): Promise<JobState | null> {
  while (alive()) {
    const state = await get<JobState>(`/api/jobs/${job}`);
    progress(state);
    if (state.status === 'done' || state.status === 'failed') return state;
    await new Promise((wait) => setTimeout(wait, 700));
  }
  return null;
}
