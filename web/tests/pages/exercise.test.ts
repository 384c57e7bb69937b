// Learning from mistakes: a turn is judged once it is over, and once only.
import { describe, expect, test, vi } from 'vitest';
import type { AnalysedTurn } from '../../src/lib/api';
import type { Fault } from '../../src/pages/replay/analysis.svelte';
import { Exercise } from '../../src/pages/replay/exercise.svelte';
import { Replay } from '../../src/pages/replay/replay.svelte';
import type { ReplaySource } from '../../src/pages/replay/source';

const fault = (turn: number, before: number): Fault => ({ turn, before, seat: 'orange' }) as unknown as Fault;

/** A replay in which every branch of two steps ends the turn. */
function begun(judgements: AnalysedTurn['judgement'][]) {
  const judged = vi.fn(() => Promise.resolve({ judgement: judgements.shift() } as unknown as AnalysedTurn));
  const replay = new Replay({ steps: 20, start: 20, over: true, viewers: [], judged } as unknown as ReplaySource);
  const exercise = new Exercise(replay, [fault(1, 0), fault(3, 8)]);
  /** Take these steps; the position comes onto the table. */
  const take = async (...steps: string[]): Promise<void> => {
    replay.begin(steps);
    const turns = Array.from({ length: exercise.fault?.turn ?? 0 }, () => ({ seat: 'orange', steps: ['a'] }));
    const view = { turns, seat: steps.length < 2 ? 'orange' : 'blue', over: false };
    replay.shown = { moment: replay.moment, view, legal: [], texts: {}, imagined: false } as never;
    await exercise.look();
  };
  return { exercise, replay, judged, take };
}

describe('Exercise', () => {
  test('it begins in a branch before the decision, and judges a turn that is over', async () => {
    const { exercise, replay, judged, take } = begun(['mistake', 'good']);
    expect([replay.at, replay.branch, exercise.tries]).toEqual([0, [], true]);
    await take('build');
    expect(judged).not.toHaveBeenCalled();
    await take('build', 'pass');
    await take('build', 'pass');
    expect(judged).toHaveBeenCalledTimes(1);
    expect([exercise.verdict?.judgement, exercise.solved, exercise.found]).toEqual(['mistake', false, 0]);
    exercise.again();
    expect([exercise.verdict, replay.branch]).toEqual([null, []]);
    await take('light', 'pass');
    expect([exercise.verdict?.judgement, exercise.solved, exercise.found]).toEqual(['good', true, 1]);
    exercise.next();
    expect([replay.at, replay.branch, exercise.verdict]).toEqual([8, [], null]);
    exercise.next();
    expect([exercise.fault, exercise.found, replay.branch]).toEqual([null, 1, null]);
  });

  test('steps after the turn do not change the verdict', async () => {
    const { exercise, judged, take } = begun(['good', 'mistake']);
    await take('build', 'pass');
    await take('build', 'pass', 'take');
    await take('build', 'pass', 'take', 'pass');
    expect([exercise.verdict?.judgement, judged.mock.calls.length]).toEqual(['good', 1]);
    await take('build', 'passage'); // another turn that begins with the same letters
    expect([exercise.verdict?.judgement, judged.mock.calls.length]).toEqual(['mistake', 2]);
  });

  test('a judgement that comes after the reader has gone on is dropped', async () => {
    const { exercise, take } = begun(['good']);
    const judged = take('build', 'pass');
    expect(exercise.judging).toBe(true);
    exercise.next();
    expect(exercise.judging).toBe(false);
    await judged;
    expect([exercise.verdict, exercise.found]).toEqual([null, 0]);
  });

  test('the solution is on the table of the game itself', () => {
    const { exercise, replay } = begun([]);
    exercise.show();
    expect([replay.at, replay.branch, exercise.tries]).toEqual([0, null, false]);
    exercise.again();
    expect(exercise.tries).toBe(true);
  });
});
