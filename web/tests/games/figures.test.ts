// @vitest-environment jsdom
// The pictures of components in the rules: every one that a figure names exists, and none of the box is missing.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mount, unmount } from 'svelte';
import { expect, it, vi } from 'vitest';
import { manifestOf, ownGames } from '../../src/games';

vi.stubGlobal('fetch', () => new Promise(() => undefined)); // the drawings themselves
const GAMES = join(import.meta.dirname, '../../../src/lutetia/games');
/** Names come from the server: any will do. */
const names = new Proxy({}, { get: (_all, name) => String(name) }) as Record<string, string>;

function drawsOf(game: string): string[] {
  const folder = join(GAMES, game, 'rules/positions');
  return readdirSync(folder)
    .map((file) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { draws?: string }).draws)
    .filter((name) => name !== undefined)
    .sort();
}

async function count(game: string, name: string, selector: string): Promise<number> {
  const Picture = (await manifestOf(game).loadFigures!())[name];
  const seats = { orange: { name: 'orange', first: 'Orange' }, blue: { name: 'blue', first: 'Blue' } };
  const view = { edition: 1, seats: ['p1', 'p2'], position: {} };
  const shown = mount(Picture, { target: document.body, props: { view, texts: { names, seats } } as never });
  const found = document.querySelectorAll(selector).length;
  await unmount(shown);
  return found;
}

it.each(ownGames)('%s: the figures of the rules are drawn', async (game) => {
  expect(Object.keys(await manifestOf(game).loadFigures!())).toEqual(expect.arrayContaining(drawsOf(game)));
  expect(drawsOf(game)).toHaveLength(5);
});

it('shows all that is in the boxes', async () => {
  expect(await count('lumiere', 'buildings', 'li')).toBe(12);
  expect(await count('lumiere', 'tiles', 'li')).toBe(4 + 2 * 8);
  expect(await count('paris', 'buildings', 'td svg')).toBe(36);
  expect(await count('paris', 'landmarks', 'li')).toBe(8);
  expect(await count('paris', 'tokens', 'li')).toBe(6 + 3 + 9);
});
