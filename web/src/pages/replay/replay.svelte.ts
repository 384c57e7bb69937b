// A replay: which position is wanted, which one is shown, and the steps beside the game (what-if).
import { showError } from '../../lib/notify.svelte';
import { locale } from '../../lib/i18n.svelte';
import type { Hint } from '../../lib/api';
import { patiently } from './patience';
import type { Moment, ReplaySource, Scene } from './source';
import type { PositionTexts, Preview, View } from '../../games/manifest';

/** How many positions are kept. */
const KEPT = 200;
/** Milliseconds before it is asked what lies ahead. */
const PAUSE = 150;
/** Answers of the server that do not change, the latest of them. */
class Answers<T> {
  readonly #kept = new Map<string, Promise<T>>();

  /** Who holds an arrow key asks for more than the server allows in a second (429). Then the table waits a little. */
  get(key: string, ask: () => Promise<T>): Promise<T> {
    let found = this.#kept.get(key);
    if (!found) {
      this.#kept.set(key, (found = patiently(ask, [429])));
      found.catch(() => this.#kept.delete(key));
      if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    }
    return found;
  }
}

export type Shown = Scene & { moment: Moment };

export class Replay {
  at = $state(0);
  seat = $state<string | null>(null);
  branch = $state.raw<string[] | null>(null);
  /** The position on the table; it follows what is wanted. */
  shown = $state.raw<Shown | null>(null);
  /** The texts of the end, with the whole log. */
  whole = $state.raw<PositionTexts | null>(null);
  /** The game plays by itself. */
  playing = $state(false);
  /** Bots play on in the branch. */
  bots = $state(false);
  /** The last change was one step forward, which is shown as it happened. */
  walks = $state(false);
  hint = $state.raw<Hint | null>(null);
  /** A hint is on its way. */
  thinking = $state(false);
  #undone = $state.raw<string[]>([]);
  readonly undone: number = $derived(this.#undone.length);
  readonly moment: Moment = $derived({ at: this.at, branch: this.branch, seat: this.seat });
  /** What is wanted is not on the table yet. */
  readonly waiting: boolean = $derived(this.#key(this.moment) !== (this.shown ? this.#key(this.shown.moment) : ''));

  readonly #scenes = new Answers<Scene>();
  readonly #views = new Answers<View>();
  #following = false;

  constructor(readonly source: ReplaySource) {
    this.seat = source.over ? null : (source.viewers[0] ?? null);
    this.at = source.start;
  }

  #key(moment: Moment): string {
    return JSON.stringify([moment.at, moment.branch, moment.seat, locale.language]);
  }

  scene(moment: Moment): Promise<Scene> {
    return this.#scenes.get(this.#key(moment), () => this.source.scene(moment));
  }

  /** The view of a moment as exactly this seat has it. */
  view(moment: Moment): Promise<View> {
    return this.#views.get(this.#key(moment), () => this.source.view(moment));
  }

  /** Bring what is wanted onto the table. While it is being dragged along, one position at a time is fetched. */
  async follow(): Promise<void> {
    if (this.#following) return;
    this.#following = true;
    while (this.waiting) {
      const { moment } = this;
      try {
        const scene = await this.scene(moment);
        this.shown = { ...scene, moment };
      } catch (error) {
        if (this.#key(moment) !== this.#key(this.moment)) continue;
        showError(error);
        this.bots = this.playing = false;
        if (!moment.branch?.length) break;
        this.branch = moment.branch.slice(0, -1);
      }
    }
    this.#following = false;
  }

  /** Fetch the log of the whole game as the viewer may know it. */
  async loadWhole(): Promise<void> {
    const { seat, source } = this;
    const { language } = locale;
    const { texts } = await this.scene({ at: source.steps, branch: null, seat });
    if (seat === this.seat && language === locale.language) this.whole = texts;
  }

  /** Show the position after so many steps of the game. */
  to(at: number, walks = false): void {
    this.leave();
    this.walks = walks;
    this.at = Math.max(0, Math.min(this.source.steps, at));
  }

  /** The same, chosen by the reader: the game does not play on. */
  jump = (at: number): void => {
    this.playing = false;
    this.to(at);
  };

  back = (): void => (this.branch?.length ? this.undo() : this.to(this.at - 1));
  forward = (): void => {
    if (this.branch) this.redo();
    else if (this.at < this.source.steps) this.to(this.at + 1, true);
  };

  /** The same for the keyboard: the game does not play on. */
  stepBack = (): void => {
    this.playing = false;
    this.back();
  };
  stepOn = (): void => {
    this.playing = false;
    this.forward();
  };

  /** Let the game play by itself, from the start if it is at its end; in a branch, let bots play on. */
  toggle = (): void => {
    if (this.branch) this.bots = this.source.over && !this.bots;
    else {
      if (!this.playing && this.at >= this.source.steps) this.to(0);
      this.playing = !this.playing;
    }
  };

  // ---- what if ----

  begin(steps: string[] = []): void {
    this.playing = this.walks = false;
    this.hint = null;
    this.#undone = [];
    this.branch = steps;
  }

  leave(): void {
    this.bots = this.walks = false;
    this.hint = null;
    this.branch = null;
  }

  take = (step: string): void => {
    if (!this.branch || this.waiting || !this.shown?.legal.includes(step)) return;
    this.bots = this.walks = false;
    this.#play(step);
  };

  #play(step: string): void {
    this.hint = null;
    this.#undone = [];
    this.branch = [...(this.branch ?? []), step];
  }

  undo = (): void => {
    const last = this.branch?.at(-1);
    if (last === undefined) return;
    this.bots = this.walks = false;
    this.hint = null;
    this.#undone = [last, ...this.#undone];
    this.branch = this.branch!.slice(0, -1);
  };

  redo = (): void => {
    if (!this.branch || !this.#undone.length) return;
    this.bots = this.walks = false;
    this.hint = null;
    this.branch = [...this.branch, this.#undone[0]];
    this.#undone = this.#undone.slice(1);
  };

  preview = (step: string): Promise<Preview> => this.source.preview(this.moment, step);

  /** Positions that are passed through quickly are not asked about. */
  prospects = async (): Promise<Record<string, unknown>> => {
    const { moment } = this;
    await new Promise((done) => setTimeout(done, PAUSE));
    if (this.moment !== moment || !moment.branch) throw new Error();
    return this.source.prospects(moment);
  };

  /** What a strong bot would do here. */
  ask = async (): Promise<void> => {
    const found = await this.#suggestion();
    if (found) this.hint = found;
  };

  /** A bot takes the next step of the branch. */
  async botStep(): Promise<void> {
    const found = await this.#suggestion();
    if (!found || !this.bots) return;
    this.walks = true;
    this.#play(found.step);
  }

  async #suggestion(): Promise<Hint | null> {
    const { moment } = this;
    if (this.thinking || !moment.branch) return null;
    this.thinking = true;
    try {
      const found = await this.source.hint(moment);
      return this.#key(moment) === this.#key(this.moment) ? found : null;
    } catch (error) {
      this.bots = false;
      showError(error);
      return null;
    } finally {
      this.thinking = false;
    }
  }
}
