// An attempt at a puzzle: the turns found so far, the turn that is being entered, and what the judge said.
import { post, previewOf, type Prospects } from '../../lib/api';
import { showError } from '../../lib/notify.svelte';
import type { Preview, View } from '../../games/manifest';
import {
  keep,
  sceneAfter,
  type FirstStep,
  type GivenUp,
  type Info,
  type Result,
  type Scene,
  type Solution,
  type Verdict,
} from './puzzles';

export type Phase = 'think' | 'wrong' | 'solved' | 'shown';

export class Attempt {
  phase = $state<Phase>('think');
  /** The steps on the table beyond the puzzle's position. */
  steps = $state.raw<string[]>([]);
  scene = $state.raw<Scene | null>(null);
  /** The judge, or a hint, is on its way. */
  busy = $state(false);
  verdict = $state.raw<Verdict | null>(null);
  solution = $state.raw<Solution | null>(null);
  /** What the attempt that counted did to a member's rating. */
  result = $state.raw<Result | null>(null);
  hint = $state.raw<FirstStep | null>(null);
  /** The themes have been shown. */
  themed = $state(false);
  /** What the last right turn was answered with. */
  answered = $state(0);
  #undone = $state.raw<string[]>([]);
  /** The turns that were right, and how many steps they and the replies to them are. */
  #turns: string[][] = [];
  #base = $state(0);
  #asked = 0;
  #shownSteps = $state.raw<string[] | null>(null);

  readonly undone: number = $derived(this.#undone.length);
  readonly canUndo: boolean = $derived(this.phase === 'think' && this.steps.length > this.#base && !this.busy);
  /** The table does not show what is wanted yet. */
  readonly waiting: boolean = $derived(this.#shownSteps !== this.steps);
  /** A whole turn has been entered and can be handed in. */
  readonly ready: boolean = $derived(
    this.phase === 'think' && this.steps.length > this.#base && !!this.scene?.whole_turn && !this.waiting,
  );
  /** How many turns have been found. */
  readonly found: number = $derived(this.answered);
  /** There is something to ask for: the themes, or the first step, which the server tells of the first turn only. */
  readonly canAsk: boolean = $derived(this.phase === 'think' && (!this.themed || !this.found));

  constructor(readonly info: Info) {}

  /** Bring what is wanted onto the table. */
  async follow(): Promise<void> {
    const asked = ++this.#asked;
    const { steps } = this;
    try {
      const scene = await sceneAfter(this.info.id, steps);
      if (asked !== this.#asked) return;
      this.scene = scene;
      this.#shownSteps = steps;
    } catch (error) {
      if (asked !== this.#asked) return;
      showError(error);
      if (steps.length > this.#base) this.steps = steps.slice(0, -1);
    }
  }

  take = (step: string): void => {
    if (this.phase !== 'think' || this.waiting || this.ready || !this.scene?.legal.includes(step)) return;
    this.hint = null;
    this.#undone = [];
    this.steps = [...this.steps, step];
  };
  undo = (): void => {
    if (!this.canUndo) return;
    this.#undone = [this.steps.at(-1)!, ...this.#undone];
    this.steps = this.steps.slice(0, -1);
  };
  redo = (): void => {
    if (this.phase !== 'think' || !this.#undone.length || this.busy) return;
    this.steps = [...this.steps, this.#undone[0]];
    this.#undone = this.#undone.slice(1);
  };

  /** Hand in the turn. A wrong one is refuted on the board; a right one may be answered, and the next is asked for. */
  check = (): Promise<void> =>
    this.#work(async () => {
      if (!this.ready) return;
      const turn = this.steps.slice(this.#base);
      const verdict = await post<Verdict>(`/api/puzzles/${this.info.id}/answer`, { turns: [...this.#turns, turn] });
      this.#undone = [];
      this.verdict = verdict;
      this.result ??= verdict.result ?? null;
      if (verdict.status !== 'more') keep(this.info.id, verdict.status === 'solved', this.info.day);
      if (verdict.status === 'wrong') this.phase = 'wrong';
      else {
        this.#turns.push(turn);
        this.answered = this.#turns.length;
        if (verdict.status === 'solved') {
          this.phase = 'solved';
          this.solution = verdict.solution ?? null;
        }
      }
      if (verdict.replies.length) this.steps = [...this.steps, ...verdict.replies];
      if (verdict.status === 'more') this.#base = this.steps.length;
    });

  again = (): void => {
    if (this.phase !== 'wrong') return;
    this.phase = 'think';
    this.verdict = null;
    this.steps = this.steps.slice(0, this.#base);
  };

  /** From the very start, after it was solved or shown. */
  restart = (): void => {
    this.phase = 'think';
    this.verdict = this.solution = this.hint = null;
    this.#turns = [];
    this.answered = 0;
    this.#base = 0;
    this.steps = [];
  };

  /** First the themes; asked again, the first step. That ends the attempt that counts. */
  ask = (): Promise<void> =>
    this.#work(async () => {
      if (!this.canAsk) return;
      if (!this.themed) return void (this.themed = true);
      this.hint = await post<FirstStep>(`/api/puzzles/${this.info.id}/hint`);
      this.result ??= this.hint.result ?? null;
      keep(this.info.id, false, this.info.day);
      if (this.steps.length) this.steps = [];
    });

  show = (): Promise<void> =>
    this.#work(async () => {
      const given = await post<GivenUp>(`/api/puzzles/${this.info.id}/solution`);
      this.result ??= given.result ?? null;
      keep(this.info.id, false, this.info.day);
      this.solution = given.solution;
      this.verdict = this.hint = null;
      this.phase = 'shown';
      this.steps = given.solution.turns.flat();
    });

  /** The view after some steps of what is on the table, for playing them back one by one. */
  view = async (beyond: number): Promise<View> =>
    (await sceneAfter(this.info.id, this.steps.slice(0, Math.max(0, beyond)))).view;
  preview = (step: string): Promise<Preview> =>
    previewOf(`/api/puzzles/${this.info.id}/preview`, step, { steps: this.steps });
  prospects = async (): Promise<Record<string, unknown>> =>
    (await post<Prospects>(`/api/puzzles/${this.info.id}/prospects`, { steps: this.steps })).prospects;
  share = async (): Promise<string> => {
    const { token, step } = await post<{ token: string; step: number }>(`/api/puzzles/${this.info.id}/share`);
    return `/s/${token}?at=${step}`;
  };

  async #work(what: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await what();
    } catch (error) {
      showError(error);
    } finally {
      this.busy = false;
    }
  }
}
