// When "Since your last turn" is shown: on request at any time, and after an absence by itself where it covers only the
// log. Elsewhere its button says that there is something to read.
import { untrack } from 'svelte';
import type { LogLine, Player, PositionTexts } from '../../games/manifest';
import type { GameState } from '../../lib/api';
import { _ } from '../../lib/i18n.svelte';
import { byTurn, sinceLastTurn } from '../../lib/log';
import { announce, toast } from '../../lib/notify.svelte';
import { spokenLine } from '../../lib/players';
import { roomy } from './roomy';

/** How long ago the last event must be for an absence. */
const AWAY = 60_000;
/** How much a spectator is told. */
const LATEST = 12;

interface Moment {
  now: GameState;
  texts: PositionTexts;
  players: Player[];
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
  /** The person comes back after an absence and has not been told yet. */
  readonly #due: boolean = $derived.by(() => {
    const { texts, myTurn, shared } = this.moment();
    return this.#asked === 'away' && myTurn && !shared && this.lines.length < texts.log.length;
  });
  /** There is something to tell, in the recap or by its button: no matter how large the window is. */
  readonly #tells: boolean = $derived(this.lines.length > 0 && (this.#asked === 'away' ? this.#due : this.#asked));
  readonly shown: boolean = $derived(this.#tells && (this.#asked !== 'away' || roomy.current));
  /** How many turns the button announces, where the recap does not open by itself. */
  readonly news: number = $derived(this.#tells && !this.shown ? byTurn(this.lines).length : 0);
  /** The number of the last step, if it is the player's own; else 0. */
  readonly #ownStep: number = $derived.by(() => {
    const { now, texts } = this.moment();
    const last = texts.log.at(-1);
    return last && last.seat === now.seat ? last.at : 0;
  });

  constructor(readonly moment: () => Moment) {
    const { seq, events, now: at } = untrack(moment).now;
    const last = events.at(-1)?.at;
    if (at && last && at - last >= AWAY) this.#asked = 'away';
    $effect(() => {
      const changed = this.moment().now.seq !== seq;
      untrack(() => changed && this.#asked === 'away' && this.close());
    });
    $effect(() => {
      if (this.#ownStep) untrack(() => this.close()); // the player goes on
    });
    $effect(() => {
      if (this.#tells) untrack(() => announce(this.#spoken()));
    });
  }

  #spoken(): string {
    const { players } = this.moment();
    return [`${_('Since your last turn')}:`, ...this.lines.map((line) => spokenLine(line, players))].join(' ');
  }

  close = (): void => void (this.#asked = false);

  toggle = (): void => {
    if (this.shown) this.close();
    else if (this.lines.length) this.#asked = true;
    else toast(_('Nothing has happened since your last turn.'));
  };
}
