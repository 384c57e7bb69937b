// Short vibrations, if the person wants them and the device can.
import { prefs } from './prefs.svelte';

const PATTERNS = { turn: [30, 60, 30], no: [60] };

export const canVibrate = (): boolean => typeof navigator !== 'undefined' && 'vibrate' in navigator;

export function vibrate(what: keyof typeof PATTERNS): void {
  if (prefs.haptics && canVibrate()) navigator.vibrate(PATTERNS[what]);
}
