// Pictures of components in the rules: which ones the figures of a game name, and what a picture shows.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mount, unmount } from 'svelte';
import { vi } from 'vitest';
import { manifestOf } from '../../src/games';

vi.stubGlobal('fetch', () => new Promise(() => undefined)); // the drawings themselves
const GAMES = join(import.meta.dirname, '../../../src/lutetia/games');
/** Names come from the server: any will do. */
const names = new Proxy({}, { get: (_all, name) => String(name) }) as Record<string, string>;

/** The pictures that the figures of a game's rules name. */
export function drawsOf(game: string): string[] {
  const folder = join(GAMES, game, 'rules/positions');
  return readdirSync(folder)
    .map((file) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { draws?: string }).draws)
    .filter((name) => name !== undefined)
    .sort();
}

/** How many elements of a kind a picture has. */
export async function count(game: string, name: string, selector: string): Promise<number> {
  const Picture = (await manifestOf(game).loadFigures!())[name];
  const seats = { orange: { name: 'orange', first: 'Orange' }, blue: { name: 'blue', first: 'Blue' } };
  const view = { edition: 1, seats: ['p1', 'p2'], position: {} };
  const shown = mount(Picture, { target: document.body, props: { view, texts: { names, seats } } as never });
  const found = document.querySelectorAll(selector).length;
  await unmount(shown);
  return found;
}
