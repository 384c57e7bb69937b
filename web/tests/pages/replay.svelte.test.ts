// @vitest-environment jsdom
// What a replay does by itself: it plays on, asks for the analysis, and marks what was played and what was best.
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { locale } from '../../src/lib/i18n.svelte';
import type { Moment, ReplaySource } from '../../src/pages/replay/source';
import { useAnalysis, type Fault } from '../../src/pages/replay/analysis.svelte';
import { useAutoplay } from '../../src/pages/replay/autoplay.svelte';
import { Compared } from '../../src/pages/replay/compared.svelte';
import { Replay } from '../../src/pages/replay/replay.svelte';

let stop: () => void;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Let so many milliseconds pass, for timers and for effects. */
async function pass(ms: number): Promise<void> {
  flushSync();
  for (let left = ms; left > 0; left -= 50) {
    await vi.advanceTimersByTimeAsync(50);
    flushSync();
  }
}

test('bots play on although a hint was on its way when they were asked', async () => {
  const scene = ({ at, branch }: Moment) =>
    Promise.resolve({ view: { at }, legal: (branch?.length ?? 0) < 3 ? ['pass'] : [], texts: {}, imagined: false });
  const hint = async () => {
    await new Promise((done) => setTimeout(done, 1000));
    return { step: 'pass' };
  };
  const replay = new Replay({ steps: 9, start: 9, over: true, scene, hint } as unknown as ReplaySource);
  stop = $effect.root(() => {
    useAutoplay(
      replay,
      () => 'quick',
      () => false,
    );
    $effect(() => {
      void replay.moment;
      void replay.follow();
    });
  });
  replay.begin();
  await pass(50);
  void replay.ask();
  replay.bots = true;
  await pass(6000);
  expect(replay.branch).toEqual(['pass', 'pass', 'pass']);
  expect(replay.bots).toBe(false);
});

test('in another language the analysis is fetched again, and none is begun', async () => {
  const analyse = vi.fn(() => Promise.resolve({ job: 'j' }));
  const analysed = vi.fn(() => Promise.resolve({ job: 'j' }));
  const report = { seats: [], positions: [], turns: [] };
  const fetched = vi.fn(() => Promise.resolve(new Response(JSON.stringify({ status: 'done', result: report }))));
  vi.stubGlobal('fetch', fetched);
  const before = locale.language;
  stop = $effect.root(() => void useAnalysis({ over: true, analyse, analysed } as unknown as ReplaySource, true));
  await pass(50);
  expect([analyse.mock.calls.length, analysed.mock.calls.length, fetched.mock.calls.length]).toEqual([1, 0, 1]);
  locale.language = 'pl';
  await pass(50);
  expect([analyse.mock.calls.length, analysed.mock.calls.length, fetched.mock.calls.length]).toEqual([1, 1, 2]);
  locale.language = before;
});

test('an analysis goes on when its progress cannot be asked for at the moment', async () => {
  const report = { seats: [], positions: [], turns: [] };
  const answers = [
    () => Promise.reject(new TypeError('no network')),
    () => Promise.resolve(new Response('{}', { status: 429 })),
    () => Promise.resolve(new Response('{}', { status: 503 })),
    () => Promise.resolve(new Response(JSON.stringify({ status: 'done', result: report }))),
  ];
  vi.stubGlobal('fetch', () => answers.shift()!());
  let analysis!: ReturnType<typeof useAnalysis>;
  const source = { over: true, analyse: () => Promise.resolve({ job: 'j' }) } as unknown as ReplaySource;
  stop = $effect.root(() => void (analysis = useAnalysis(source, true)));
  await pass(5000);
  expect([analysis.failed, analysis.report, answers.length]).toEqual(['', report, 0]);
});

test('lines that come late do not replace those that are shown', async () => {
  const fault = (at: number): Fault =>
    ({ at, before: at, from: 0, seat: 'a', played: ['x'], best: ['y'], played_text: [''], best_text: [''] }) as never;
  const view = async ({ at }: Moment) => {
    await new Promise((done) => setTimeout(done, at < 5 ? 1000 : 0));
    return { at };
  };
  const replay = new Replay({ seats: ['a'], over: true, viewers: [], view } as unknown as ReplaySource);
  let wanted = $state.raw(fault(1));
  let compared!: Compared;
  stop = $effect.root(() => void (compared = new Compared(replay, () => wanted)));
  await pass(50);
  wanted = fault(7);
  await pass(2000);
  expect(compared.steps?.map((one) => one.at)).toEqual([8, 8]);
});
