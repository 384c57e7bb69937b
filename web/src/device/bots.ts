// Bots of a server's game that think on this device: fetches what the server would ask a bot, lets the engine answer,
// and sends the step. The server checks it like any other, and thinks itself if none comes.
import { get, post, put, Refusal } from '../lib/api';
import { locale } from '../lib/i18n.svelte';
import type { Live } from '../lib/live.svelte';
import { engine } from './engine.svelte';

interface Question {
  seq: number;
}

export class DeviceBots {
  #here = false;
  #ended = false;
  /** The last state for which a bot was asked. */
  #asked = -1;
  /** Ends the thought about it. */
  #thinking: AbortController | null = null;

  constructor(readonly live: Live) {
    addEventListener('pagehide', this.#hide);
    addEventListener('pageshow', this.#show);
  }

  get #path(): string {
    return `/api/games/${this.live.id}`;
  }

  /** Load the engine, without hurry, and tell the server. */
  async begin(): Promise<void> {
    try {
      await engine.start();
      if (this.#ended) return;
      await put(`${this.#path}/device-bots`, { here: true });
      if (this.#ended) return this.#leave();
      this.#here = true;
      await this.notice();
    } catch {
      // The server thinks, as it always can.
    }
  }

  /** There is a new state: if a bot has to decide, let it think. */
  async notice(): Promise<void> {
    const state = this.live.state;
    if (state?.seq !== this.#asked) this.#thinking?.abort(); // the game has moved on, for instance after an undo
    if (!this.#here || state?.status !== 'running' || state.seq === this.#asked) return;
    if (!state.seats.find((seat) => seat.seat === state.view?.seat)?.bot) return;
    this.#asked = state.seq;
    const { signal } = (this.#thinking = new AbortController());
    try {
      const question = await get<Question>(`${this.#path}/bot-question`);
      const asked = JSON.stringify({ ...question, id: question.seq, language: locale.language });
      const { result } = JSON.parse(await engine.think(asked, signal)) as { result?: string };
      if (!result) throw new Refusal(0, 'no-step', '');
      await post(`${this.#path}/bot-steps`, { seq: question.seq, step: result });
    } catch (error) {
      if (signal.aborted) return;
      const refusal = error instanceof Refusal ? error : null;
      if (refusal?.code === 'not-here') this.#here = false;
      else if (refusal?.status !== 409) this.end(); // 409: the game has moved on
    }
  }

  /** The server thinks again. */
  end(): void {
    this.#ended = true;
    this.#thinking?.abort();
    removeEventListener('pagehide', this.#hide);
    removeEventListener('pageshow', this.#show);
    this.#hide();
  }

  #hide = (): void => {
    if (this.#here) this.#leave();
  };
  /** The browser has kept the page and brings it back. */
  #show = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) void this.begin();
  };

  /** Tell the server, also when the page is being closed: otherwise it would wait for a step. */
  #leave(): void {
    this.#here = false;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ here: false });
    const told = fetch(`${this.#path}/device-bots`, { method: 'PUT', keepalive: true, headers, body });
    void told.catch(() => undefined);
  }
}
