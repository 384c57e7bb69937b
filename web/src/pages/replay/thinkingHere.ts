// What this device computes of a finished game that the server keeps: hints, the engine's lines, judged turns and the
// analysis, where bots may think here and the engine is loaded. Nothing of such a game is hidden. If the device cannot
// answer, the server is asked.
import { get } from '../../lib/api';
import { mayThinkHere } from '../../lib/deviceBots';
import { device, isForDevice, loaded } from '../../lib/host.svelte';

/** In the browser's storage: the games and shares whose analysis is on this device, the latest last. */
const ANALYSED = 'analysed';
/** How many of them are remembered. */
const REMEMBERED = 100;

function remembered(): string[] {
  try {
    return JSON.parse(localStorage.getItem(ANALYSED) ?? '[]') as string[];
  } catch {
    return [];
  }
}

function remember(paths: string[]): void {
  try {
    localStorage.setItem(ANALYSED, JSON.stringify(paths.slice(-REMEMBERED)));
  } catch {
    // Storage is blocked: the analysis is shown on this visit only.
  }
}

export class ThinkingHere {
  #record: Promise<object> | null = null;
  #failed = false;

  /** `path` is the address of a finished game, or of the record of one. */
  constructor(readonly path: string) {}

  get #may(): boolean {
    return !this.#failed && !isForDevice(this.path) && mayThinkHere();
  }

  get #can(): boolean {
    return this.#may && loaded.device?.engine.status === 'ready';
  }

  /** The device's answer to a question about the record; null: the server must be asked. */
  async #ask<T>(address: string, about: object, signal?: AbortSignal): Promise<T | null> {
    this.#record ??= get<object>(`${this.path}/record`);
    try {
      const { askDevice } = await device();
      return await askDevice<T>('POST', address, { ...about, record: await this.#record }, signal);
    } catch {
      this.#record = null; // it may be what could not be had
      return null;
    }
  }

  /** The answer to a question about a position; null: the server must be asked. */
  ask<T>(address: string, position: object, signal?: AbortSignal): Promise<T | null> {
    return this.#can ? this.#ask<T>(address, position, signal) : Promise.resolve(null);
  }

  /** Analyse the game on this device, unless the server has done so; null: the server must be asked. */
  async analyse(): Promise<{ job: string } | null> {
    const begun = await this.analysed();
    if (begun || !this.#can) return begun;
    const { job } = await get<{ job: string | null }>(`${this.path}/analysis`);
    return job === null ? this.#analysis() : null;
  }

  /** The analysis that was begun on this device, which loads the engine; null: there is none. */
  analysed(): Promise<{ job: string } | null> {
    return this.#may && remembered().includes(this.path) ? this.#analysis() : Promise.resolve(null);
  }

  async #analysis(): Promise<{ job: string } | null> {
    const found = await this.#ask<{ job: string }>('/api/device/analysis', {});
    if (found) remember([...remembered().filter((path) => path !== this.path), this.path]);
    return found;
  }

  /** The analysis has failed. Whether it was this device's, so that the server can be asked from now on. */
  leaveToServer(): boolean {
    if (!this.#may || !remembered().includes(this.path)) return false;
    this.#failed = true;
    remember(remembered().filter((path) => path !== this.path));
    return true;
  }
}
