// @vitest-environment jsdom
// Without a connection a page says so, offers a way on, and continues when the server is back.
import { flushSync, mount, unmount } from 'svelte';
import type { Component } from 'svelte';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ownGames } from '../../src/games';
import { locale } from '../../src/lib/i18n.svelte';
import { noteReached } from '../../src/lib/net.svelte';
import { gameHas } from '../../src/lib/store.svelte';
import Lobby from '../../src/pages/lists/Lobby.svelte';
import MyGames from '../../src/pages/lists/MyGames.svelte';
import OpeningsPage from '../../src/pages/openings/OpeningsPage.svelte';
import PlayerPage from '../../src/pages/player/PlayerPage.svelte';

const NOTHING = 'This needs a connection to the server.';
const GAME = ownGames[0];
const FIGURES = { games: 20, wins: 0.5, wins_low: 0.4, wins_high: 0.6, margin: 1, margin_low: 0, margin_high: 2 };
const REACHED: Record<string, unknown> = {
  '/api/games': { games: [], more: false },
  '/api/me/games': { games: [] },
  '/api/people/who/statistics': { name: 'Ana', own: false, hidden: false, more: false, games: [], ratings: {} },
  [`/api/openings/${GAME}`]: {
    game: GAME,
    lines: [{ name: 'paving', title: 'Paving', about: 'All.', shared: true }],
    tables: [{ players: 2, games: 20, method: 'By bots.' }],
    edition: {},
    picture: '',
  },
  [`/api/openings/${GAME}/line`]: { start: FIGURES, path: [], choices: [] },
};
let online = false;

beforeEach(() => {
  online = false;
  locale.language = 'en';
  vi.stubGlobal('fetch', (path: string) => {
    const said = online ? REACHED[path.split('?')[0]] : undefined;
    return said ? Promise.resolve(new Response(JSON.stringify(said))) : Promise.reject(new TypeError('no network'));
  });
});
afterEach(() => {
  noteReached(true);
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** Pages load the drawings of a game by themselves; on a busy machine that outlasts the tests. */
afterAll(() => vi.dynamicImportSettled());

const shown = () => document.querySelector('main')!.textContent;
const PAGES = [
  ['the tables', 'Nobody is waiting right now.', Lobby, {}],
  ['my games', 'None yet.', MyGames, {}],
  ['a player', 'No finished games yet.', PlayerPage, { person: 'who' }],
  ['the openings', 'First player · 20 games', OpeningsPage, { game: GAME }],
] as [string, string, Component, object][];

it.each(PAGES)('%s: it is said, and there is a button', async (_name, there, Page, props) => {
  const page = mount(Page, { target: document.body, props });
  try {
    await vi.waitFor(() => expect(shown()).toContain(NOTHING));
    expect([...document.querySelectorAll('main p')].map((one) => one.textContent)).not.toContain('…');
    online = true;
    [...document.querySelectorAll('button')].find((one) => one.textContent === 'Try again')!.click();
    await vi.waitFor(() => expect(shown()).toContain(there));
    expect(shown()).not.toContain(NOTHING);
  } finally {
    await unmount(page);
  }
});

it.each(PAGES)('%s: it continues by itself', async (_name, there, Page, props) => {
  const page = mount(Page, { target: document.body, props });
  try {
    await vi.waitFor(() => expect(shown()).toContain(NOTHING));
    online = true;
    noteReached(true);
    flushSync();
    await vi.waitFor(() => expect(shown()).toContain(there));
    expect(shown()).not.toContain(NOTHING);
  } finally {
    await unmount(page);
  }
});

it('knows which games have openings before the server has answered', () => {
  expect(ownGames.filter((game) => !gameHas(game, 'openings'))).toEqual([]);
});
