// One's place in the server's queue.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followQueue, placeInWords } from '../../src/lib/queue';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the first places have names', () => {
  expect([0, 1, 2, 3, 11].map(placeInWords)).toEqual([
    'Next in the queue',
    'Second in the queue',
    'Third in the queue',
    'Place 4 in the queue',
    'Place 12 in the queue',
  ]);
});

test('the place is asked for until the answer is there, and then taken away', async () => {
  const places = [[], [{ kind: 'file', before: 9 }], [{ kind: 'hint', before: 2 }], [{ kind: 'hint', before: 0 }]];
  let asked = 0;
  const answer = () => Promise.resolve({ ok: true, status: 200, json: () => Promise.resolve(places[asked++]) });
  vi.stubGlobal('fetch', vi.fn(answer));
  const told: (number | null)[] = [];
  let thinking = true;
  const followed = followQueue(
    'hint',
    (before) => told.push(before),
    () => thinking,
  );
  for (let second = 0; second < 4; second++) await vi.advanceTimersByTimeAsync(1000);
  expect(told).toEqual([null, null, 2, 0]);
  thinking = false;
  await vi.advanceTimersByTimeAsync(1000);
  await followed;
  expect(told.at(-1)).toBeNull();
  expect(fetch).toHaveBeenCalledTimes(4);
});
