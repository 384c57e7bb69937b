// @vitest-environment jsdom
// A replay asks once for each position: the view comes with its texts.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sharedSource } from '../../src/pages/replay/source';
import { GameServer } from '../support/game-server';

const nodeFetch = globalThis.fetch;
const CONTENT = { game: 'third', seats: ['p1', 'p2'], turns: [{ seat: 'p1', steps: ['draw 1', 'key arc'] }] };
const POSITION = { view: { seat: 'p1' }, legal: ['done'], told: { question: 'Choose.' }, imagined: false };
let server: GameServer;

beforeEach(async () => {
  server = new GameServer();
  server.onget = (path) => (path.includes('/at/') ? POSITION : { kind: 'record', content: CONTENT, step: 2 });
  server.onact = () => ({ status: 200, body: POSITION });
  await server.start();
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => nodeFetch(new URL(path, server.url), init));
});
afterEach(async () => {
  await server.stop();
  vi.unstubAllGlobals();
});

test('one request brings a position with its texts', async () => {
  const source = await sharedSource('abc');
  const { view, told: texts } = POSITION;
  server.requests.length = 0;
  expect(await source.scene({ at: 1, branch: null, seat: null })).toEqual({ view, legal: [], texts, imagined: false });
  expect(await source.scene({ at: 1, branch: [], seat: 'p2' })).toEqual({
    view,
    legal: ['done'],
    texts,
    imagined: false,
  });
  expect(server.requests).toEqual(['GET /api/shared/abc/at/1?text=true&open=true', 'POST /api/what-if?text=true']);
  await source.view({ at: 1, branch: null, seat: 'p2' });
  expect(server.requests.at(-1)).toBe('GET /api/shared/abc/at/1?text=false&seat=p2');
});
