// What the player does at a table: steps, confirmed if the person wants that and never sent twice; undo, redo, hints.
import { get, post, postOnce, previewOf, Refusal, type GameState, type Hint, type Prospects } from '../../lib/api';
import { isAlone, mayThinkHere } from '../../lib/deviceBots';
import { vibrate } from '../../lib/haptics';
import { loaded } from '../../lib/host.svelte';
import { _ } from '../../lib/i18n.svelte';
import type { Live } from '../../lib/live.svelte';
import { showError, toast } from '../../lib/notify.svelte';
import { prefs } from '../../lib/prefs.svelte';
import { followQueue } from '../../lib/queue';
import { sound } from '../../lib/sound';
import type { PositionTexts, Preview } from '../../games/manifest';

export class Taking {
  /** A step that waits for confirmation. */
  pending = $state<string | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** A hint is on its way. */
  thinking = $state(false);
  /** How many come before it in the queue; null: it need not wait. */
  before = $state<number | null>(null);
  /** A choice on the board that is not sent yet. */
  choice = $state.raw<{ cancel: () => void } | null>(null);
  readonly undecided: boolean = $derived(this.pending !== null || this.choice !== null);

  #asking: AbortController | null = null;
  #previews = new Map<string, Promise<Preview>>();
  /** The number of the state that they belong to. */
  #previewsOf: number | null = null;

  constructor(
    readonly live: Live,
    readonly now: () => GameState,
    readonly texts: () => PositionTexts | null,
  ) {}

  /** Take a step, or ask first. */
  take = (step: string): void => {
    if (this.live.busy || !this.now().legal.includes(step)) return;
    const ends = this.texts()?.steps.find((one) => one.step === step)?.ends ?? false;
    if (prefs.confirm && ends) this.pending = step;
    else void this.send(step);
  };

  send = async (step: string): Promise<void> => {
    this.pending = this.hint = null;
    try {
      await this.live.step(step);
    } catch (error) {
      sound('no');
      vibrate('no');
      if (!this.live.unsent) showError(error);
    }
  };

  /** Give up what is not sent yet. */
  cancel = (): void => {
    this.pending = null;
    this.choice?.cancel();
  };

  undo = async (): Promise<void> => {
    const { how, why } = this.now().undo;
    if (how === 'no') return void toast(_(why) || _('There is nothing to undo.'));
    this.pending = null;
    try {
      await this.live.act('undo', {});
      if (how === 'ask') toast(_('The others have been asked.'));
    } catch (error) {
      showError(error);
    }
  };

  redo = async (): Promise<void> => {
    if (!this.now().undo.redo) return void toast(_('Nothing was undone.'));
    this.pending = null;
    try {
      await this.live.act('redo', {});
    } catch (error) {
      showError(error);
    }
  };

  ask = async (): Promise<void> => {
    if (this.thinking) return;
    this.thinking = true;
    const { id, seq } = this.now();
    const { signal } = (this.#asking = new AbortController());
    void followQueue(
      'hint',
      (before) => (this.before = before),
      () => this.thinking,
    );
    try {
      const hint =
        (await this.#hintFromHere(signal)) ?? (await postOnce<Hint>(`/api/games/${id}/hint`, { seq }, signal));
      if (!signal.aborted) this.hint = hint;
    } catch (error) {
      if (!signal.aborted) showError(error);
    } finally {
      this.thinking = false;
      this.before = null;
    }
  };

  /** A hint from this device, where bots think here, too; null: the server must be asked. */
  async #hintFromHere(signal: AbortSignal): Promise<Hint | null> {
    const { view } = this.now();
    const here = loaded.device?.engine.status === 'ready' && !this.live.local;
    if (!here || !isAlone(this.now()) || !mayThinkHere()) return null;
    return post<Hint>('/api/device/hint', { view }, signal).catch(() => null);
  }

  /** There is a new position: what was about the old one goes. */
  movedOn = (): void => {
    this.#asking?.abort(); // the player went on without the hint
    this.#asking = this.hint = this.pending = null;
  };

  preview = (step: string): Promise<Preview> => {
    const { id, seq } = this.now();
    if (this.#previewsOf !== seq) this.#previews.clear();
    this.#previewsOf = seq;
    let found = this.#previews.get(step);
    if (!found) {
      found = previewOf(`/api/games/${id}/preview`, step, { seq });
      this.#previews.set(step, found);
      found.catch(() => this.#previews.delete(step));
    }
    return found;
  };

  /** Debounced: positions that are passed through quickly are not fetched. */
  prospects = async (): Promise<Record<string, unknown>> => {
    const asked = this.now().state_hash;
    await new Promise((done) => setTimeout(done, 150));
    const { id, seq, state_hash } = this.now();
    if (this.live.busy || asked !== state_hash) throw new Refusal(0, 'moved-on', '');
    const found = await get<Prospects>(`/api/games/${id}/prospects?seq=${seq}`);
    if (found.moved_on) throw new Refusal(0, 'moved-on', '');
    return found.prospects;
  };
}
