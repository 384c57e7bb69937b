// Where a replay comes from: a game on this server, or a shared record. Both have the same interface.
import {
  get,
  post,
  previewOf,
  type AnalysedTurn,
  type EngineLines,
  type GameState,
  type Hint,
  type JobState,
  type Prospects,
  type RecordPosition,
  type WhatIfPosition,
} from '../../lib/api';
import { basisOf, canShare, shareAt } from '../../lib/share';
import { stepCount } from '../../lib/turns';
import type { PositionTexts, Preview, View } from '../../games/manifest';
import { patiently } from './patience';
import { ThinkingHere } from './thinkingHere';

/** A position of the game, or one that steps beside the game lead to. */
export interface Moment {
  /** How many steps of the game come before. */
  at: number;
  /** The steps beside the game; null: the game itself. */
  branch: string[] | null;
  /** Whose view; null: with all hands open in a finished game, else what the viewer may know. */
  seat: string | null;
}

export interface Scene {
  view: View;
  /** What may be done in a branch; [] in the game itself. */
  legal: string[];
  texts: PositionTexts;
  /** What the viewer cannot know was made up. */
  imagined: boolean;
}

export interface ReplaySource {
  game: string;
  /** The table, for the names; null for a record that was shared. */
  table: GameState | null;
  seats: string[];
  /** The seats whose view may be chosen: all when the game is over, else the person's own. */
  viewers: string[];
  over: boolean;
  steps: number;
  start: number;
  scene: (moment: Moment) => Promise<Scene>;
  /** The view of a moment as exactly this seat has it, whoever decides there. */
  view: (moment: Moment) => Promise<View>;
  preview: (moment: Moment, step: string) => Promise<Preview>;
  prospects: (moment: Moment) => Promise<Record<string, unknown>>;
  /** What a strong bot would do in a branch; only where the game is over. */
  hint: (moment: Moment) => Promise<Hint>;
  /** The best turns of whoever decides, at a level of effort from 0 on; only where the game is over. */
  engine: (moment: Moment, level: number, signal: AbortSignal) => Promise<EngineLines>;
  /** What a turn beside the game is worth; only where the game is over. */
  judged: (moment: Moment) => Promise<AnalysedTurn>;
  /** What a study of this game begins with, for the server; null: there are no studies here. */
  basis: (() => Promise<object>) | null;
  /** Ask for the analysis of the whole game; each game has one. */
  analyse: () => Promise<{ job: string }>;
  /** The analysis that somebody has asked for already; null: there is none. */
  analysed: () => Promise<{ job: string | null }>;
  /** The analysis has failed. Whether the server can be asked for it instead of this device. */
  leaveToServer: () => boolean;
  share: ((step: number) => Promise<string>) | null;
  record: string;
  file: string | null;
}

/** What the two kinds of source differ in: where positions come from, and what a branch begins with. */
interface Address {
  path: string;
  basis: (at: number) => object;
  over: boolean;
  /** The only position there is. */
  only?: number;
}

const filesAt = (path: string, over: boolean) => ({
  record: `${path}/record?download=true`,
  file: over ? `${path}/replay.html` : null,
});

function positions({ path, basis, over, only }: Address) {
  const past = (at: number, seat: string | null, text = false) =>
    get<RecordPosition>(`${path}/at/${only ?? at}?text=${text}${seat ? `&seat=${seat}` : over ? '&open=true' : ''}`);
  const textsOf = ({ told }: RecordPosition) => told as unknown as PositionTexts;
  const asked = ({ at, branch, seat }: Moment) => ({ ...basis(at), steps: branch ?? [], seat });
  const perspective = ({ seat }: Moment) => (!seat && over ? 'open' : 'decider');
  const here = new ThinkingHere(path);
  /** What is computed of a position: by this device where it can, else by the server. */
  async function computed<T>(what: string, moment: Moment, more: object = {}, signal?: AbortSignal): Promise<T> {
    const { at, branch, seat } = moment;
    const found = await here.ask<T>(`/api/what-if/${what}`, { at, steps: branch ?? [], seat, ...more }, signal);
    return found ?? post<T>(`/api/what-if/${what}`, { ...asked(moment), ...more }, signal);
  }
  return {
    async scene(moment: Moment): Promise<Scene> {
      const { at, branch, seat } = moment;
      if (branch) {
        const body = { ...asked(moment), perspective: perspective(moment) };
        const found = await post<WhatIfPosition>('/api/what-if?text=true', body);
        const { legal, imagined } = found;
        return { view: found.view as unknown as View, legal, texts: textsOf(found), imagined };
      }
      const found = await past(at, seat, true);
      return { view: found.view as unknown as View, legal: [], texts: textsOf(found), imagined: false };
    },
    async view(moment: Moment): Promise<View> {
      const open = perspective(moment) === 'open';
      const found = moment.branch
        ? await post<WhatIfPosition>('/api/what-if', { ...asked(moment), perspective: open ? 'open' : 'seat' })
        : await past(moment.at, moment.seat);
      return found.view as unknown as View;
    },
    preview: (moment: Moment, step: string) => previewOf('/api/what-if/preview', step, asked(moment)),
    prospects: async (moment: Moment) => (await post<Prospects>('/api/what-if/prospects', asked(moment))).prospects,
    hint: (moment: Moment) => computed<Hint>('hint', moment),
    engine: (moment: Moment, level: number, signal: AbortSignal) =>
      computed<EngineLines>('engine', moment, { level }, signal),
    judged: (moment: Moment) => computed<AnalysedTurn>('judged', moment),
    analyse: async () => (await here.analyse()) ?? post<{ job: string }>(`${path}/analysis`),
    analysed: async () => (await here.analysed()) ?? get<{ job: string | null }>(`${path}/analysis`),
    leaveToServer: () => here.leaveToServer(),
    ...filesAt(path, over),
  };
}

export async function gameSource(id: string): Promise<ReplaySource> {
  const table = await get<GameState>(`/api/games/${id}`);
  const view = table.view as unknown as View | null;
  const over = table.status === 'over';
  const steps = view ? stepCount(view) : 0;
  const path = `/api/games/${id}`;
  return {
    ...positions({ path, basis: (at) => ({ game: id, at }), over }),
    basis: basisOf('games', id),
    game: table.about.game as string,
    table,
    seats: view?.seats ?? [],
    viewers: over ? (view?.seats ?? []) : table.mine,
    over,
    steps,
    start: steps,
    share: canShare(id, over) ? (step) => shareAt('games', id, step) : null,
  };
}

export async function sharedSource(token: string): Promise<ReplaySource> {
  const path = `/api/shared/${token}`;
  const shared = await get<{
    kind: 'record' | 'view';
    content: { game: string; seats: string[]; turns: { steps: string[] }[] };
    step: number;
  }>(path);
  const { kind, content, step } = shared;
  const over = kind === 'record';
  const basis = (at: number) => (over ? { token, at } : { token });
  return {
    ...positions({ path, basis, over, only: over ? undefined : step }),
    basis: basisOf('shared', token),
    game: content.game,
    table: null,
    seats: content.seats,
    viewers: over ? content.seats : [],
    over,
    steps: over ? stepCount(content) : step,
    start: step,
    share: canShare(token, over) ? (step) => shareAt('shared', token, step) : null,
  };
}

/** The game of a study. What is handed on, links and files, names the link for `readers`, also to who may write. */
export async function studySource(token: string, readers: () => string): Promise<ReplaySource> {
  const files = () => filesAt(`/api/shared/${readers()}`, true);
  return {
    ...(await sharedSource(token)),
    get record() {
      return files().record;
    },
    get file() {
      return files().file;
    },
    share: (step) => shareAt('shared', readers(), step),
  };
}

/** Statuses of a question about a job that say nothing about the job: no network, too many questions, a busy server. */
const PASSING = [0, 429, 503];

/** Wait for a job and report its progress; null when `alive` says no. */
export async function waitForJob(
  job: string,
  progress: (state: JobState) => void,
  alive: () => boolean,
): Promise<JobState | null> {
  while (alive()) {
    const state = await patiently(() => get<JobState>(`/api/jobs/${job}`), PASSING);
    progress(state);
    if (state.status === 'done' || state.status === 'failed') return state;
    await new Promise((wait) => setTimeout(wait, state.result ? 900 : 300));
  }
  return null;
}
