// When "Since your last turn" is shown: on request at any time, and by itself after an absence.
import { untrack } from 'svelte';
import type { LogLine, PositionTexts } from '../../games/manifest';
import type { GameState } from '../../lib/api';
import { _ } from '../../lib/i18n.svelte';
import { sinceLastTurn } from '../../lib/log';
import { toast } from '../../lib/notify.svelte';

/** How long ago the last event must be for an absence. */
const AWAY = 60_000;
/** How much a spectator is told. */
const LATEST = 12;

interface Moment {
  now: GameState;
  texts: PositionTexts;
  myTurn: boolean;
  /** Several people play on this device. */
  shared: boolean;
}

/** Create it while a component is created. */
export class RecapState {
  #asked = $state<boolean | 'away'>(false);
  readonly lines: LogLine[] = $derived.by(() => {
    const { now, texts } = this.moment();
    return now.seat ? sinceLastTurn(texts.log, now.seat) : texts.log.slice(-LATEST);
  });
  readonly shown: boolean = $derived.by(() => {
    const { texts, myTurn, shared } = this.moment();
    if (!this.lines.length) return false;
    if (this.#asked === 'away') return myTurn && !shared && this.lines.length < texts.log.length;
    return this.#asked;
  });
  /** The number of the last step, if it is the player's own; else 0. */
  readonly #ownStep: number = $derived.by(() => {
    const { now, texts } = this.moment();
    const last = texts.log.at(-1);
    return last && last.seat === now.seat ? last.at : 0;
  });

  constructor(readonly moment: () => Moment) {
    const { now } = untrack(moment);
    const seq = now.seq;
    if (Date.now() - (now.events.at(-1)?.at ?? 0) >= AWAY) this.#asked = 'away';
    $effect(() => {
      const changed = this.moment().now.seq !== seq;
      untrack(() => changed && this.#asked === 'away' && this.close());
    });
    $effect(() => {
      if (this.#ownStep) untrack(() => this.close()); // the player goes on
    });
  }

  close = (): void => void (this.#asked = false);

  toggle = (): void => {
    if (this.shown) this.close();
    else if (this.lines.length) this.#asked = true;
    else toast(_('Nothing has happened since your last turn.'));
  };
}
