// Plays back what other players did. `Live` knows the present at once; the table shows `shown`, which lags behind while
// their steps are shown one after another. Input skips to the present, so nobody's clock or move ever waits for it.
import type { LogLine, ShownStep, View } from '../games/manifest';
import { stepCount } from './turns';

export type Speed = 'instant' | 'quick' | 'normal' | 'slow';

/** The times of one step in ms: before things move, in flight, between two flights, and after the last one. */
export interface Pace {
  lead: number;
  fly: number;
  gap: number;
  hold: number;
}
export const PACES: Record<Exclude<Speed, 'instant'>, Pace> = {
  quick: { lead: 80, fly: 320, gap: 90, hold: 180 },
  normal: { lead: 250, fly: 600, gap: 180, hold: 420 },
  slow: { lead: 600, fly: 1_100, gap: 400, hold: 1_000 },
};
/** The longest time that a backlog of steps may take; a longer one is played faster. */
const LONGEST = 8_000;
/** More steps than this are not played back: the player was away, and the recap tells them. */
const MOST = 24;

/** A step in the order of play; `at` is the number of steps taken after it. */
export interface TakenStep {
  at: number;
  /** 1 for the first turn of the game. */
  turn: number;
  seat: string;
  step: string;
}

export const stepsOf = (view: View): TakenStep[] =>
  view.turns
    .flatMap(({ seat, steps }, turn) => steps.map((step) => ({ turn: turn + 1, seat, step })))
    .map((one, before) => ({ at: before + 1, ...one }));

/** What others have done since the last step of an own seat; for a spectator, what was done in the last two turns. */
export function sinceOwn(view: View, own: readonly string[]): TakenStep[] {
  const taken = stepsOf(view);
  if (!own.length) return taken.filter((one) => one.turn > view.turns.length - 2);
  return taken.slice(taken.findLastIndex((one) => own.includes(one.seat)) + 1);
}

/** `?` stands for a word that the viewer may not know yet: when the game ends, all are revealed. */
function sameStep(a: TakenStep, b: TakenStep | undefined): boolean {
  if (a.seat !== b?.seat) return false;
  const [words, others] = [a.step.split(' '), b.step.split(' ')];
  return (
    words.length === others.length && words.every((word, n) => word === others[n] || [word, others[n]].includes('?'))
  );
}

/** Whether a view lies on the way to the present: an undo may have come between. */
function isBefore(view: View, now: View): boolean {
  const taken = stepsOf(now);
  return stepsOf(view).every((one, n) => sameStep(one, taken[n]));
}

export interface PlaybackSource {
  speed: () => Speed;
  /** Show what a step moves, over the view before it. Must end soon after the signal aborts. */
  animate: (step: ShownStep, pace: Pace, signal: AbortSignal) => Promise<void>;
  /** The view after `at` steps, as a seat sees it. */
  fetchView: (at: number, seat: string | null) => Promise<View>;
  line: (at: number) => LogLine | null;
  /** 1 to 4 */
  place: (seat: string) => number;
  /** Whether the steps of own seats are played back as well: in a replay nobody takes them here. */
  own?: boolean;
}

export class Playback {
  /** The view on the table; null before the first one. */
  shown = $state.raw<View | null>(null);
  /** The step that is being played back; null: the table shows the present. */
  step = $state.raw<ShownStep | null>(null);
  /** Steps are being played back, or the last one has just been. */
  playing = $state(false);
  /** The steps of others that stay marked until the viewer's next own step. */
  marked = $state.raw<ShownStep[]>([]);
  #now = $state.raw<View | null>(null);
  readonly lagging: boolean = $derived(this.shown !== this.#now);

  #own: readonly string[] = [];
  /** Known views of the current viewer, by the number of steps taken. */
  #views = new Map<number, View>();
  #run: AbortController | null = null;
  #filling: object | null = null;

  constructor(readonly source: PlaybackSource) {}

  /** The present view, and the seats for which this person decides. Steps of other seats are played back. */
  receive(view: View, own: readonly string[]): void {
    const before = this.#now;
    this.#own = own;
    if (view === before) return;
    const taken = stepsOf(view);
    const known = before?.viewer === view.viewer ? stepsOf(before) : [];
    const common = known.findIndex((one, n) => !sameStep(one, taken[n]));
    const kept = common < 0 ? known.length : common;
    if (before?.viewer !== view.viewer) this.#views.clear();
    for (const at of this.#views.keys()) if (at > kept || at < taken.length - 2 * MOST) this.#views.delete(at);
    this.#views.set(taken.length, view);
    this.#now = view;
    const continues = before?.viewer === view.viewer && kept === known.length;
    const fresh = continues ? taken.slice(known.length) : [];
    const last = this.source.own ? -1 : fresh.findLastIndex((one) => own.includes(one.seat));
    const others = fresh.slice(last + 1);
    if (!others.length || fresh.length > MOST || this.source.speed() === 'instant' || hidden()) this.skip();
    else if (!this.#run || others.length < fresh.length) void this.#play(others[0].at, this.source.speed());
  }

  /** Show the present at once. */
  skip(): void {
    this.#run?.abort();
    this.#run = this.step = null;
    this.playing = false;
    if (this.#now) this.#show(this.#now);
    void this.#fill();
  }

  /** Play back again from the step with this number to the present. */
  async replay(from: number): Promise<void> {
    const speed = this.source.speed();
    const first = Math.max(from, (this.#now ? stepCount(this.#now) : 0) - MOST + 1);
    if (this.#now) await this.#play(first, speed === 'instant' ? 'quick' : speed);
  }

  /** Play back from the step with this number to the present; more steps may arrive meanwhile. */
  async #play(from: number, speed: Speed): Promise<void> {
    this.#run?.abort();
    const run = (this.#run = new AbortController());
    this.playing = true;
    try {
      for (let at = from; at <= stepCount(this.#now!); at++) {
        const step = await this.#stepAt(at);
        if (run.signal.aborted) return;
        const left = stepCount(this.#now!) - at + 1;
        const pace = paceOf(speed, left);
        this.#show(step.before);
        this.step = step;
        await this.source.animate(step, pace, run.signal);
        if (run.signal.aborted) return;
        if (step.after === this.#now) this.step = null;
        this.#show(step.after);
        await pause(pace.hold, run.signal);
        if (run.signal.aborted) return;
      }
    } catch {
      // A view in between could not be fetched: show the present.
    }
    if (this.#run === run) this.skip();
  }

  /** The texts have changed: look up the lines of the marked steps again. */
  relabel(): void {
    if (this.shown) this.#mark();
  }

  #show(view: View): void {
    this.shown = view;
    this.#mark();
  }

  #ownView(): readonly string[] {
    const viewer = this.#now?.viewer;
    return this.#own.filter((seat) => seat === viewer);
  }

  #mark(): void {
    const known = (at: number): boolean => this.#views.has(at - 1) && this.#views.has(at);
    this.marked = sinceOwn(this.shown!, this.#ownView())
      .filter(({ at }) => known(at))
      .map(({ at }) => this.#known(at));
  }

  /** Fetch the views that are missing for the marks: after loading the page, or after another player at this device. */
  async #fill(): Promise<void> {
    const token = (this.#filling = {});
    const now = this.#now;
    if (!now || now.over) return;
    try {
      for (const { at } of sinceOwn(now, this.#ownView()).slice(-MOST)) {
        if (this.#views.has(at - 1) && this.#views.has(at)) continue;
        await this.#stepAt(at);
        if (this.#filling !== token || this.#now !== now) return;
      }
      if (this.shown === now) this.#mark();
    } catch {
      // These steps stay unmarked; the log and the recap tell them.
    }
  }

  async #stepAt(at: number): Promise<ShownStep> {
    const viewer = this.#now!.viewer;
    for (const wanted of [at - 1, at]) {
      if (this.#views.has(wanted)) continue;
      const found = await this.source.fetchView(wanted, viewer);
      if (this.#now!.viewer !== viewer || !isBefore(found, this.#now!)) throw new Error();
      if (!this.#views.has(wanted)) this.#views.set(wanted, found);
    }
    return this.#known(at);
  }

  #known(at: number): ShownStep {
    const [before, after] = [this.#views.get(at - 1)!, this.#views.get(at)!];
    const { seat, step } = stepsOf(after)[at - 1];
    return { at, seat, place: this.source.place(seat), step, line: this.source.line(at), before, after };
  }
}

/** The pace of one step, faster where many are left. */
export function paceOf(speed: Speed, left: number): Pace {
  const pace = PACES[speed === 'instant' ? 'quick' : speed];
  const each = pace.lead + pace.fly + pace.hold;
  const factor = Math.min(1, LONGEST / (each * Math.max(1, left)));
  const scaled = (time: number): number => Math.round(time * factor);
  return { lead: scaled(pace.lead), fly: scaled(pace.fly), gap: scaled(pace.gap), hold: scaled(pace.hold) };
}

/** Wait; ends early when the signal aborts. */
export function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) return done();
    const timer = setTimeout(done, time);
    signal.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true });
  });
}

const hidden = (): boolean => typeof document !== 'undefined' && document.hidden;
