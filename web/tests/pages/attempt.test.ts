// An attempt at a puzzle of several turns: what can be asked for.
import { afterEach, expect, test, vi } from 'vitest';
import { Attempt } from '../../src/pages/puzzles/attempt.svelte';
import type { Info } from '../../src/pages/puzzles/puzzles';

afterEach(() => void vi.unstubAllGlobals());

function begun() {
  const asked: string[] = [];
  const answers: Record<string, unknown> = {
    position: { view: {}, legal: ['pass'], told: {}, whole_turn: true },
    hint: { step: 'pass', text: 'Begin with it.' },
    answer: { status: 'more', replies: ['pass'], text: '', lost: 0 },
  };
  vi.stubGlobal('fetch', (path: string) => {
    const what = path.split('/').at(-1)!;
    asked.push(what);
    return Promise.resolve(new Response(JSON.stringify(answers[what])));
  });
  return { attempt: new Attempt({ id: 'p1', asked: 2, day: null } as Info), asked };
}

test('the first step of the first turn is told, after the themes', async () => {
  const { attempt, asked } = begun();
  await attempt.ask();
  expect([attempt.themed, asked]).toEqual([true, []]);
  expect(attempt.canAsk).toBe(true);
  await attempt.ask();
  expect([attempt.hint?.step, asked]).toEqual(['pass', ['hint']]);
});

test('after the first turn there are the themes, and nothing else to ask for', async () => {
  const { attempt, asked } = begun();
  await attempt.follow();
  attempt.take('pass');
  await attempt.follow();
  await attempt.check();
  expect([attempt.found, attempt.canAsk]).toEqual([1, true]);
  await attempt.ask();
  expect([attempt.themed, attempt.canAsk]).toEqual([true, false]);
  await attempt.ask();
  expect(asked).not.toContain('hint');
  attempt.restart();
  expect(attempt.canAsk).toBe(true);
});
