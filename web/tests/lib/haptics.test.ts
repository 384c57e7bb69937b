// Vibration: only on request, and only on devices that can.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { canVibrate, vibrate } from '../../src/lib/haptics';
import { prefs } from '../../src/lib/prefs.svelte';

const vibrated = vi.fn();
beforeEach(() => vi.stubGlobal('navigator', { vibrate: vibrated }));
afterEach(() => {
  vi.unstubAllGlobals();
  vibrated.mockClear();
  prefs.haptics = false;
});

it('is off at first', () => {
  vibrate('turn');
  expect(vibrated).not.toHaveBeenCalled();
});
it('tells a turn from a refusal', () => {
  prefs.haptics = true;
  vibrate('turn');
  vibrate('no');
  const [[turn], [no]] = vibrated.mock.calls as [number[]][];
  expect(turn).not.toEqual(no);
});
it('is not offered where the device cannot', () => {
  vi.stubGlobal('navigator', {});
  prefs.haptics = true;
  expect(canVibrate()).toBe(false);
  vibrate('turn');
});
