// Short synthesized sounds; silent unless the person turned them on.
import { prefs } from './prefs.svelte';

let context: AudioContext | null = null;
const TUNES: Record<string, [number, number][]> = {
  step: [[392, 0.06]],
  turn: [
    [523, 0.09],
    [659, 0.14],
  ],
  end: [
    [523, 0.12],
    [659, 0.12],
    [784, 0.26],
  ],
  no: [[196, 0.14]],
};

/** Play one of: step, turn, end, no. */
export function sound(name: keyof typeof TUNES): void {
  // Before the person has touched the page browsers hold sounds back, and would play them all together later.
  if (!prefs.sounds || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  void context.resume();
  let at = context.currentTime + 0.01;
  const loud = 0.2 * (prefs.volume / 100);
  for (const [pitch, length] of TUNES[name]) {
    const tone = context.createOscillator();
    const level = context.createGain();
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    level.gain.setValueAtTime(0.0001, at);
    level.gain.exponentialRampToValueAtTime(loud, at + 0.015);
    level.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(level).connect(context.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
    at += length;
  }
}
