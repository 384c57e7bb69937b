// @vitest-environment jsdom
// The engine of a page, with a worker that does what the test says.
import { beforeEach, expect, it, vi } from 'vitest';
import type * as EngineModule from '../../src/device/engine.svelte';

interface Message {
  id: number;
  do: string;
}

/** The browser's side of a worker. */
class Scripted {
  onmessage: ((event: { data: object }) => void) | null = null;
  onerror: (() => void) | null = null;
  ended = false;
  readonly told: Message[] = [];
  constructor(readonly address: string) {
    workers.push(this);
  }
  say = (data: object): void => this.onmessage?.({ data });
  postMessage = (message: Message): void => void this.told.push(message);
  terminate = (): void => void (this.ended = true);
}

let workers: Scripted[];
let engine: typeof EngineModule.engine;
const worker = (count: number) =>
  vi.waitFor(() => {
    expect(workers).toHaveLength(count);
    return workers[count - 1];
  });

beforeEach(async () => {
  workers = [];
  vi.stubGlobal('Worker', Scripted);
  vi.stubGlobal('indexedDB', {});
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ id: 'a', files: {} }))));
  vi.resetModules();
  ({ engine } = await import('../../src/device/engine.svelte'));
});

it('who waits while it loads is told when the page is left, and whoever comes back starts another', async () => {
  const asked = [engine.start(), engine.request('GET', '/api/house')].map((one) => one.catch((error: Error) => error));
  const first = await worker(1);
  first.say({ progress: 0.5 });
  dispatchEvent(new Event('pagehide'));
  for (const said of await Promise.all(asked)) expect(said).toMatchObject({ code: 'engine', status: 500 });
  expect([first.ended, engine.status, engine.awaited]).toEqual([true, 'off', 0]);

  const again = engine.request('GET', '/api/house');
  const second = await worker(2);
  second.say({ ready: true, lasting: true });
  const [{ id }] = await vi.waitFor(() => (expect(second.told).toHaveLength(1), second.told));
  second.say({ id, status: 200, body: '{}' });
  expect(await again).toEqual({ status: 200, said: {} });
  expect(engine.status).toBe('ready');
});

it('the worker is told what is no longer needed, once, and not what it has answered', async () => {
  const [one, two] = [new AbortController(), new AbortController()];
  const answers = [engine.think('a', one.signal), engine.request('POST', '/api/what-if/engine', '{}', two.signal)];
  const told = (await worker(1)).told;
  workers[0].say({ ready: true, lasting: true });
  await vi.waitFor(() => expect(told).toHaveLength(2));
  workers[0].say({ id: told[0].id, answer: 'b' });
  expect(await answers[0]).toBe('b');
  one.abort();
  two.abort();
  await vi.waitFor(() => expect(told[2]).toEqual({ id: 3, do: 'cancel', of: told[1].id }));
  workers[0].say({ id: told[1].id, status: 499, body: 'null' });
  expect(await answers[1]).toEqual({ status: 499, said: null });
  expect(told).toHaveLength(3);
  await expect(engine.think('c', one.signal)).rejects.toThrow();
  expect(told).toHaveLength(3);
});

it('a phone plays also with an engine that cannot collect garbage', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('screen', { width: 390, height: 844 });
  const started = engine.start(); // there is no file garbage.mjs in this test
  const phone = await worker(1);
  phone.say({ ready: true, lasting: true });
  await started;
  expect([engine.status, new URL(phone.address, location.href).searchParams.get('bots')]).toEqual(['ready', '0']);
});

it('a worker that cannot be loaded fails the start, and the next one who needs it tries again', async () => {
  const failed = engine.start().catch((error: Error) => error);
  (await worker(1)).onerror!();
  expect(await failed).toMatchObject({ code: 'no-engine' });
  expect([engine.status, engine.problem]).toEqual(['failed', 'broken']);
  const again = engine.start();
  (await worker(2)).say({ ready: true, lasting: false });
  await again;
  expect([engine.status, engine.lasting]).toEqual(['ready', false]);
});
