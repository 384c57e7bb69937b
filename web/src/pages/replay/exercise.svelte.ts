// Learning from mistakes: one after the other is shown before the decision, without what would have been best. The
// reader takes a turn there, and the server says what it is worth.
import type { AnalysedTurn } from '../../lib/api';
import { showError } from '../../lib/notify.svelte';
import type { ReplaySource } from './source';
import { turnNumber } from '../../lib/turns';
import type { Fault } from './analysis.svelte';
import type { Replay } from './replay.svelte';

/** The mistakes of the person's own seats; of all, where nobody has one. */
export function lessonsOf({ table }: ReplaySource, faults: Fault[]): Fault[] {
  const own = faults.filter((one) => table?.mine.includes(one.seat));
  return own.length ? own : faults;
}

export class Exercise {
  /** Which of the mistakes it is, from 0; their number at the end. */
  n = $state(0);
  /** What the turn that was tried is worth; null: none was, or it is being judged. */
  verdict = $state.raw<AnalysedTurn | null>(null);
  judging = $state(false);
  readonly #found: Set<number> = new Set();
  readonly fault: Fault | null = $derived.by(() => this.faults[this.n] ?? null);
  /** The reader is looking for a turn, or has found one. Otherwise the table shows the game, and there the solution. */
  readonly tries: boolean = $derived.by(
    () => this.fault !== null && this.replay.branch !== null && this.replay.at === this.fault.before,
  );
  readonly solved: boolean = $derived(this.verdict?.judgement === 'best' || this.verdict?.judgement === 'good');
  /** The steps that have been judged, or are; '': none. */
  #judged = '';

  constructor(
    readonly replay: Replay,
    readonly faults: Fault[],
  ) {
    this.again();
  }

  /** How many were found without having been shown. */
  get found(): number {
    return this.#found.size;
  }

  /** Let the reader try. */
  again(): void {
    this.#forget();
    if (!this.fault) return;
    this.replay.to(this.fault.before);
    this.replay.begin();
  }

  #forget(): void {
    this.verdict = null;
    this.judging = false;
    this.#judged = '';
  }

  show(): void {
    if (this.fault) this.replay.to(this.fault.before);
  }

  next(): void {
    this.n++;
    this.again();
    if (!this.fault) this.replay.leave();
  }

  /** A position is on the table. Once the turn is over, it is judged. */
  async look(): Promise<void> {
    const { fault, replay } = this;
    const { shown } = replay;
    if (!fault || !this.tries || !shown?.moment.branch) return;
    const steps = shown.moment.branch.join('\n');
    if (this.#judged && `${steps}\n`.startsWith(`${this.#judged}\n`)) return; // what follows the turn does not count
    this.#forget();
    if (!steps || !(shown.view.over || turnNumber(shown.view) > fault.turn)) return;
    this.#judged = steps;
    this.judging = true;
    try {
      const verdict = await replay.source.judged(shown.moment);
      if (this.#judged !== steps || fault !== this.fault) return; // the reader has gone on
      this.judging = false;
      this.verdict = verdict;
      if (this.solved) this.#found.add(this.n);
    } catch (error) {
      if (this.#judged !== steps || fault !== this.fault) return;
      this.#forget();
      showError(error);
    }
  }
}
