// Whether the bots of a server's game think on this device. It is decided here, in the code of every table, so that the
// engine is loaded only where it helps, and never before the board is there.
import type { GameState } from './api';
import { device } from './host.svelte';
import type { Live } from './live.svelte';
import { afterPaint } from './painted';
import { prefs } from './prefs.svelte';
import { canRun, hasEngine } from './site';

const ENOUGH_MEMORY = 4; // gigabytes, where the browser tells
const SOON = 1_500; // milliseconds after the board has been painted

/** Whether one person plays against bots, and nothing depends on the result. */
export const isAlone = (state: GameState): boolean =>
  !state.about.rated &&
  state.mine.length > 0 &&
  state.seats.some((seat) => seat.bot) &&
  state.seats.every((seat) => seat.bot || state.mine.includes(seat.seat));

/** Whether this device has the means. Somebody who saves data has not asked for five megabytes. */
function isCapable(): boolean {
  const { deviceMemory, connection } = navigator as { deviceMemory?: number; connection?: { saveData?: boolean } };
  return (deviceMemory ?? ENOUGH_MEMORY) >= ENOUGH_MEMORY && navigator.hardwareConcurrency > 1 && !connection?.saveData;
}

/** Whether the reader's preference and this device allow it. */
export const mayThinkHere = (): boolean =>
  hasEngine && canRun() && (prefs.bots === 'device' || (prefs.bots === 'auto' && isCapable()));

/** Let the bots of a table think here, as long as it is shown. `notice` must be called after each state. */
export function thinkHere(live: Live): { notice: () => void; end: () => void } {
  let bots: { begin(): Promise<void>; notice(): Promise<void>; end(): void } | null = null;
  let ended = false;
  let timer = 0;
  afterPaint(() => {
    if (!ended) timer = window.setTimeout(() => void begin().catch(() => undefined), SOON);
  });
  async function begin(): Promise<void> {
    const { DeviceBots } = await device();
    if (ended) return;
    bots = new DeviceBots(live);
    await bots.begin();
  }
  return {
    notice: () => void bots?.notice(),
    end: () => {
      ended = true;
      clearTimeout(timer);
      bots?.end();
    },
  };
}
