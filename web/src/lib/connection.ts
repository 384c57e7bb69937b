// The connection of a table: a WebSocket, or server-sent events where sockets are blocked, or the engine for a game on
// this device. It stays: after an interruption it connects again, later each time, and at once when the page wakes up.
import { DeviceSocket } from './deviceSocket';

export type Link = 'connecting' | 'connected' | 'reconnecting' | 'offline';

const SILENCE = 45_000; // the server sends something at least every 20 s
const ASLEEP = 25_000; // after so long without a message, a page that wakes up connects again
const WATCH_EVERY = 5_000;
const FIRST_DELAY = 300;
const MAX_DELAY = 10_000;
const TROUBLE_DELAY = 2_000; // while the server answers, but its database is away
const SERVICE_RESTART = 1012; // a close code: this server process stops, and another one takes over
const QUIET = 1_000; // so long nobody is told that the connection moves to another process
const MOST_FAILED_SOCKETS = 2; // then a stream is tried once

/** What a connection asks and tells its table. */
export interface Table {
  id: string;
  /** Whether the game is on this device: then no network is needed, and nobody sends heartbeats. */
  local: boolean;
  /** The number of the state that it has; -1: none. */
  since: () => number;
  /** Whether the server answers, but can neither read nor save games. */
  troubled: () => boolean;
  /** A message has come. The next one waits until it is dealt with. `current` says whether the connection that brought
   * it is still the one in use. */
  message: (text: string, current: () => boolean) => Promise<void>;
  /** What was sent over the connection gets no answer any more. `moved`: the next connection begins at once. */
  closed: (moved: boolean) => void;
  link: (link: Link) => void;
  /** A connection has ended by itself. `heard`: something had come over it. */
  failed: (kind: 'socket' | 'stream', heard: boolean) => void;
}

export class Connection {
  /** Whether it connects again after an interruption. */
  retries = true;
  #link: Link = 'connecting';
  #socket: WebSocket | DeviceSocket | null = null;
  #stream: EventSource | null = null;
  #attempts = 0;
  #failedSockets = 0;
  #timer = 0;
  #watchdog = 0;
  #lastMessage = Date.now();
  #closed = false;
  /** Whether it is on its way from one server process to another. */
  #moving = false;
  /** Done when every message of this connection so far is dealt with. */
  #received: Promise<void> = Promise.resolve();

  constructor(readonly table: Table) {}

  get link(): Link {
    return this.#link;
  }

  set link(link: Link) {
    this.#link = link;
    this.table.link(link);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Connect, and stay connected until `close`. */
  open(): void {
    addEventListener('online', this.#wake);
    if (!this.table.local) addEventListener('offline', this.#goOffline);
    addEventListener('pageshow', this.#wake);
    document.addEventListener('visibilitychange', this.#wakeIfVisible);
    this.#watchdog = window.setInterval(() => {
      if (this.#silentFor(SILENCE) && this.link === 'connected') this.reconnectLater();
    }, WATCH_EVERY);
    this.connect();
  }

  close(): void {
    this.#closed = true;
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#goOffline);
    removeEventListener('pageshow', this.#wake);
    document.removeEventListener('visibilitychange', this.#wakeIfVisible);
    clearInterval(this.#watchdog);
    clearTimeout(this.#timer);
    this.#disconnect();
  }

  /** End the connection: there is nothing at its end. */
  stop(): void {
    this.retries = false;
    clearTimeout(this.#timer);
    this.#disconnect();
  }

  /** Send something over the socket. False: there is none that works. */
  send(text: string): boolean {
    if (this.link !== 'connected' || this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(text);
    return true;
  }

  /** A state has come over it, so it works. Whether it had been interrupted, and whether it has moved. */
  works(): { wasDown: boolean; moved: boolean } {
    const [wasDown, moved] = [this.link === 'reconnecting' || this.link === 'offline', this.#moving];
    this.#moving = false;
    clearTimeout(this.#timer);
    this.#attempts = this.#failedSockets = 0;
    return { wasDown, moved };
  }

  /** Sockets come through, although no state does. */
  reaches(): void {
    this.#failedSockets = 0;
  }

  connect(quietly = false): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#disconnect();
    if (!this.#reachable) {
      this.link = 'offline';
      return;
    }
    if (this.link !== 'connecting' && !quietly) this.link = 'reconnecting';
    // After sockets that never opened, try a stream once, then sockets again.
    if (this.#failedSockets >= MOST_FAILED_SOCKETS && !this.table.local) this.#openStream();
    else this.#openSocket();
  }

  #openStream(): void {
    this.#failedSockets = 0;
    const { id, since } = this.table;
    const stream = new EventSource(`/api/games/${id}/events?since=${since()}&text=1`);
    this.#stream = stream;
    let heard = false;
    stream.onmessage = (event) => {
      heard = true;
      this.#enqueue(event.data as string, () => this.#stream === stream);
    };
    stream.onerror = () => {
      if (this.#stream !== stream) return;
      this.table.failed('stream', heard);
      this.reconnectLater();
    };
  }

  #openSocket(): void {
    this.#failedSockets++;
    const { id, local, since } = this.table;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = local
      ? new DeviceSocket(id, since())
      : new WebSocket(`${scheme}://${location.host}/api/games/${id}/live?since=${since()}&text=1`);
    this.#socket = socket;
    let heard = false;
    socket.onmessage = (event: { data: unknown }) => {
      heard = true;
      this.#enqueue(event.data as string, () => this.#socket === socket);
    };
    socket.onclose = (event: { code: number }) => {
      if (this.#socket !== socket) return;
      this.table.failed('socket', heard);
      if (event.code === SERVICE_RESTART && this.link === 'connected') this.#move();
      else this.reconnectLater();
    };
  }

  get #reachable(): boolean {
    return this.table.local || navigator.onLine;
  }

  /** Whether nothing has come for so many milliseconds, although something should have. */
  #silentFor(time: number): boolean {
    return !this.table.local && Date.now() - this.#lastMessage > time;
  }

  /** Connect to another process of the server, at once. What is on its way is sent there. Usually nobody notices. */
  #move(): void {
    this.#disconnect(true);
    this.#moving = true;
    this.connect(true);
    this.#timer = window.setTimeout(() => (this.link = 'reconnecting'), QUIET);
  }

  #disconnect(moved = false): void {
    this.#received = Promise.resolve(); // the next connection does not wait for what this one still fetches
    const [socket, stream] = [this.#socket, this.#stream];
    this.#socket = this.#stream = null;
    socket?.close();
    stream?.close();
    this.table.closed(moved);
  }

  /** It is lost: try again after a delay that doubles with each attempt. */
  reconnectLater(): void {
    this.#disconnect();
    if (this.#closed || !this.retries) return;
    if (!this.#reachable) {
      this.link = 'offline';
      return;
    }
    if (this.link !== 'connecting') this.link = 'reconnecting';
    const longest = this.table.troubled() ? TROUBLE_DELAY : MAX_DELAY;
    const delay = Math.min(longest, FIRST_DELAY * 2 ** this.#attempts++) * (0.75 + Math.random() / 2);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.connect(), delay);
  }

  /** Deal with messages one after another: each builds on the one before. */
  #enqueue(text: string, current: () => boolean): void {
    this.#lastMessage = Date.now();
    this.#received = this.#received
      .then(() => (current() ? this.table.message(text, current) : undefined))
      .catch((error: unknown) => void setTimeout(() => Promise.reject(error as Error))); // as any error of the page
  }

  #wake = (): void => {
    this.#attempts = 0;
    if (this.link !== 'connected' || this.#silentFor(ASLEEP)) this.connect();
  };
  #goOffline = (): void => {
    this.#disconnect();
    clearTimeout(this.#timer);
    this.link = 'offline';
  };
  #wakeIfVisible = (): void => {
    if (document.visibilityState === 'visible') this.#wake();
  };
}
