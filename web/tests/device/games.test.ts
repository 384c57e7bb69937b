// @vitest-environment jsdom
// Opening games on this device: once, though the engine crashes in between, and so that the browser keeps them.
import { beforeEach, expect, it, vi } from 'vitest';
import { continueLocal, importLocal, loadLocalGames, openLocal } from '../../src/device/games';
import { Refusal } from '../../src/lib/api';

const engine = vi.hoisted(() => ({ request: vi.fn() }));
vi.mock('../../src/device/engine.svelte', () => ({ engine }));

/** The tables that were asked for: the address and the key. */
let opened: [path: string, key: string][];
let crashes: (path: string) => boolean;
const persist = vi.fn(() => Promise.resolve(true));

beforeEach(async () => {
  opened = [];
  crashes = () => false;
  persist.mockClear();
  vi.stubGlobal('navigator', { storage: { persist } });
  engine.request.mockImplementation((method: string, path: string, body?: string) => {
    if (method === 'POST') opened.push([path, (JSON.parse(body!) as { client_key: string }).client_key]);
    if (crashes(path)) return Promise.reject(new Refusal(500, 'engine', 'crashed'));
    return Promise.resolve({ status: 200, said: method === 'GET' ? { games: [] } : { id: 'local-1' } });
  });
  await loadLocalGames();
});

const GAME = { game: 'nim', seats: ['human', 'level3'] };
const keys = () => new Set(opened.map(([, key]) => key)).size;

it.each([
  ['/api/games', () => openLocal(GAME)],
  ['/api/games/continue', () => continueLocal({ content: {}, seats: ['human', 'level3'] })],
])('%s: what is tried again has the same key, and what is opened later another', async (path, open) => {
  crashes = (asked) => asked === path;
  await expect(open()).rejects.toThrow('crashed');
  crashes = (asked) => asked.startsWith('/api/me/games'); // it was opened, but the list cannot be had
  await expect(open()).rejects.toThrow('crashed');
  crashes = () => false;
  await open();
  expect(opened.map(([asked]) => asked)).toEqual([path, path, path]);
  expect(keys()).toBe(1);
  await open();
  expect(keys()).toBe(2);
});

it('another table than the one that failed has another key', async () => {
  crashes = (path) => path === '/api/games';
  await expect(openLocal(GAME)).rejects.toThrow('crashed');
  await expect(openLocal({ ...GAME, game: 'go' })).rejects.toThrow('crashed');
  expect(keys()).toBe(2);
});

it('the browser is asked to keep games, however they come', async () => {
  await openLocal(GAME);
  await continueLocal({ content: {}, seats: ['human', 'level3'] });
  await importLocal(JSON.stringify({ format: 'lutetia-games', games: [{}] }));
  expect(persist).toHaveBeenCalledTimes(3);
});
