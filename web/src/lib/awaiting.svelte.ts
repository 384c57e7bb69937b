// Which of my games wait for me, in every tab and without asking again and again: one tab of the browser holds the
// server's line of news and tells the others; a lock decides which. Where a browser has no locks, it asks when somebody
// looks and after their own turns.
import { get } from './api';
import type { components } from './schema';

type Game = components['schemas']['AwaitingGame'];
type News = components['schemas']['Awaiting'];

class Awaiting {
  /** The longest waiting first. */
  games = $state.raw<Game[]>([]);
  /** The next one that is not this one. */
  next = (here: string): Game | undefined => this.games.find((one) => one.id !== here);
}
export const awaiting = new Awaiting();

let tabs: BroadcastChannel | null = null;
let told = false;

function take(news: News): void {
  if (JSON.stringify(news.games) !== JSON.stringify(awaiting.games)) awaiting.games = news.games;
}

/** Ask, unless this tab is told anyway. */
export async function look(): Promise<void> {
  if (told) return;
  const news = await get<News>('/api/me/awaiting');
  take(news);
  tabs?.postMessage(news);
}

const glance = (): void => {
  if (document.visibilityState === 'visible') void look().catch(() => undefined);
};

/** Begin, for somebody who is known here; what is returned ends it. */
export function follow(): () => void {
  const over = new AbortController();
  tabs = 'BroadcastChannel' in window ? new BroadcastChannel('awaiting') : null;
  tabs?.addEventListener('message', (event: MessageEvent<News>) => take(event.data));
  document.addEventListener('visibilitychange', glance, { signal: over.signal });
  glance();
  void navigator.locks?.request('awaiting', { signal: over.signal }, () => listen(over.signal)).catch(() => undefined);
  return () => {
    over.abort();
    tabs?.close();
    tabs = null;
    awaiting.games = [];
  };
}

/** Hold the line until the end: the lock is ours as long. */
function listen(end: AbortSignal): Promise<void> {
  const line = new EventSource('/api/me/awaiting/events');
  line.onopen = () => (told = true);
  line.onerror = () => (told = false); // it calls again by itself
  line.onmessage = (event: MessageEvent<string>) => {
    const news = JSON.parse(event.data) as News & { type: string };
    if (news.type !== 'awaiting') return;
    take(news);
    tabs?.postMessage({ games: news.games });
  };
  return new Promise((done) =>
    end.addEventListener('abort', () => {
      line.close();
      told = false;
      done();
    }),
  );
}
