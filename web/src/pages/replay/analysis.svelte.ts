// The analysis of a finished game by a strong bot: the chances after each step, the worst steps, and their texts.
import { untrack } from 'svelte';
import { _ } from '../../lib/i18n.svelte';
import { showError } from '../../lib/notify.svelte';
import { waitForJob, type ReplaySource } from '../../lib/replay';
import type { Verdicts } from '../../games/manifest';

export interface JudgedStep {
  turn: number;
  seat: string;
  step: string;
  /** The chances of `seat`, from 0 to 1. */
  before: number;
  after: number;
  best: string;
  proven: boolean;
}
/** A step that gave something away. */
export interface Mistake extends JudgedStep {
  /** The number of steps taken after it: the position with the step played. */
  at: number;
  lost: number;
  sign: string;
  /** What kind it is: "a blunder". */
  kind: string;
}
/** What a step must lose at least to be called so, the worst first. */
const KINDS: readonly { lost: number; sign: string; kind: () => string }[] = [
  { lost: 0.15, sign: '??', kind: () => _('a blunder') },
  { lost: 0.08, sign: '?', kind: () => _('a mistake') },
  { lost: 0.03, sign: '?!', kind: () => _('an inaccuracy') },
];

export class Analysis {
  judged = $state.raw<JudgedStep[] | null>(null);
  /** `before`: how many come first in the queue; null: it need not wait. */
  progress = $state.raw<{ done: number; total: number; before: number | null } | null>(null);
  /** The steps that gave something away, in the order of play. */
  readonly mistakes: Mistake[] = $derived(
    (this.judged ?? []).flatMap((one, n) => {
      const lost = one.before - one.after;
      const found = one.best === one.step ? undefined : KINDS.find((kind) => lost >= kind.lost);
      return found ? [{ ...one, at: n + 1, lost, sign: found.sign, kind: found.kind() }] : [];
    }),
  );
  /** The same for the log. */
  readonly verdicts: Verdicts = $derived(
    Object.fromEntries(this.mistakes.map(({ at, sign, kind }) => [at, { sign, text: kind }])),
  );
  // The analysis names steps in notation; their texts come from the positions in which they were taken.
  #texts = $state<Record<string, string>>({});
  readonly #loaded = new Set<number>();

  constructor(readonly source: ReplaySource) {}

  /** Let the server analyse the game; `alive` says whether anybody still waits for it. */
  async run(alive: () => boolean): Promise<void> {
    if (this.progress) return;
    try {
      this.progress = { done: 0, total: this.source.steps, before: null };
      const { job } = await this.source.analyse();
      const end = await waitForJob(
        job,
        ({ done, total, before }) => (this.progress = { done, total, before: before ?? null }),
        alive,
      );
      if (end?.status === 'done') this.judged = end.result as unknown as JudgedStep[];
      else if (end) showError(new Error(_('The analysis failed; try again.')));
    } catch (error) {
      showError(error);
    } finally {
      this.progress = null;
    }
  }

  /** The step that led to this position, if it is judged. */
  stepTo(at: number): JudgedStep | null {
    return (at > 0 && this.judged?.[at - 1]) || null;
  }

  /** The chances of a seat at the start and after each step. */
  chances(seat: string): number[] {
    const of = (one: JudgedStep, value: number) => (one.seat === seat ? value : 1 - value);
    const judged = this.judged ?? [];
    return [judged[0] ? of(judged[0], judged[0].before) : 0.5, ...judged.map((one) => of(one, one.after))];
  }

  /** Fetch the texts of the listed steps and of the step that led to this position. */
  loadTexts(at: number): void {
    const positions = [...this.mistakes.map((one) => one.at - 1), ...(this.stepTo(at) ? [at - 1] : [])];
    untrack(() => positions.forEach((before) => void this.#load(before)));
  }

  async #load(before: number): Promise<void> {
    if (this.#loaded.has(before)) return;
    this.#loaded.add(before);
    const found = await this.source.scene({ at: before, branch: [], seat: null }).catch(() => null);
    if (!found) this.#loaded.delete(before);
    for (const step of found?.texts.steps ?? []) this.#texts[`${before} ${step.step}`] = step.does;
  }

  /** The texts are in another language now. */
  forgetTexts(): void {
    this.#loaded.clear();
  }

  /** A step of the position after `before` steps in words; in notation until they are there. */
  inWords(before: number, step: string): string {
    return this.#texts[`${before} ${step}`] ?? step;
  }
}
