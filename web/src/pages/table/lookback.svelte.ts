// Looking at an earlier position of the game. The back button and Escape return to the present.
import { get, type GameState, type RecordPosition } from '../../lib/api';
import { showError } from '../../lib/notify.svelte';
import { pushLayer } from '../../lib/route.svelte';
import { stepCount } from '../../lib/turns';
import type { PositionTexts, View } from '../../games/manifest';

interface Past {
  /** The number of steps taken. */
  at: number;
  view: View;
  texts: PositionTexts;
}

export class Lookback {
  /** The earlier position on the table; null: the present. */
  past = $state.raw<Past | null>(null);
  #leave: (() => void) | null = null;
  /** What was asked for last, at which the table will arrive; null: the present. */
  #wanted: object | null = null;

  constructor(readonly now: () => GameState) {}

  /** Show the position after so many steps. */
  async show(at: number): Promise<void> {
    const { id, seat, mine, view } = this.now();
    if (at >= stepCount(view as unknown as View)) return this.close();
    const asked = (this.#wanted = {});
    try {
      const asOwn = seat && mine.length ? `&seat=${seat}` : '';
      const position = await get<RecordPosition>(`/api/games/${id}/at/${at}?text=true${asOwn}`);
      if (this.#wanted !== asked) return;
      const { view: then, told } = position as unknown as { view: View; told: PositionTexts };
      this.past = { at, view: then, texts: told };
      this.#leave ??= pushLayer(() => {
        this.#leave = this.past = this.#wanted = null;
      });
    } catch (error) {
      if (this.#wanted === asked) showError(error);
    }
  }

  /** Return to the present. */
  close(): void {
    this.past = this.#wanted = null;
    const leave = this.#leave;
    this.#leave = null;
    leave?.();
  }
}
