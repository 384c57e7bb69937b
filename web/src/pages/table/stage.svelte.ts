// Where a table is drawn, and over it what flies from place to place when a step is played back.
import { tick } from 'svelte';
import type { GameUi, ShownStep } from '../../games/manifest';
import { movesOf } from '../../lib/anchors';
import { showMoves } from '../../lib/animator';
import type { Pace } from '../../lib/playback.svelte';

export class Stage {
  /** The element with the anchors of the game's table. */
  root = $state<HTMLElement>();
  /** The layer for what flies. */
  layer = $state<HTMLElement>();

  constructor(readonly ui: () => GameUi | null) {}

  /** Show what a step moves, over the view before it. */
  animate = async (step: ShownStep, pace: Pace, signal: AbortSignal): Promise<void> => {
    if (!this.root || !this.layer) return;
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const stage = { root: this.root, layer: this.layer, reducedMotion };
    await tick();
    await showMoves(step, movesOf(step, this.ui()?.moves), stage, pace, signal);
  };
}
