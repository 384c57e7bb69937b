// What was played and what would have been best, as steps that the table marks: both begin at the same position.
import { untrack } from 'svelte';
import { _ } from '../../lib/i18n.svelte';
import type { AnalysedTurn } from '../../lib/api';
import type { ShownStep, View } from '../../games/manifest';
import { bestInWords, decisionOf, playedInWords, playedSteps, SIGNS, type Fault } from './analysis.svelte';
import type { Replay } from './replay.svelte';

/** Steps of each line that are marked. */
const MOST = 4;

/** The two lines of a turn from the step on in which they differ. A step that only ends the turn is not marked. */
export async function comparedSteps(replay: Replay, turn: AnalysedTurn): Promise<ShownStep[]> {
  const { source, seat } = replay;
  const before = decisionOf(turn);
  const place = source.seats.indexOf(turn.seat) + 1;
  const view = (at: number, branch: string[] | null): Promise<View> => replay.view({ at, branch, seat });
  async function line(look: 'played' | 'best', steps: string[], says: string): Promise<ShownStep[]> {
    const shown = steps.slice(0, MOST);
    const views = await Promise.all(
      [...shown, null].map((_step, n) =>
        look === 'played' || n === 0 ? view(before + n, null) : view(before, shown.slice(0, n)),
      ),
    );
    return shown.flatMap((step, n) =>
      n && !step.includes(' ')
        ? []
        : [
            {
              at: before + n + 1,
              seat: turn.seat,
              place,
              step,
              line: null,
              before: views[n],
              after: views[n + 1],
              look,
              sign: look === 'best' ? SIGNS.best : SIGNS[turn.judgement],
              says: look === 'best' ? _('Best: {what}', { what: says }) : _('Played: {what}', { what: says }),
            },
          ],
    );
  }
  const { from } = turn;
  const [played, best] = await Promise.all([
    line('played', playedSteps(turn), playedInWords(turn)),
    line('best', turn.best.slice(from), bestInWords(turn)),
  ]);
  return [...played, ...best];
}

/** The two lines of the fault that is shown, as soon as they are there. */
export class Compared {
  #found = $state.raw<{ before: number; seat: string | null; steps: ShownStep[] } | null>(null);
  readonly steps: ShownStep[] | undefined = $derived.by(() => {
    const [found, { seat }] = [this.#found, this.replay];
    return found && found.before === this.fault()?.before && found.seat === seat ? found.steps : undefined;
  });

  constructor(
    readonly replay: Replay,
    readonly fault: () => Fault | undefined,
  ) {
    $effect(() => {
      const [wanted, { seat }] = [fault(), replay];
      if (!wanted) return;
      let current = true;
      untrack(() => comparedSteps(replay, wanted)).then(
        (steps) => current && (this.#found = { before: wanted.before, seat, steps }),
        () => undefined, // the texts below the table say the same
      );
      return () => void (current = false);
    });
  }
}
