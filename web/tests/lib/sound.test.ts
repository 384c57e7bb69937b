// Sounds: only on request, as loud as the person wants, and none before the page may make one.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { prefs } from '../../src/lib/prefs.svelte';
import { sound } from '../../src/lib/sound';

/** The loudness of every tone that was played. */
let loud: number[];
class FakeContext {
  currentTime = 0;
  destination = {};
  resume = async (): Promise<void> => undefined;
  createOscillator = () => ({ frequency: {}, connect: (next: unknown) => next, start: vi.fn(), stop: vi.fn() });
  createGain = () => ({
    connect: vi.fn(),
    gain: {
      setValueAtTime: vi.fn(),
      exponentialRampToValueAtTime: (value: number) => value > 0.001 && loud.push(value),
    },
  });
}

beforeEach(() => {
  loud = [];
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Object.assign(prefs, { sounds: false, volume: 60 });
});

it('is silent at first', () => {
  sound('turn');
  expect(loud).toEqual([]);
});
it('is as loud as the volume says', () => {
  Object.assign(prefs, { sounds: true, volume: 100 });
  sound('step');
  prefs.volume = 25;
  sound('step');
  expect(loud[1]).toBeCloseTo(loud[0] / 4);
});
it('is silent before the person has touched the page', () => {
  prefs.sounds = true;
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: false } });
  sound('end');
  expect(loud).toEqual([]);
});
