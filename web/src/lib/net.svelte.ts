// Whether the server can be reached. Every request says so; while none gets through, one asks again now and then.
import { isStatic } from './site';

const AGAIN = 5_000;

class Net {
  /** False: the last request got no answer. A static site needs none. */
  reachable = $state(isStatic || typeof navigator === 'undefined' || navigator.onLine);
}
export const net = new Net();

let timer = 0;

/** A request was answered, or was not. */
export function noteReached(reached: boolean): void {
  net.reachable = reached;
  clearTimeout(timer);
  if (!reached) timer = window.setTimeout(tryAgain, AGAIN);
}

function tryAgain(): void {
  if (!navigator.onLine) return; // the browser says when that changes
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
