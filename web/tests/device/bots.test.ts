// @vitest-environment jsdom
// Bots of a server's game that think on this device: what the server is told about it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DeviceBots } from '../../src/device/bots';
import type { GameState } from '../../src/lib/api';
import type { Live } from '../../src/lib/live.svelte';

const think = vi.hoisted(() => vi.fn());
vi.mock('../../src/device/engine.svelte', () => ({ engine: { start: () => Promise.resolve(), think } }));

let bots: DeviceBots;
/** What the server was told, and how: a request with `keepalive` outlives the page. */
let told: { here: boolean; keepalive: boolean }[];
/** Lets the server answer. */
let answer: () => void;

beforeEach(() => {
  told = [];
  vi.stubGlobal('fetch', (_path: string, { body, keepalive = false }: RequestInit) => {
    told.push({ ...(JSON.parse(body as string) as { here: boolean }), keepalive });
    return new Promise((done) => (answer = () => done(new Response('{"seconds": 30}'))));
  });
  bots = new DeviceBots({ id: 'g', state: null } as unknown as Live);
});
afterEach(() => {
  bots.end();
  vi.unstubAllGlobals();
});

const begin = async (): Promise<void> => {
  const begun = bots.begin();
  await vi.waitFor(() => expect(told).toHaveLength(1));
  answer();
  await begun;
};
const LEFT = { here: false, keepalive: true };

it('a table that is left is told once', async () => {
  await begin();
  bots.end();
  bots.end();
  expect(told.slice(1)).toEqual([LEFT]);
});

it('a table that is left before the server has answered is told when it has', async () => {
  const begun = bots.begin();
  await vi.waitFor(() => expect(told).toHaveLength(1));
  bots.end();
  answer();
  await begun;
  expect(told.slice(1)).toEqual([LEFT]);
});

it('a tab that is closed says so, and a page that comes back thinks again', async () => {
  await begin();
  dispatchEvent(new Event('pagehide'));
  expect(told.slice(1)).toEqual([LEFT]);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await vi.waitFor(() => expect(told.slice(2)).toEqual([{ here: true, keepalive: false }]));
});

it.each([
  [
    'the game moves on',
    (live: Live) => (live.state = { status: 'running', seq: 8, seats: [] } as unknown as GameState),
  ],
  ['the table is left', () => bots.end()],
])('a thought is given up when %s', async (_why, happens) => {
  const seats = [{ seat: 'blue', bot: 'level6' }];
  const state = { status: 'running', seq: 7, seats, view: { seat: 'blue' } } as unknown as GameState;
  const live = { id: 'g', state } as Live;
  bots = new DeviceBots(live);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"seq": 7}')));
  think.mockImplementation(
    (_question: string, signal: AbortSignal) =>
      new Promise((_done, fail) => signal.addEventListener('abort', () => fail(new Error('aborted')))),
  );
  const begun = bots.begin();
  await vi.waitFor(() => expect(think).toHaveBeenCalled());
  happens(live);
  await bots.notice();
  await begun;
});

it('where nothing was begun, nothing is told', () => {
  dispatchEvent(new Event('pagehide'));
  bots.end();
  expect(told).toEqual([]);
});
