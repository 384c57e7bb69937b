// The live state of one game: the last verified state with its texts, and steps in flight.
//
// Every message holds the whole state, so nothing can drift: the next message makes up for a missed one. It also
// carries the texts, but only the new lines of the log; if lines between are missing, everything is fetched. An update
// counts only when its hash matches its view; until then the connection is "reconnecting". Steps go over the socket on
// which updates come (`connection.ts`), or else by POST, with an idempotency key: sending one again is safe. Nothing is
// queued silently: a step that did not get through is shown, and sent again only when the person asks.
import { Refusal, get, post, postOnce, refusalOf, unreachable, type ChatMessage, type GameState } from './api';
import { mergeMessages } from './chat.svelte';
import { Connection, type Link } from './connection';
import { matchesHash, newKey } from './hash';
import { isLocal, loaded } from './host.svelte';
import type { PositionTexts } from '../games/manifest';
import { _, build } from './i18n.svelte';
import { afterPaint } from './painted';
import { assembleTexts, type LiveTexts } from './texts';

/** What can be done whatever has happened meanwhile. */
const ANY_TIME = new Set(['join', 'start', 'fill', 'resign', 'leave', 'rematch']);

export interface PendingStep {
  /** It arrived, but could not be saved. */
  unstored?: boolean;
  step: string;
  seq: number;
  key: string;
}
const PATIENCE = 10_000; // for the answer to a step
const STORE = 'store'; // the code of an error: the database cannot be used now
const MOVED = -1; // instead of a status: the connection has moved before the answer came

interface StepBody {
  seq: number;
  step: string;
  client_key: string;
}
interface Answer {
  status: number;
  body: unknown;
}

export class Live {
  state = $state.raw<GameState | null>(null);
  #texts = $state.raw<LiveTexts | null>(null);
  /** The texts of the state's view, from the same message; null before the game starts. */
  readonly texts: PositionTexts | null = $derived(this.#texts?.texts ?? null);
  link = $state<Link>('connecting');
  /** Seats whose people are connected. */
  here = $state.raw<string[]>([]);
  /** The seat that was left and whose player is there again, so that the others can only wait; null: none. */
  back = $state<string | null>(null);
  /** How many bots of other tables come before the one that has to decide here; null: it does not wait. */
  before = $state<number | null>(null);
  messages = $state.raw<ChatMessage[]>([]);
  /** Whether the server answers, but can neither read nor save games. */
  trouble = $state(false);
  /** Why the table cannot be shown at all; null: it can. */
  gone = $state.raw<Refusal | null>(null);
  #pending = $state.raw<PendingStep | null>(null);
  /** Whether a step is on its way. Its update may arrive before its response; then the next step need not wait. */
  readonly busy: boolean = $derived(this.#pending !== null && this.#pending.seq === this.state?.seq);
  /** A step that the server has not confirmed. */
  unsent = $state.raw<PendingStep | null>(null);
  /** Called after each new state, with the one before. */
  onstate: ((before: GameState | null, now: GameState) => void) | null = null;
  onchat: ((message: ChatMessage) => void) | null = null;

  /** Whether the game is on this device: then no network is needed, and nobody sends heartbeats. */
  readonly local: boolean;
  readonly #connection: Connection;
  /** The last state that came over this connection. Messages about presence and chat name the state they belong to. */
  #last = { seq: -1, hash: '' };
  #resyncing = false;
  /** Done when the step on its way is answered and the answer is shown. */
  #sending: Promise<void> = Promise.resolve();
  /** By key: who waits for the answer to a step that went over the socket. */
  readonly #waiting = new Map<string, (answer: Answer) => void>();

  constructor(readonly id: string) {
    this.local = isLocal(id);
    this.#connection = new Connection({
      id,
      local: this.local,
      since: () => this.state?.seq ?? -1,
      troubled: () => this.trouble,
      link: (link) => (this.link = link),
      message: (text, current) => this.#receive(text, current),
      closed: (moved) => this.#endWaiting(moved ? MOVED : 0),
      failed: (kind, heard) => {
        if (kind === 'socket' && !heard) this.trouble = false; // nobody answers at all
        if (kind === 'stream' && !this.state) void this.#askWhy();
      },
    });
  }

  /** Connect, and stay connected until `close`. */
  open(): void {
    this.#connection.open();
    void this.#takePreloaded().catch(() => undefined); // the connection says what is wrong
  }

  close(): void {
    this.#connection.close();
  }

  /** A page that was opened at this table has asked for the state before any script ran: show it until the connection
   * brings a later one. */
  async #takePreloaded(): Promise<void> {
    if (!document.head.querySelector(`link[rel=preload][href="${this.#path}"]`)) return;
    const state = await get<GameState>(this.#path);
    if (!this.state && (await matchesHash(state.view, state.state_hash)) && !this.state) this.#apply(state, false);
  }

  get #path(): string {
    return `/api/games/${this.id}?text=1`;
  }

  /** Fetch the current state. It may be older than one that comes over the connection meanwhile. */
  async #refresh(): Promise<void> {
    const before = this.state;
    const state = await get<GameState>(this.#path);
    if (!(await matchesHash(state.view, state.state_hash)))
      throw new Refusal(0, 'hash', _('The position arrived damaged; loading it again.'));
    this.#apply(state, this.state === before);
  }

  /** The reader has chosen another language: connect again, because a connection speaks one language. */
  changeLanguage(): void {
    if (this.link === 'connected') this.#connection.connect(true);
  }

  /** Take a step from the position that is shown. */
  async step(step: string): Promise<void> {
    if (!this.state || this.busy) return;
    await this.#send({ step, seq: this.state.seq, key: newKey() });
  }

  /** Send the unsent step again; the server applies it once. */
  async retry(): Promise<void> {
    const pending = this.unsent;
    if (pending) await this.#send(pending);
  }

  /** Give up the unsent step. If it did arrive after all, the next state shows it. */
  discard(): void {
    this.unsent = null;
  }

  /** Do something else at this table: undo, resign, leave … What depends on the position names it. */
  async act(what: string, body: object = {}): Promise<GameState> {
    const before = this.state;
    const wasSpectator = !before?.mine.length;
    const seq = ANY_TIME.has(what) ? {} : { seq: before?.seq };
    let state: GameState;
    try {
      state = await postOnce<GameState>(`/api/games/${this.id}/${what}?text=1`, { ...body, ...seq });
    } catch (error) {
      if (!(error instanceof Refusal) || !this.#movedOn(error, before)) throw error;
      throw new Refusal(
        409,
        'moved-on',
        _('Something else happened first, so nothing was changed. Check the table and try again.'),
      );
    }
    if (state.id === this.id) this.#apply(state, false);
    // The connection was opened as a spectator: after taking a seat, connect again as a player.
    if (wasSpectator && state.mine.length) this.#connection.connect(true);
    return state;
  }

  /** Whether the server refused because the game has moved on from `before`. It sent the state that was the current
   * one then; it is shown, unless a later one is already. */
  #movedOn(error: Refusal, before: GameState | null): boolean {
    const state = error.status === 409 ? (error.body as GameState | null) : null;
    if (state?.type !== 'state') return false;
    this.#apply(state, this.state === before);
    return true;
  }

  #send(pending: PendingStep): Promise<void> {
    const sending = this.#submitAndShow(pending);
    this.#sending = sending.catch(() => undefined);
    return sending;
  }

  async #submitAndShow(pending: PendingStep): Promise<void> {
    this.#pending = pending;
    this.unsent = null;
    const { step, seq, key } = pending;
    const before = this.state;
    try {
      // The press is shown before the answer, which changes the whole table.
      const painted = new Promise<void>(afterPaint);
      const state = await this.#submit({ seq, step, client_key: key });
      await painted;
      this.#apply(state, false);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 0 || error.status >= 500) {
        this.unsent = { ...pending, unstored: error.code === STORE };
        this.trouble = error.code === STORE;
        this.#connection.reconnectLater();
      } else if (this.#movedOn(error, before)) {
        throw new Refusal(
          409,
          'moved-on',
          _('Something else happened first, so your move was not played. Check the board and try again.'),
        );
      }
      throw error;
    } finally {
      if (this.#pending === pending) this.#pending = null;
    }
  }

  /** Over the socket the answer is also the update; by POST the update would come as well. */
  async #submit(body: StepBody): Promise<GameState> {
    const byPost = () => post<GameState>(`/api/games/${this.id}/steps?text=1`, body);
    if (!this.#connection.send(JSON.stringify(body))) return byPost();
    const key = body.client_key;
    const answered = new Promise<Answer>((done) => this.#waiting.set(key, done));
    const timer = setTimeout(() => this.#waiting.get(key)?.({ status: 0, body: null }), PATIENCE);
    const answer = await answered;
    clearTimeout(timer);
    this.#waiting.delete(key);
    if (answer.status === MOVED) return byPost(); // if it was taken, this is answered in the same way
    if (answer.status === 0) throw unreachable();
    if (answer.status !== 200) throw refusalOf(answer.status, answer.body);
    return answer.body as GameState;
  }

  /** A refused connection does not say why, an ordinary request does: who is blocked learns the reason. */
  async #askWhy(): Promise<void> {
    try {
      await get(`/api/games/${this.id}`);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 403 || this.#connection.closed) return;
      this.gone = error;
      this.#connection.stop();
    }
  }

  /** The connection has ended: nothing that was sent over it is answered any more. */
  #endWaiting(status: number): void {
    this.#last = { seq: -1, hash: '' };
    for (const answer of this.#waiting.values()) answer({ status, body: null });
  }

  async #receive(text: string, current: () => boolean): Promise<void> {
    const message = JSON.parse(text) as { type: string; seq?: number; state_hash?: string };
    if (message.type === 'state') {
      const state = message as unknown as GameState;
      this.#last = { seq: state.seq, hash: state.state_hash };
      const intact = await matchesHash(state.view, state.state_hash);
      if (!current()) return;
      if (intact) this.#receiveState(state);
      else await this.#resync();
      return;
    }
    if (message.type === 'answer') {
      const answer = message as unknown as Answer & { client_key: string };
      const waiting = this.#waiting.get(answer.client_key);
      waiting?.(answer);
      if (waiting) await this.#sending; // what comes next builds on the state in the answer
      return;
    }
    if (this.#missed(message.seq, message.state_hash)) {
      this.#last = { seq: message.seq!, hash: message.state_hash! };
      void this.#resync();
    }
    if (message.type === 'presence')
      ({ here: this.here, back: this.back } = message as unknown as { here: string[]; back: string | null });
    else if (message.type === 'queue') this.before = (message as unknown as { before: number | null }).before;
    else if (message.type === 'chat') {
      const chat = message as unknown as ChatMessage;
      this.messages = mergeMessages(this.messages, [chat]);
      this.onchat?.(chat);
    } else if (message.type === 'error') {
      const { error } = message as unknown as { error: { code: string; text: string; rule: string } };
      if (error.code === STORE) {
        this.trouble = true;
        this.#connection.reaches();
      } else {
        this.gone = new Refusal(404, error.code, error.text, error.rule);
        this.#connection.retries = false;
      }
    }
  }

  #receiveState(state: GameState): void {
    const { wasDown, moved } = this.#connection.works();
    this.trouble = false;
    this.#apply(state, wasDown);
    this.#connection.link = 'connected';
    if ((wasDown || moved) && !this.local) void reloadIfOutdated(this.unsent !== null);
  }

  /** Whether a message names a state that did not arrive: a later one, or another with the same number. */
  #missed(seq: number | undefined, hash: string | undefined): boolean {
    if (seq === undefined || !this.state) return false;
    return seq > Math.max(this.state.seq, this.#last.seq) || (seq === this.#last.seq && hash !== this.#last.hash);
  }

  /** A state was missed or is damaged, or its text builds on one that was missed: fetch the current one, and count as
   * connected only then. */
  async #resync(): Promise<void> {
    if (this.#resyncing) return;
    this.#resyncing = true;
    this.#connection.link = 'reconnecting';
    try {
      await this.#refresh();
      // What came meanwhile may have built on the missed state, so that it could not be shown.
      if (this.state && this.state.seq < this.#last.seq) await this.#refresh();
      this.#connection.link = 'connected';
    } catch {
      this.#connection.reconnectLater();
    } finally {
      this.#resyncing = false;
    }
  }

  /** Show a state, unless a later one is shown already; `certain`: it is the current one, whatever came before. The
   * same position keeps the same view and the same choices, so that a choice that has begun is not disturbed. */
  #apply(state: GameState, certain: boolean): void {
    const before = this.state;
    if (before && !certain && state.seq < before.seq) return;
    const texts = assembleTexts(this.#texts, state);
    if (!texts && state.view) return void this.#resync();
    if (before?.state_hash === state.state_hash) {
      state.view = before.view;
      if (before.legal.join() === state.legal.join()) state.legal = before.legal;
    }
    this.#texts = texts;
    this.state = state;
    if (before?.seq !== state.seq) this.before = null;
    if (this.unsent && state.seq > this.unsent.seq) this.unsent = null; // it had arrived, or comes too late
    if (this.local && isAnotherTurn(before, state)) void loaded.device?.loadLocalGames().catch(() => undefined);
    this.onstate?.(before, state);
  }
}

/** Whether lists of games show something else: whose turn it is, or that the game is over. */
const isAnotherTurn = (before: GameState | null, now: GameState): boolean =>
  before?.status !== now.status || !before.legal.length !== !now.legal.length;

/** After an interruption the server may be newer than the page: then reload once, unless a step would be lost. */
export async function reloadIfOutdated(unsent: boolean): Promise<void> {
  if (unsent || !build || build.startsWith('__')) return;
  try {
    const server = await get<{ build: string }>('/api/house');
    if (server.build === build || server.build === 'none' || sessionStorage.getItem('renewed') === server.build) return;
    sessionStorage.setItem('renewed', server.build);
    location.reload();
  } catch {
    // The next interruption asks again.
  }
}
