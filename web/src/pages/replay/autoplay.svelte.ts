// A replay that plays by itself: the game, or bots in a branch. Each step waits until the last one is on the table.
import type { Speed } from '../../lib/playback.svelte';
import type { Replay } from './replay.svelte';

/** Milliseconds between two steps. */
const GAPS: Record<Speed, number> = { slow: 900, normal: 400, quick: 120, instant: 350 };

/** `busy`: a step is still being played back. */
export function useAutoplay(replay: Replay, speed: () => Speed, busy: () => boolean): void {
  const { source } = replay;
  const soon = (step: () => void) => {
    const timer = setTimeout(step, GAPS[speed()]);
    return () => clearTimeout(timer);
  };
  $effect(() => {
    if (!replay.playing || replay.waiting || busy()) return;
    if (replay.at >= source.steps) return void (replay.playing = false);
    void replay.scene({ at: replay.at + 1, branch: null, seat: replay.seat }).catch(() => undefined);
    return soon(replay.forward);
  });
  $effect(() => {
    if (!replay.bots || replay.waiting || replay.thinking || busy()) return;
    if (!replay.shown?.legal.length) return void (replay.bots = false);
    return soon(() => void replay.botStep());
  });
}
