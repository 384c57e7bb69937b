// What is said of the position on the table of a replay: the players, the prompt, and what screen readers announce.
import { untrack } from 'svelte';
import { _ } from '../../lib/i18n.svelte';
import { announce } from '../../lib/notify.svelte';
import { gaveUp, nameOrReader, type Outcome } from '../../lib/outcome';
import { nameIn, playersInReplay } from '../../lib/players';
import type { Player, PositionTexts } from '../../games/manifest';
import { toldAt, withPrompt } from '../table/shownTexts';
import { judgementName, playedInWords, type Analysis, type Fault } from './analysis.svelte';
import type { Position } from './position.svelte';

export class Words {
  readonly players: Player[] = $derived.by(() => {
    const { replay, shown, atEnd, view } = this.position;
    const { table, seats } = replay.source;
    const viewer = replay.seat ?? shown?.view.viewer;
    return playersInReplay(table, seats, shown?.texts ?? null, {
      you: (table?.mine ?? []).filter((one) => one === viewer),
      turn: atEnd ? null : (view?.seat ?? null),
      ended: atEnd,
    });
  });
  /** How the game ended, if it was not played to its end. */
  readonly ending: string = $derived.by(() => {
    const { table, over } = this.position.replay.source;
    const outcome = (table?.outcome ?? null) as Outcome | null;
    return over ? gaveUp(outcome, nameOrReader(this.players, outcome?.seat)) : '';
  });
  /** The step that led to the position. */
  readonly told: string = $derived.by(
    () => toldAt(this.position.log, this.players, this.position.taken) || _('The start of the game.'),
  );
  /** The turn in which something was given away by the next step. */
  readonly fault: Fault | undefined = $derived.by(() => {
    const { branch, replay } = this.position;
    return branch || replay.playing ? undefined : this.analysis.faults.find((one) => one.before === replay.at);
  });
  readonly faultInWords: string = $derived(
    this.fault
      ? _('{name}, turn {n}: {played} ({judgement}).', {
          name: nameIn(this.players, this.fault.seat),
          n: this.fault.turn,
          played: playedInWords(this.fault),
          judgement: judgementName(this.fault.judgement),
        })
      : '',
  );
  /** For whom the person decides in a branch, if not for themselves. */
  readonly whose: string | undefined = $derived.by(() => {
    const { legal, shown } = this.position;
    const decides = legal.length ? this.players.find((one) => one.seat === shown?.view.seat) : undefined;
    return decides && decides.called !== _('You') ? decides.name : undefined;
  });
  readonly texts: PositionTexts | null = $derived.by(() => {
    const { shown, branch, playback, atEnd } = this.position;
    if (!shown) return null;
    if (branch && !playback.lagging) {
      const [{ question }, name] = [shown.texts, this.whose];
      return name ? { ...shown.texts, question: _('{name}: {question}', { name, question }) } : shown.texts;
    }
    if (this.fault) return withPrompt(shown.texts, this.faultInWords);
    if (atEnd) return withPrompt(shown.texts, [_('The game is over.'), this.ending].filter(Boolean).join(' '));
    return withPrompt(shown.texts, this.told);
  });

  /** Call it while a component is created. */
  constructor(
    readonly position: Position,
    readonly analysis: Analysis,
  ) {
    $effect(() => {
      const { branch, legal, shown, replay } = position;
      const words = branch && legal.length ? (this.texts?.question ?? '') : this.faultInWords || this.told;
      if (shown && !replay.waiting) untrack(() => announce(words));
    });
  }
}
