// The analysis of a game: the chances of a seat, the worst steps, and their texts.
import { describe, expect, test, vi } from 'vitest';
import type { ReplaySource } from '../../src/lib/replay';
import { Analysis, type JudgedStep } from '../../src/pages/replay/analysis.svelte';

function judged(seat: string, step: string, before: number, after: number, best = step): JudgedStep {
  return { turn: 1, seat, step, before, after, best, proven: false };
}
const STEPS = [
  judged('orange', 'take L4', 0.6, 0.5, 'take I3'),
  judged('blue', 'pass', 0.5, 0.48, 'take V3'),
  judged('orange', 'build L4 a1', 0.52, 0.2, 'build L4 b2'),
  judged('blue', 'take V3', 0.8, 0.7),
];

function analysis(scene = vi.fn()): Analysis {
  const found = new Analysis({ steps: STEPS.length, scene } as unknown as ReplaySource);
  found.judged = STEPS;
  return found;
}

describe('Analysis', () => {
  test('the chances are those of one seat, at the start and after each step', () => {
    expect(
      analysis()
        .chances('orange')
        .map((value) => value.toFixed(2)),
    ).toEqual(['0.60', '0.50', '0.52', '0.20', '0.30']);
    expect(new Analysis({} as ReplaySource).chances('orange')).toEqual([0.5]);
  });

  test('what gave something away is listed where it was played; small losses and best steps are left out', () => {
    expect(analysis().mistakes.map((one) => [one.at, one.step, one.sign])).toEqual([
      [1, 'take L4', '?'],
      [3, 'build L4 a1', '??'],
    ]);
    expect(Object.keys(analysis().verdicts)).toEqual(['1', '3']);
  });

  test('a position belongs to the step that led to it', () => {
    expect(analysis().stepTo(0)).toBeNull();
    expect(analysis().stepTo(2)?.step).toBe('pass');
    expect(analysis().stepTo(9)).toBeNull();
  });

  test('steps are in notation until their texts are there, and each position is fetched once', async () => {
    const scene = vi.fn(({ at }: { at: number }) =>
      at === 2
        ? Promise.reject(new Error('offline'))
        : Promise.resolve({ texts: { steps: [{ step: 'take L4', does: 'Take L4' }] } }),
    );
    const found = analysis(scene);
    expect(found.inWords(0, 'take L4')).toBe('take L4');
    found.loadTexts(1);
    found.loadTexts(2);
    await vi.waitFor(() => expect(found.inWords(0, 'take L4')).toBe('Take L4'));
    expect(found.inWords(2, 'build L4 a1')).toBe('build L4 a1');
    expect(scene.mock.calls.map(([moment]) => moment.at).sort()).toEqual([0, 1, 2]);
  });
});
