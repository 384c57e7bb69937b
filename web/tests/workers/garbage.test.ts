// Garbage is collected once there has been no work for a while, by a buffer that nobody keeps.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const GARBAGE = new URL('../../../scripts/engine/workers/garbage.mjs', import.meta.url).href;
const { collectWhenQuiet } = (await import(GARBAGE)) as { collectWhenQuiet: () => () => void };
const asked: number[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  vi.stubGlobal(
    'ArrayBuffer',
    class {
      constructor(size: number) {
        asked.push(size);
        if (asked.length > 1) throw new RangeError('no room');
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('waits until there has been no work for two seconds, and looks again when animations have ended', () => {
  const worked = collectWhenQuiet();
  for (let time = 0; time < 10; time++) {
    worked();
    vi.advanceTimersByTime(1_900);
  }
  expect(asked).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(asked).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(asked).toHaveLength(2);
  expect(Math.min(...asked)).toBeGreaterThan(64e6); // fewer bytes would not make a browser collect
});
