// @vitest-environment jsdom
// "Since your last turn": what is announced to screen readers, and when it opens by itself.
import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PositionTexts } from '../../src/games/manifest';
import type { GameState } from '../../src/lib/api';

/** The window is large enough for the recap to open by itself. */
let roomy = $state(true);
vi.mock('svelte/reactivity', () => ({
  MediaQuery: class {
    get current() {
      return roomy;
    }
  },
}));
const announce = vi.hoisted(() => vi.fn());
vi.mock('../../src/lib/notify.svelte', () => ({ announce, toast: vi.fn() }));
const { RecapState } = await import('../../src/pages/table/recap.svelte');

const line = (at: number, seat: string) => ({ at, turn: at, seat, who: seat, text: `step ${at}`, changes: [] });
const texts = { log: [line(1, 'p1'), line(2, 'p2'), line(3, 'p3')] } as unknown as PositionTexts;
/** By the server's clock, which may differ from this computer's. */
const state = (away: number) =>
  ({ seat: 'p1', seq: 3, now: 5_000_000, events: [{ at: 5_000_000 - away }] }) as unknown as GameState;

describe('since your last turn', () => {
  let stop = () => {};
  afterEach(() => stop());

  it('is announced once, also when the window changes its size', () => {
    let recap!: InstanceType<typeof RecapState>;
    stop = $effect.root(() => {
      recap = new RecapState(() => ({ now: state(120_000), texts, players: [], myTurn: true, shared: false }));
    });
    flushSync();
    expect([recap.shown, recap.news]).toEqual([true, 0]);
    flushSync(() => (roomy = false));
    expect([recap.shown, recap.news]).toEqual([false, 2]);
    flushSync(() => (roomy = true));
    expect(recap.shown).toBe(true);
    expect(announce.mock.calls).toEqual([['Since your last turn: p2 step 2. p3 step 3.']]);
  });

  it('does not open by itself after a short while', () => {
    let recap!: InstanceType<typeof RecapState>;
    stop = $effect.root(() => {
      recap = new RecapState(() => ({ now: state(2_000), texts, players: [], myTurn: true, shared: false }));
    });
    flushSync();
    expect([recap.shown, recap.news]).toEqual([false, 0]);
    recap.toggle();
    expect(recap.shown).toBe(true);
  });
});
