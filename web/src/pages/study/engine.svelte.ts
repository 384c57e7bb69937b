// The engine beside a replay: the best turns of the position that is shown. It deepens level by level, each of them a
// short request, until it is stopped or another position is shown.
import { Refusal, type EngineLine, type EngineLines } from '../../lib/api';
import { locale } from '../../lib/i18n.svelte';
import type { Moment, ReplaySource } from '../replay/source';

/** Levels that the server has. */
export const LEVELS = 5;
/** Milliseconds before the first question: positions that are passed through quickly are not asked about. */
const PAUSE = 200;
/** Milliseconds until it asks again if the server had too much to do. */
const AGAIN = 1500;
/** How many positions are kept. */
const KEPT = 100;

export class Engine {
  /** It looks at whatever position is shown. */
  runs = $state(true);
  /** What it has found for the position; null: nothing yet. */
  found = $state.raw<EngineLines | null>(null);
  /** A level is being computed. */
  thinks = $state(false);
  /** Why it has stopped by itself. */
  trouble = $state('');
  /** The line that is pointed at. */
  pointed = $state<number | null>(null);
  readonly line: EngineLine | null = $derived(this.found?.lines[this.pointed ?? -1] ?? null);

  readonly #kept = new Map<string, { level: number; found: EngineLines }>();
  #abort: AbortController | null = null;

  constructor(
    readonly source: ReplaySource,
    readonly wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms)),
  ) {}

  /** Look at a position, and go on until the deepest level. */
  async follow(moment: Moment): Promise<void> {
    this.#abort?.abort();
    const abort = (this.#abort = new AbortController());
    const key = JSON.stringify([moment.at, moment.branch, locale.language]);
    const known = this.#kept.get(key);
    this.pointed = null;
    this.trouble = '';
    this.found = known?.found ?? null;
    this.thinks = false;
    if (!this.runs) return;
    let level = known ? known.level + 1 : 0;
    if (known && settled(known.found)) return;
    if (!known) await this.wait(PAUSE);
    while (level < LEVELS && !abort.signal.aborted) {
      this.thinks = true;
      try {
        const found = await this.source.engine(moment, level, abort.signal);
        if (abort.signal.aborted) return;
        this.found = found;
        this.#keep(key, { level, found });
        if (settled(found)) break;
        level++;
      } catch (error) {
        if (abort.signal.aborted) return;
        const status = error instanceof Refusal ? error.status : 0;
        if (status === 503 && this.found) break; // too deep for this server at present
        if (status !== 429) {
          this.trouble = error instanceof Error ? error.message : String(error);
          break;
        }
        await this.wait(AGAIN);
      }
    }
    if (!abort.signal.aborted) this.thinks = false;
  }

  #keep(key: string, what: { level: number; found: EngineLines }): void {
    this.#kept.set(key, what);
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value!);
  }

  /** Stop thinking; what it has found stays. */
  stop(): void {
    this.#abort?.abort();
    this.thinks = false;
  }
}

/** Whether more effort would change nothing: the game is over, or everything is proven. */
const settled = ({ seat, lines }: EngineLines): boolean => seat === null || lines.every((line) => line.proven);
