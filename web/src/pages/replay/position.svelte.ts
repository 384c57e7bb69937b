// The position on the table of a replay. One step forward is played back as at a table; a jump is not.
import { untrack } from 'svelte';
import { locale } from '../../lib/i18n.svelte';
import { Playback, type Speed } from '../../lib/playback.svelte';
import { prefs } from '../../lib/prefs.svelte';
import { stepCount } from '../../lib/turns';
import type { LogLine, PositionTexts, View } from '../../games/manifest';
import type { Stage } from '../table/stage.svelte';
import type { Replay, Shown } from './replay.svelte';

export class Position {
  speed = $state<Speed>(untrack(() => prefs.speed));
  readonly playback: Playback;
  readonly shown: Shown | null = $derived.by(() => this.replay.shown);
  /** The steps beside the game; null: it is one of the game itself. */
  readonly branch: string[] | null = $derived(this.shown?.moment.branch ?? null);
  readonly seat: string | null = $derived.by(() => {
    const { view } = this.shown ?? {};
    return (this.branch && view?.seat) || (view?.viewer ?? null);
  });
  /** The log of the whole game, or up to the position in a branch. */
  readonly log: LogLine[] = $derived.by(() => {
    const texts = this.branch ? this.shown?.texts : this.replay.whole;
    return texts?.log ?? this.shown?.texts.log ?? [];
  });
  readonly view: View | null = $derived.by(() => this.playback.shown ?? this.shown?.view ?? null);
  /** How many steps have been taken, with the one that is being played back. */
  readonly taken: number = $derived.by(() => this.playback.step?.at ?? (this.view ? stepCount(this.view) : 0));
  /** The table does not show what is wanted yet. */
  readonly unsettled: boolean = $derived.by(() => this.playback.lagging || this.replay.waiting);
  /** Nobody can take a step. */
  readonly idle: boolean = $derived(!this.branch || this.unsettled);
  readonly legal: string[] = $derived(this.idle ? [] : (this.shown?.legal ?? []));
  readonly steps: PositionTexts['steps'] = $derived(this.idle ? [] : (this.shown?.texts.steps ?? []));
  /** It is the end of the game. */
  readonly atEnd: boolean = $derived.by(() => {
    const { source } = this.replay;
    return !this.branch && source.over && this.shown?.moment.at === source.steps && !this.playback.lagging;
  });

  /** Call it while a component is created. */
  constructor(
    readonly replay: Replay,
    stage: Stage,
  ) {
    const { source } = replay;
    this.playback = new Playback({
      speed: () => (replay.walks ? this.speed : 'instant'),
      animate: stage.animate,
      fetchView: (at, viewer) => {
        const { at: from, branch: steps } = replay.moment;
        const beside = steps && at > from ? steps.slice(0, at - from) : null;
        return replay.view({ at: beside ? from : at, branch: beside, seat: viewer });
      },
      line: (at) => this.log.find((line) => line.at === at) ?? null,
      place: (one) => source.seats.indexOf(one) + 1,
      own: true,
    });
    $effect(() => {
      void [replay.moment, locale.language];
      untrack(() => void replay.follow());
    });
    $effect(() => {
      void [replay.seat, locale.language];
      untrack(() => void replay.loadWhole().catch(() => undefined));
    });
    $effect.pre(() => {
      if (!this.shown) return;
      const [view, own] = [this.shown.view, this.seat ? [this.seat] : []];
      untrack(() => this.playback.receive(view, own));
    });
    $effect(() => {
      void this.log;
      untrack(() => this.playback.relabel());
    });
  }
}
