// Whether the server can be reached. Every request says so; while none gets through, one asks again now and then.
import { isStatic } from './site';

const AGAIN = 5_000;

/** Whether the browser has a network at all. */
export const isOnline = (): boolean => globalThis.navigator?.onLine !== false;

class Net {
  /** False: the last request got no answer. A static site needs none. */
  reachable = $state(isStatic || isOnline());
}
export const net = new Net();

let timer: ReturnType<typeof setTimeout>;

/** A request was answered, or was not. */
export function noteReached(reached: boolean): void {
  net.reachable = reached;
  clearTimeout(timer);
  if (!reached) timer = setTimeout(tryAgain, AGAIN);
}

function tryAgain(): void {
  if (!isOnline()) return; // the browser says when that changes
  fetch('/api/house').then(
    () => noteReached(true),
    () => noteReached(false),
  );
}

/** Follow what the browser says about the network. */
export function followNetwork(): void {
  if (isStatic) return;
  addEventListener('offline', () => (net.reachable = false));
  addEventListener('online', tryAgain);
}
