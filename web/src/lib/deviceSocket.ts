// A connection to a game on this device, with the part of a WebSocket that `Live` uses.
import { refusalOf } from './api';
import { device } from './host.svelte';
import { _ } from './i18n.svelte';
import { isStored } from './localShelf';
import { canRun } from './site';

const HOST_FAILED = 1011; // a close code: the other side cannot go on
type Connected = { engine: Awaited<ReturnType<typeof device>>['engine']; connection: number };

export class DeviceSocket {
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readyState: number = WebSocket.CONNECTING;
  readonly #connected: Promise<Connected>;

  constructor(
    readonly game: string,
    since: number,
  ) {
    this.#connected = this.#connect(since);
    this.#connected.catch(() => this.#askWhy()).catch(this.#end);
  }

  async #connect(since: number): Promise<Connected> {
    const { engine } = await device();
    // Nobody waits for the engine to be loaded only to learn that there is nothing to show.
    if (canRun() && engine.status !== 'ready' && (await isStored(this.game)) === false) {
      this.#refuse('no-game', _('There is no game at this address.'));
      return new Promise(() => undefined);
    }
    const connection = await engine.connect(this.game, since, { hear: this.#hear, lost: this.#end });
    return { engine, connection };
  }

  /** A refused connection does not say why, an ordinary request does. The table is told as a server would tell it. */
  async #askWhy(): Promise<void> {
    const { engine } = await device();
    if (engine.status === 'ready') {
      const { status, said } = await engine.request('GET', `/api/games/${this.game}`);
      if (status >= 400) {
        const { code, message, rule } = refusalOf(status, said);
        this.#refuse(code, message, rule);
      }
    }
    this.#end();
  }

  #refuse(code: string, text: string, rule = ''): void {
    this.#hear(JSON.stringify({ type: 'error', error: { code, text, rule } }));
  }

  #hear = (data: string): void => {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.OPEN;
    this.onmessage?.({ data });
  };

  #end = (): void => {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code: HOST_FAILED });
  };

  send(message: string): void {
    void this.#connected
      .then(({ engine, connection }) => engine.submit(connection, message))
      .then(this.#hear)
      .catch(this.#end);
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return; // the engine has forgotten this connection
    this.readyState = WebSocket.CLOSED;
    void this.#connected.then(({ engine, connection }) => engine.disconnect(connection)).catch(() => undefined);
  }
}
