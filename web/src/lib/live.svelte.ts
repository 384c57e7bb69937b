// One game, live: the state as the server last verified it, the line that brings it, and steps on their way.
//
// Every message holds the whole state, so nothing can drift: what was missed is made good by the next. A state counts
// only when its hash fits its view; until then the link is "reconnecting". News come over a WebSocket, or as
// server-sent events where sockets are blocked; steps go by POST with a key of their own, so that sending one again is
// safe. Nothing is queued silently: a step that did not get through is shown, and sent again only when asked.
import { Refusal, get, post, type Message, type State } from './api';
import { fits, newKey } from './hash';
import { _, build } from './words.svelte';

export type Link = 'connecting' | 'connected' | 'reconnecting' | 'offline';
export interface Sending {
  step: string;
  seq: number;
  key: string;
}
const SILENCE = 45_000; // the server speaks every 20 s at least
const SLEPT = 25_000;

export class Live {
  state = $state.raw<State | null>(null);
  link = $state<Link>('connecting');
  /** Seats whose people are here. */
  here = $state.raw<string[]>([]);
  messages = $state.raw<Message[]>([]);
  /** The table cannot be shown at all, and why. */
  gone = $state.raw<Refusal | null>(null);
  #sending = $state.raw<Sending | null>(null);
  /** Whether a step is on its way; its news may come before its answer, and then the next one need not wait. */
  readonly busy: boolean = $derived(this.#sending !== null && this.#sending.seq === this.state?.seq);
  /** A step that has not reached the server, as far as we know. */
  unsent = $state.raw<Sending | null>(null);
  /** Called with the state before, after each new one. */
  onstate: ((before: State | null, now: State) => void) | null = null;
  onchat: ((message: Message) => void) | null = null;

  #socket: WebSocket | null = null;
  #stream: EventSource | null = null;
  #tries = 0;
  #sockets = 0;
  #timer = 0;
  #watchdog = 0;
  #heard = Date.now();
  #over = false;
  #seat: string | null = null;
  /** The last state that came over this line: what is said beside the game names the same. */
  #last = { seq: -1, hash: '' };
  #doubting = false;

  constructor(readonly id: string) {}

  /** Begin to listen. */
  open(): void {
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#sleep);
    addEventListener('pageshow', this.#wake);
    document.addEventListener('visibilitychange', this.#look);
    this.#watchdog = window.setInterval(() => {
      if (Date.now() - this.#heard > SILENCE && this.link === 'connected') this.#lost();
    }, 5_000);
    this.#connect();
  }

  /** Listen no longer. */
  close(): void {
    this.#over = true;
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#sleep);
    removeEventListener('pageshow', this.#wake);
    document.removeEventListener('visibilitychange', this.#look);
    clearInterval(this.#watchdog);
    clearTimeout(this.#timer);
    this.#hangUp();
  }

  /** The game as it is, asked anew; `seat`: through another of one's own seats' eyes from now on. */
  async refresh(seat: string | null = this.#seat): Promise<void> {
    this.#seat = seat;
    const query = seat ? `?seat=${encodeURIComponent(seat)}` : '';
    const state = await get<State>(`/api/games/${this.id}${query}`);
    if (!(await fits(state.view, state.state_hash)))
      throw new Refusal(0, 'hash', _('The position arrived damaged; looking again.'));
    this.#take(state, true);
  }

  /** Take a step from the position that is shown. */
  async step(step: string): Promise<void> {
    if (!this.state || this.busy) return;
    await this.#send({ step, seq: this.state.seq, key: newKey() });
  }

  /** Send again what did not get through; the server applies it once. */
  async again(): Promise<void> {
    const sending = this.unsent;
    if (sending) await this.#send(sending);
  }

  /** Let it go. If it did arrive after all, the next state shows it. */
  forget(): void {
    this.unsent = null;
  }

  /** Ask for something else at this table: undo, resign, leave … */
  async act(what: string, body?: unknown): Promise<State> {
    const stranger = !this.state?.mine.length;
    const state = await post<State>(`/api/games/${this.id}/${what}`, body);
    if (state.id === this.id) this.#take(state, false);
    // The connection was opened as a spectator: after taking a seat, connect again as a player.
    if (stranger && state.mine.length) this.#connect(true);
    return state;
  }

  async #send(sending: Sending): Promise<void> {
    this.#sending = sending;
    this.unsent = null;
    try {
      this.#take(
        await post<State>(`/api/games/${this.id}/steps`, {
          seq: sending.seq,
          step: sending.step,
          client_key: sending.key,
        }),
        false,
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 0 || error.status >= 500) {
        this.unsent = sending;
        this.#lost();
      } else if (error.status === 409 && (error.body as State | null)?.type === 'state') {
        this.#take(error.body as State, true);
        throw new Refusal(409, 'moved-on', _('Something else happened first, so your step was not taken. Look again.'));
      }
      throw error;
    } finally {
      if (this.#sending === sending) this.#sending = null;
    }
  }

  #connect(quietly = false): void {
    if (this.#over) return;
    clearTimeout(this.#timer);
    this.#hangUp();
    if (!navigator.onLine) {
      this.link = 'offline';
      return;
    }
    if (this.link !== 'connecting' && !quietly) this.link = 'reconnecting';
    const since = this.state ? this.state.seq : -1;
    const address = `/api/games/${this.id}`;
    // After two sockets that never opened, a stream; then sockets again.
    if (this.#sockets >= 2) {
      this.#sockets = 0;
      const stream = new EventSource(`${address}/events?since=${since}`);
      this.#stream = stream;
      stream.onmessage = (event) => void this.#hear(event.data as string, () => this.#stream === stream);
      stream.onerror = () => this.#stream === stream && this.#lost();
      return;
    }
    this.#sockets++;
    const socket = new WebSocket(
      `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${address}/live?since=${since}`,
    );
    this.#socket = socket;
    socket.onmessage = (event) => void this.#hear(event.data as string, () => this.#socket === socket);
    socket.onclose = () => this.#socket === socket && this.#lost();
  }

  #hangUp(): void {
    this.#last = { seq: -1, hash: '' };
    const [socket, stream] = [this.#socket, this.#stream];
    this.#socket = this.#stream = null;
    socket?.close();
    stream?.close();
  }

  #lost(): void {
    this.#hangUp();
    if (this.#over || this.gone) return;
    if (!navigator.onLine) {
      this.link = 'offline';
      return;
    }
    if (this.link !== 'connecting') this.link = 'reconnecting';
    const wait = Math.min(10_000, 300 * 2 ** this.#tries++) * (0.75 + Math.random() / 2);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#connect(), wait);
  }

  async #hear(text: string, current: () => boolean): Promise<void> {
    this.#heard = Date.now();
    const said = JSON.parse(text) as { type: string; seq?: number; state_hash?: string };
    if (said.type === 'state') {
      const state = said as unknown as State;
      this.#last = { seq: state.seq, hash: state.state_hash };
      const sound = await fits(state.view, state.state_hash);
      if (!current()) return;
      if (sound) await this.#fresh(state);
      else await this.#doubt();
      return;
    }
    if (this.#missed(said.seq, said.state_hash)) {
      this.#last = { seq: said.seq!, hash: said.state_hash! };
      void this.#doubt();
    }
    if (said.type === 'presence') this.here = (said as unknown as { here: string[] }).here;
    else if (said.type === 'chat') {
      const message = said as unknown as Message;
      this.messages = [...this.messages.filter((one) => one.id !== message.id), message];
      this.onchat?.(message);
    } else if (said.type === 'error') {
      const { error } = said as unknown as { error: { code: string; text: string; rule: string } };
      if (error.code !== 'store') this.gone = new Refusal(404, error.code, error.text, error.rule);
    }
  }

  async #fresh(state: State): Promise<void> {
    const again = this.link === 'reconnecting' || this.link === 'offline';
    this.#tries = this.#sockets = 0;
    if (this.#seat && this.#seat !== state.seat && state.mine.includes(this.#seat)) await this.refresh();
    else this.#take(state, again);
    this.link = 'connected';
    if (this.unsent && state.seq > this.unsent.seq) this.unsent = null;
    if (again) void renewed(this.unsent !== null);
  }

  /** Whether the server has told this line of a state that did not come: a later one, or another at the same count. */
  #missed(seq: number | undefined, hash: string | undefined): boolean {
    if (seq === undefined || !this.state) return false;
    return seq > Math.max(this.state.seq, this.#last.seq) || (seq === this.#last.seq && hash !== this.#last.hash);
  }

  /** A state that did not come, or does not fit its hash, is not shown: ask again, and only then be connected. */
  async #doubt(): Promise<void> {
    if (this.#doubting) return;
    this.#doubting = true;
    this.link = 'reconnecting';
    try {
      await this.refresh();
      this.link = 'connected';
    } catch {
      this.#lost();
    } finally {
      this.#doubting = false;
    }
  }

  /** Show a state, unless a later one is shown already; `certain`: it is the present one whatever came before. The
   * same position stays the same view, and the same choice, so that whoever has begun to choose is not disturbed. */
  #take(state: State, certain: boolean): void {
    const before = this.state;
    if (before && !certain && state.seq < before.seq) return;
    if (before?.state_hash === state.state_hash) {
      state.view = before.view;
      if (before.legal.join() === state.legal.join()) state.legal = before.legal;
    }
    this.state = state;
    this.onstate?.(before, state);
  }

  #wake = (): void => {
    this.#tries = 0;
    if (this.link !== 'connected' || Date.now() - this.#heard > SLEPT) this.#connect();
  };
  #sleep = (): void => {
    this.#hangUp();
    clearTimeout(this.#timer);
    this.link = 'offline';
  };
  #look = (): void => {
    if (document.visibilityState === 'visible') this.#wake();
  };
}

/** After an interruption the server may be newer than the page: then reload once, unless a step would be lost. */
export async function renewed(unsent: boolean): Promise<void> {
  if (unsent || !build || build.startsWith('__')) return;
  try {
    const house = await get<{ build: string }>('/api/house');
    if (house.build === build || house.build === 'none' || sessionStorage.getItem('renewed') === house.build) return;
    sessionStorage.setItem('renewed', house.build);
    location.reload();
  } catch {
    // another time
  }
}
