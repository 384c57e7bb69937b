// @vitest-environment jsdom
// Whether the server can be reached: requests say so, and while none gets through, one asks again.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followNetwork, net, noteReached } from '../../src/lib/net.svelte';

let answers = false;
const asked = vi.fn((_path: string) =>
  answers ? Promise.resolve(new Response('{}')) : Promise.reject(new TypeError()),
);
let online = true;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', asked);
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  [answers, online] = [false, true];
  asked.mockClear();
  noteReached(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks again until an answer comes, and then no more', async () => {
  noteReached(false);
  noteReached(false); // of several requests that fail at once, one asks again
  expect(net.reachable).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([asked.mock.calls, net.reachable]).toEqual([[['/api/house']], false]);
  answers = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect([asked.mock.calls.length, net.reachable]).toEqual([2, true]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(2);
});

it('without a network it waits for the browser to say that there is one', async () => {
  followNetwork();
  online = false;
  dispatchEvent(new Event('offline'));
  expect(net.reachable).toBe(false);
  noteReached(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).not.toHaveBeenCalled();
  [answers, online] = [true, true];
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(net.reachable).toBe(true);
});
