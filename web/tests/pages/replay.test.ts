// A replay: what is wanted comes onto the table, and steps beside the game can be taken back and taken again.
import { describe, expect, test, vi } from 'vitest';
import { Refusal } from '../../src/lib/api';
import type { Moment, ReplaySource } from '../../src/pages/replay/source';
import { Replay } from '../../src/pages/replay/replay.svelte';

function replay(over = true) {
  const scene = vi.fn(({ at, branch }: Moment) =>
    Promise.resolve({ view: { at }, legal: branch ? ['pass', 'take V5'] : [], texts: { log: [] }, imagined: false }),
  );
  const hint = vi.fn(() => Promise.resolve({ step: 'take V5' }));
  const source = { steps: 9, start: 9, over, viewers: ['orange'], scene, hint } as unknown as ReplaySource;
  return { found: new Replay(source), scene };
}

describe('Replay', () => {
  test('a finished game is seen with all hands open, a running one from the own seat', () => {
    expect(replay().found.seat).toBeNull();
    expect(replay(false).found.seat).toBe('orange');
  });

  test('positions are fetched once, and while one is fetched only the last one wanted', async () => {
    const { found, scene } = replay();
    const following = found.follow();
    [8, 7, 3].forEach((at) => found.to(at));
    await Promise.all([following, found.follow()]);
    expect(found.shown?.moment.at).toBe(3);
    found.to(9);
    await found.follow();
    expect(scene.mock.calls.map(([moment]) => moment.at)).toEqual([9, 3]);
  });

  test('a position that was refused because too many were asked for comes a little later', async () => {
    vi.useFakeTimers();
    const { found, scene } = replay();
    scene.mockRejectedValueOnce(new Refusal(429, 'too-many', 'Too many requests; try again in 1 s.'));
    const following = found.follow();
    await vi.advanceTimersByTimeAsync(1000);
    await following;
    expect(found.shown?.moment.at).toBe(9);
    expect(scene).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  test('one step forward is shown as it happened, a jump is not', () => {
    const { found } = replay();
    found.to(4);
    expect(found.walks).toBe(false);
    found.forward();
    expect([found.at, found.walks]).toEqual([5, true]);
    found.to(99);
    found.forward();
    expect([found.at, found.walks]).toEqual([9, false]);
  });

  test('steps beside the game are taken, undone and redone; the way back is one press', async () => {
    const { found } = replay();
    found.to(4);
    found.begin();
    await found.follow();
    found.take('build V5 a1'); // not legal
    expect(found.branch).toEqual([]);
    found.take('pass');
    await found.follow();
    found.take('take V5');
    found.back();
    expect([found.branch, found.undone]).toEqual([['pass'], 1]);
    found.forward();
    expect([found.branch, found.undone]).toEqual([['pass', 'take V5'], 0]);
    found.leave();
    expect([found.at, found.branch]).toEqual([4, null]);
  });

  test('bots play on until somebody stops them', async () => {
    const { found } = replay();
    found.begin();
    await found.follow();
    found.bots = true;
    await found.botStep();
    expect(found.branch).toEqual(['take V5']);
    found.undo();
    expect(found.bots).toBe(false);
    await found.botStep();
    expect(found.branch).toEqual([]);
  });
});
