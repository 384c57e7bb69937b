// One's place in the server's queue, while a hint, a file or an analysis waits for its turn.
import { get } from './api';
import { _ } from './i18n.svelte';
import type { components } from './schema';

type PlaceInQueue = components['schemas']['PlaceInQueue'];
/** Milliseconds between two questions. The server tells a place only after a second. */
const ASK_EVERY = 1000;

/** How many come first, in words. */
export function placeInWords(before: number): string {
  const first = [_('Next in the queue'), _('Second in the queue'), _('Third in the queue')];
  return first[before] ?? _('Place {n} in the queue', { n: before + 1 });
}

/** Tell the place of a kind of work in the queue as long as somebody waits for it; at the end null. */
export async function followQueue(
  kind: 'hint' | 'file',
  tell: (before: number | null) => void,
  waits: () => boolean,
): Promise<void> {
  for (;;) {
    await new Promise((wait) => setTimeout(wait, ASK_EVERY));
    if (!waits()) return tell(null);
    const places = await get<PlaceInQueue[]>('/api/me/queue').catch(() => []);
    if (waits()) tell(places.find((one) => one.kind === kind)?.before ?? null);
  }
}
