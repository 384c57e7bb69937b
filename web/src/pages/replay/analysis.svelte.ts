// The analysis of a finished game by a strong bot, as it grows: every seat's chances after each step, and every turn
// against the best one.
import { untrack } from 'svelte';
import { _, locale, percent } from '../../lib/i18n.svelte';
import { Refusal, type AnalysedTurn, type AnalysisReport } from '../../lib/api';
import { waitForJob, type ReplaySource } from './source';
import type { Verdicts } from '../../games/manifest';

export type Judgement = AnalysedTurn['judgement'];
/** A turn that gave something away. */
export interface Fault extends AnalysedTurn {
  /** The number of steps before the one that should have been another. */
  before: number;
}
/** The signs of the judgements, and the words for them; the worst first. */
export const FAULTS = ['blunder', 'mistake', 'inaccuracy'] as const satisfies readonly Judgement[];
export const SIGNS: Record<Judgement, string> = { blunder: '??', mistake: '?', inaccuracy: '?!', good: '·', best: '✓' };
export const judgementName = (judgement: Judgement): string =>
  ({
    blunder: _('a blunder'),
    mistake: _('a mistake'),
    inaccuracy: _('an inaccuracy'),
    good: _('a good turn'),
    best: _('the best turn'),
  })[judgement];
/** The same for how often there were some. */
export const judgementNames = (judgement: (typeof FAULTS)[number]): string =>
  ({ blunder: _('blunders'), mistake: _('mistakes'), inaccuracy: _('inaccuracies') })[judgement];
/** What a turn lost: "−23 %". */
export const lossOf = (turn: AnalysedTurn): string => `−${percent(turn.loss)}`;

/** Why the best turn is better: reasons that are not among the sources of the points, which are told beside them. */
export function reasonsOf(turn: AnalysedTurn): string {
  const told = new Set(turn.sources_text.split('; '));
  return turn.why
    .split('; ')
    .filter((one) => !told.has(one))
    .join('; ');
}

/** The number of steps before the one in which the turn and the best one differ. */
export const decisionOf = (turn: AnalysedTurn): number => turn.at + turn.from;
/** A turn in words. What does nothing but end it is left out, and steps that are taken again are counted. */
export function inWords(steps: readonly string[], texts: readonly string[]): string {
  const told = steps.length > 1 && !steps.at(-1)!.includes(' ') ? texts.slice(0, -1) : texts;
  const times = new Map<string, number>();
  for (const text of told) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times].map(([text, n]) => (n > 1 ? `${text} (×${n})` : text)).join('; ');
}
/** The part of a turn that was played and is compared with the best one. */
export const playedSteps = (turn: AnalysedTurn): string[] => turn.played.slice(turn.from, turn.until);
const goesOn = (turn: AnalysedTurn): string => (turn.until < turn.played.length ? ' …' : '');
/** The two lines of a turn, from the step on in which they differ. If the best one ends where it shows something new,
 * so does the other. */
export const playedInWords = (turn: AnalysedTurn): string =>
  inWords(playedSteps(turn), turn.played_text.slice(turn.from, turn.until)) + goesOn(turn);
export const bestInWords = (turn: AnalysedTurn): string =>
  inWords(turn.best.slice(turn.from), turn.best_text.slice(turn.from)) + goesOn(turn);
/** All of a turn that was played. */
export const turnInWords = (turn: AnalysedTurn): string => inWords(turn.played, turn.played_text);
const isFault = (turn: AnalysedTurn): boolean => (FAULTS as readonly string[]).includes(turn.judgement);

/** The last turn that begins at or before this position. */
export const turnAt = (turns: readonly AnalysedTurn[], at: number): AnalysedTurn | null =>
  turns.findLast((turn) => turn.at <= at && at < turn.at + turn.played.length) ?? null;

/** The turn after which a seat's chances differed most from those before it. */
export function turningPoint(report: AnalysisReport): { turn: AnalysedTurn; seat: string; change: number } | null {
  let most: { turn: AnalysedTurn; seat: string; change: number } | null = null;
  for (const turn of report.turns) {
    const before = report.positions[turn.at]?.chances;
    const after = report.positions[turn.at + turn.played.length]?.chances;
    if (!before || !after) continue;
    for (const seat of report.seats) {
      const change = after[seat] - before[seat];
      if (Math.abs(change) > Math.abs(most?.change ?? 0)) most = { turn, seat, change };
    }
  }
  return most;
}

export class Analysis {
  /** What is known so far. */
  report = $state.raw<AnalysisReport | null>(null);
  /** While it runs. `before`: how many come first in the queue; null: it need not wait. */
  progress = $state.raw<{ done: number; total: number; before: number | null } | null>(null);
  /** Why there is none. */
  failed = $state('');
  /** The turns that gave something away, in the order of play. */
  readonly faults: Fault[] = $derived(
    (this.report?.turns ?? []).filter(isFault).map((turn) => ({ ...turn, before: decisionOf(turn) })),
  );
  /** The same for the log: at the step that should have been another. */
  readonly verdicts: Verdicts = $derived(
    Object.fromEntries(
      this.faults.map(({ before, judgement, why }) => [
        before + 1,
        { sign: SIGNS[judgement], text: why ? `${judgementName(judgement)}: ${why}` : judgementName(judgement) },
      ]),
    ),
  );

  /** Where a curve has a point: at the start of each turn, and at the end. What lies between says little. */
  readonly stops: number[] = $derived.by(() => {
    const { turns = [], positions = [] } = this.report ?? {};
    return [...new Set([...turns.map((turn) => turn.at), positions.length - 1])].filter((at) => at >= 0);
  });

  #left = false;

  constructor(readonly source: ReplaySource) {}

  /** Show the analysis that somebody has asked for already, if there is one and it can be had. */
  async resume(): Promise<void> {
    const { job } = await this.source.analysed().catch(() => ({ job: null }));
    if (job) await this.#follow(() => Promise.resolve(job));
  }

  /** Let the game be analysed. */
  run(): Promise<void> {
    return this.#follow(async () => (await this.source.analyse()).job);
  }

  /** Nobody waits for it any more. */
  leave(): void {
    this.#left = true;
  }

  async #follow(ask: () => Promise<string>): Promise<void> {
    if (this.progress) return;
    this.failed = '';
    try {
      this.progress = { done: 0, total: 1, before: null };
      const end = await waitForJob(
        await ask(),
        ({ done, total, before, result }) => {
          this.progress = { done, total: Math.max(1, total), before: before ?? null };
          if (result) this.report = result;
        },
        () => !this.#left,
      );
      if (end?.status === 'failed') this.failed = _('The analysis failed; try again.');
    } catch (error) {
      this.failed = error instanceof Refusal ? error.message : _('The analysis failed; try again.');
    } finally {
      this.progress = null;
    }
    if (this.failed && !this.#left && this.source.leaveToServer()) await this.run();
  }

  /** The turn that is decided at a position, or goes on there. */
  turnAt(at: number): AnalysedTurn | null {
    return turnAt(this.report?.turns ?? [], at);
  }

  /** The chances of a seat at the start and after each step, as far as they are known. */
  chances(seat: string): number[] {
    return (this.report?.positions ?? []).map((position) => position.chances[seat]);
  }

  /** The next mistake after a position, or the last one before it. */
  next(at: number): Fault | undefined {
    return this.faults.find((one) => one.before > at);
  }
  previous(at: number): Fault | undefined {
    return this.faults.findLast((one) => one.before < at);
  }
}

/** The analysis of a game while its page is open, in the reader's language. `wanted`: it is asked for at once. */
export function useAnalysis(source: ReplaySource, wanted: boolean): Analysis {
  const analysis = new Analysis(source);
  let asks = wanted;
  $effect(() => {
    void locale.language;
    if (!source.over) return;
    void untrack(() => (asks ? analysis.run() : analysis.resume()));
    asks = false;
  });
  $effect(() => () => analysis.leave());
  return analysis;
}
