// Where a replay comes from: a game of this house, or a record somebody shared. Both answer the same questions.
import { get, post, type JobState, type Position, type SeatShown, type State, type Supposed } from './api';
import { toldOf, toldOfBranch, toldOfShared } from './told';
import type { Told } from '../games/face';

export interface Source {
  key: { game: string } | { token: string };
  game: string;
  seats: SeatShown[] | null;
  /** Which seats' eyes may be chosen; the asker's own where the game is still running. */
  eyes: string[];
  over: boolean;
  steps: number;
  start: number;
  at: (step: number, seat: string | null) => Promise<Position>;
  told: (step: number, seat: string | null) => Promise<Told>;
  whatIf: (at: number, steps: string[], seat: string | null) => Promise<Supposed>;
  whatIfTold: (at: number, steps: string[], seat: string | null) => Promise<Told>;
  analyse: () => Promise<{ job: string }>;
  share: (step: number) => Promise<string>;
  record: string;
  file: string | null;
}

const seatQuery = (seat: string | null) => (seat ? `?seat=${seat}` : '');
const stepsOf = (view: { turns: { steps: string[] }[] }) =>
  view.turns.reduce((sum, turn) => sum + turn.steps.length, 0);

export async function ofGame(id: string): Promise<Source> {
  const state = await get<State>(`/api/games/${id}`);
  const view = state.view as unknown as { seats: string[]; turns: { steps: string[] }[] } | null;
  const over = state.status === 'over';
  const steps = view ? stepsOf(view) : 0;
  const branch = (at: number, taken: string[], seat: string | null) => ({ game: id, at, steps: taken, seat });
  return {
    key: { game: id },
    game: state.about.game as string,
    seats: state.seats,
    eyes: over ? (view?.seats ?? []) : state.mine,
    over,
    steps,
    start: steps,
    at: (step, seat) => get<Position>(`/api/games/${id}/at/${step}${seatQuery(seat)}`),
    told: (step, seat) => toldOf(id, step, seat),
    whatIf: (at, taken, seat) => post<Supposed>('/api/what-if', branch(at, taken, seat)),
    whatIfTold: (at, taken, seat) => toldOfBranch(branch(at, taken, seat)),
    analyse: () => post<{ job: string }>(`/api/games/${id}/analysis`),
    share: async (step) => (await post<{ token: string }>(`/api/games/${id}/share`, { step })).token,
    record: `/api/games/${id}/record?download=true`,
    file: over ? `/api/games/${id}/replay.html` : null,
  };
}

export async function ofToken(token: string): Promise<Source> {
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
    eyes: whole ? shared.content.seats : [],
    over: whole,
    steps: whole ? stepsOf(shared.content) : shared.step,
    start: shared.step,
    at: (step, seat) =>
      get<Position>(`/api/shared/${token}/at/${whole ? step : shared.step}${whole ? seatQuery(seat) : ''}`),
    told: (step, seat) => toldOfShared(token, step, whole ? seat : null),
    whatIf: (at, taken, seat) => post<Supposed>('/api/what-if', branch(at, taken, seat)),
    whatIfTold: (at, taken, seat) => toldOfBranch(branch(at, taken, seat)),
    analyse: () => post<{ job: string }>(`/api/shared/${token}/analysis`),
    share: async () => token,
    record: `/api/shared/${token}/record?download=true`,
    file: whole ? `/api/shared/${token}/replay.html` : null,
  };
}

/** Wait for a job, telling how far it is. */
export async function done(
  job: string,
  progress: (done: number, total: number) => void,
  alive: () => boolean,
): Promise<JobState | null> {
  while (alive()) {
    const state = await get<JobState>(`/api/jobs/${job}`);
    progress(state.done, state.total);
    if (state.status === 'done' || state.status === 'failed') return state;
    await new Promise((wait) => setTimeout(wait, 700));
  }
  return null;
}
