// The games that wait for the person, in every tab and without polling: one tab of the browser holds the server's event
// stream and tells the others; a Web Lock decides which. Browsers without locks fetch the list when a tab becomes
// visible and after the person's own turns.
import { get } from './api';
import type { components } from './schema';

type Game = components['schemas']['AwaitingGame'];
type GameList = components['schemas']['Awaiting'];

class Awaiting {
  /** Games that have waited longest come first. */
  games = $state.raw<Game[]>([]);
  /** The next game that is not this one. */
  next = (here: string): Game | undefined => this.games.find((one) => one.id !== here);
}
export const awaiting = new Awaiting();

let tabs: BroadcastChannel | null = null;
let streaming = false;

function apply(list: GameList): void {
  if (JSON.stringify(list.games) !== JSON.stringify(awaiting.games)) awaiting.games = list.games;
}

/** Fetch the list, unless this tab has the stream. */
export async function refreshAwaiting(): Promise<void> {
  if (streaming) return;
  const list = await get<GameList>('/api/me/awaiting');
  apply(list);
  tabs?.postMessage(list);
}

const refreshIfVisible = (): void => {
  if (document.visibilityState === 'visible') void refreshAwaiting().catch(() => undefined);
};

/** Keep the list up to date, for a person the server knows. Returns the function that ends it. */
export function followAwaiting(): () => void {
  const ended = new AbortController();
  tabs = 'BroadcastChannel' in window ? new BroadcastChannel('awaiting') : null;
  tabs?.addEventListener('message', (event: MessageEvent<GameList>) => apply(event.data));
  document.addEventListener('visibilitychange', refreshIfVisible, { signal: ended.signal });
  refreshIfVisible();
  void navigator.locks
    ?.request('awaiting', { signal: ended.signal }, () => listen(ended.signal))
    .catch(() => undefined);
  return () => {
    ended.abort();
    tabs?.close();
    tabs = null;
    awaiting.games = [];
  };
}

/** Hold the event stream, and with it the lock, until the signal. */
function listen(end: AbortSignal): Promise<void> {
  const stream = new EventSource('/api/me/awaiting/events');
  stream.onopen = () => (streaming = true);
  stream.onerror = () => (streaming = false); // it reconnects by itself
  stream.onmessage = (event: MessageEvent<string>) => {
    const list = JSON.parse(event.data) as GameList & { type: string };
    if (list.type !== 'awaiting') return;
    apply(list);
    tabs?.postMessage({ games: list.games });
  };
  return new Promise((done) =>
    end.addEventListener('abort', () => {
      stream.close();
      streaming = false;
      done();
    }),
  );
}
