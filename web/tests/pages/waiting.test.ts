// @vitest-environment jsdom
// A table that waits for players says when it will be closed: in lists, and in its own waiting room.
import { mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ownGames } from '../../src/games';
import GameCard from '../../src/components/GameCard.svelte';
import type { GameState, GameSummary } from '../../src/lib/api';
import { locale } from '../../src/lib/i18n.svelte';
import { Live } from '../../src/lib/live.svelte';
import Waiting from '../../src/pages/table/Waiting.svelte';

class NeverSeen {
  observe() {}
  disconnect() {}
}
const expires = Date.now() + 2 * 86_400_000;
const seats = [{ seat: 'orange', kind: 'open' }];
beforeEach(() => void (locale.language = 'en'));
afterEach(() => vi.unstubAllGlobals());

it('in a list', async () => {
  vi.stubGlobal('IntersectionObserver', NeverSeen);
  const table = { id: 'g1', game: ownGames[0], status: 'waiting', pace: { kind: 'none' }, seats, changed: 0, expires };
  const game = table as unknown as GameSummary;
  const card = mount(GameCard, { target: document.body, props: { game } });
  expect(document.body.textContent).toContain('Closes in 2 days');
  await unmount(card);
});

it('in the waiting room', async () => {
  vi.stubGlobal('fetch', (path: string) => {
    const known = path === '/api/games/g1/expiry';
    return Promise.resolve(new Response(JSON.stringify({ expires }), { status: known ? 200 : 404 }));
  });
  const about = { game: ownGames[0], pace: { kind: 'none' }, rated: false };
  const state = { id: 'g1', seq: 0, status: 'waiting', mine: [], host: false, seats, about } as unknown as GameState;
  const room = mount(Waiting, { target: document.body, props: { live: new Live('g1'), state } });
  await vi.waitFor(() => expect(document.body.textContent).toContain('the table closes in 2 days'));
  await unmount(room);
});
