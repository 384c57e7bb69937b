// The analysis of a game: the chances of every seat, the turns that gave something away, and what is marked of them.
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AnalysedTurn, AnalysisReport } from '../../src/lib/api';
import type { ReplaySource } from '../../src/pages/replay/source';
import { percent } from '../../src/lib/i18n.svelte';
import {
  Analysis,
  bestInWords,
  lossOf,
  playedInWords,
  reasonsOf,
  turningPoint,
  turnInWords,
} from '../../src/pages/replay/analysis.svelte';
import { comparedSteps } from '../../src/pages/replay/compared.svelte';
import { Replay } from '../../src/pages/replay/replay.svelte';

function turn(number: number, at: number, seat: string, change: Partial<AnalysedTurn> = {}): AnalysedTurn {
  const played = change.played ?? ['take L4'];
  const best = change.best ?? played;
  return {
    turn: number,
    at,
    seat,
    phase: 'paving',
    from: 0,
    until: played.length,
    loss: 0,
    points: 0,
    sources: {},
    sources_text: '',
    judgement: 'best',
    why: '',
    gap: 0,
    ...change,
    played,
    best,
    played_text: played.map((step) => `does ${step}`),
    best_text: best.map((step) => `does ${step}`),
  };
}
const CHANCES = [0.5, 0.4, 0.45, 0.45, 0.1, 0];
const REPORT: AnalysisReport = {
  game: 'nim',
  seats: ['orange', 'blue'],
  positions: CHANCES.map((chance, at) => ({
    at,
    seat: at % 2 ? 'blue' : 'orange',
    chances: { orange: chance, blue: 1 - chance },
    margins: { orange: 0, blue: 0 },
    proven: at > 3,
    forced: false,
  })),
  turns: [
    turn(1, 0, 'orange', { best: ['take I3'], loss: 0.1, judgement: 'mistake', why: 'leaves I3 to blue' }),
    turn(2, 1, 'blue', { played: ['pass'], best: ['take V3'], loss: 0.03, judgement: 'good' }),
    turn(3, 2, 'orange', {
      played: ['card levitation', 'decline'],
      best: ['card levitation', 'swap L4 V3', 'build V3 a1 a2 a3'],
      from: 1,
      loss: 0.35,
      points: 7.6,
      judgement: 'blunder',
    }),
    turn(4, 4, 'blue', { played: ['take V3'] }),
  ],
  accuracy: { orange: 50, blue: 95 },
  summary: { phases: [], best: { orange: null, blue: 4 }, worst: { orange: 3, blue: null } },
  complete: true,
  phases: { paving: 'paving' },
};

function analysis(): Analysis {
  const found = new Analysis({ steps: 5 } as ReplaySource);
  found.report = REPORT;
  return found;
}

describe('Analysis', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('there is a curve for every seat, which ends at the result', () => {
    expect(analysis().chances('orange')).toEqual(CHANCES);
    expect(analysis().chances('blue').at(-1)).toBe(1);
    expect(new Analysis({} as ReplaySource).chances('orange')).toEqual([]);
  });

  test('a curve has a point for each turn, and one for the end', () => {
    expect(analysis().stops).toEqual([0, 1, 2, 4, 5]);
    expect(new Analysis({} as ReplaySource).stops).toEqual([]);
  });

  test('a reason that is a source of the points as well is said once', () => {
    const sources_text = 'in the rest of the game −5; tile 27 −3 VP';
    expect(reasonsOf(turn(1, 0, 'orange', { why: 'tile 27 −3 VP', sources_text }))).toBe('');
    expect(reasonsOf(turn(1, 0, 'orange', { why: 'leaves I3; tile 27 −3 VP', sources_text }))).toBe('leaves I3');
    expect(reasonsOf(turn(1, 0, 'orange', { why: 'leaves I3' }))).toBe('leaves I3');
  });

  test('what gave something away is listed at the position in which it was decided', () => {
    expect(analysis().faults.map((one) => [one.turn, one.before])).toEqual([
      [1, 0],
      [3, 3],
    ]);
  });

  test('the log shows the sign at the step that should have been another, with the reason', () => {
    expect(analysis().verdicts).toEqual({
      1: { sign: '?', text: 'a mistake: leaves I3 to blue' },
      4: { sign: '??', text: 'a blunder' },
    });
  });

  test('a position belongs to the turn that is decided there, or goes on', () => {
    expect([0, 1, 2, 3, 4, 5].map((at) => analysis().turnAt(at)?.turn)).toEqual([1, 2, 3, 3, 4, undefined]);
  });

  test('the way to the next mistake and to the one before', () => {
    expect(analysis().next(-1)?.before).toBe(0);
    expect(analysis().next(0)?.before).toBe(3);
    expect(analysis().next(3)).toBeUndefined();
    expect(analysis().previous(3)?.before).toBe(0);
    expect(analysis().previous(0)).toBeUndefined();
  });

  test('the turning point is the turn that changed a chance most', () => {
    const found = turningPoint(REPORT);
    expect([found?.turn.turn, found?.seat, found?.change.toFixed(2)]).toEqual([3, 'orange', '-0.35']);
    expect(turningPoint({ ...REPORT, positions: [] })).toBeNull();
  });

  test('only what is certain is 0 or 100 %', () => {
    expect([percent(0.999, false), percent(0.001, false), percent(1), percent(0.456, false)]).toEqual([
      '99 %',
      '1 %',
      '100 %',
      '46 %',
    ]);
    expect(lossOf(REPORT.turns[2])).toBe('−35 %');
  });

  test('a report is there while the rest is still being looked at, and a failure is told', async () => {
    const states = [
      { status: 'running', done: 3, total: 14, result: { ...REPORT, complete: false } },
      { status: 'failed', done: 3, total: 14, result: { ...REPORT, complete: false } },
    ];
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.resolve(new Response(JSON.stringify(states.shift()), { status: 200 }))),
    );
    const source = { steps: 5, analyse: () => Promise.resolve({ job: 'j' }), leaveToServer: () => false };
    const found = new Analysis(source as unknown as ReplaySource);
    const running = found.run();
    await vi.waitFor(() => expect(found.report?.complete).toBe(false));
    expect(found.progress).toEqual({ done: 3, total: 14, before: null });
    await running;
    expect(found.progress).toBeNull();
    expect(found.failed).toBe('The analysis failed; try again.');
  });

  test('an analysis that is there already is shown without being asked for', async () => {
    const done = { status: 'done', done: 14, total: 14, result: REPORT };
    const fetched = vi.fn(() => Promise.resolve(new Response(JSON.stringify(done), { status: 200 })));
    vi.stubGlobal('fetch', fetched);
    const known = (job: () => Promise<{ job: string | null }>): Analysis =>
      new Analysis({ steps: 5, analysed: job } as unknown as ReplaySource);
    const [stored, none, unreachable] = [
      known(() => Promise.resolve({ job: 'j' })),
      known(() => Promise.resolve({ job: null })),
      known(() => Promise.reject(new Error('offline'))),
    ];
    for (const one of [stored, none, unreachable]) await one.resume();
    expect([stored.report, none.report, unreachable.report]).toEqual([REPORT, null, null]);
    expect([stored.failed, none.failed, unreachable.failed]).toEqual(['', '', '']);
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});

describe('a turn in words', () => {
  test('counts steps that are taken again, and leaves out what only ends the turn', () => {
    const trading = turn(1, 0, 'p1', { played: ['draw 1', 'sell wood', 'buy wood', 'sell wood', 'done'] });
    expect(turnInWords(trading)).toBe('does draw 1; does sell wood (×2); does buy wood');
    expect(turnInWords(turn(2, 5, 'p2', { played: ['done'] }))).toBe('does done');
  });

  test('is told no further than the best one, where that one shows something new', () => {
    const drawn = turn(1, 0, 'p1', {
      played: ['sell wood', 'draw 3', 'key bank Chaillot', 'done'],
      best: ['sell wood', 'draw 2'],
      from: 1,
      until: 2,
    });
    expect(playedInWords(drawn)).toBe('does draw 3 …');
    expect(bestInWords(drawn)).toBe('does draw 2 …');
    const whole = turn(2, 4, 'p1', {
      played: ['draw 3', 'key bank Chaillot', 'done'],
      best: ['draw 3', 'pass'],
      from: 1,
    });
    expect([playedInWords(whole), bestInWords(whole)]).toEqual(['does key bank Chaillot', 'does pass']);
  });
});

describe('comparedSteps', () => {
  test('both lines are marked from the step on in which they differ, without what only ends the turn', async () => {
    const view = vi.fn(({ at, branch }) => Promise.resolve({ at, branch }));
    const replay = new Replay({ seats: REPORT.seats, over: true, view } as unknown as ReplaySource);
    const found = await comparedSteps(replay, REPORT.turns[2]);
    expect(found.map(({ look, step, sign }) => [look, step, sign])).toEqual([
      ['played', 'decline', '??'],
      ['best', 'swap L4 V3', '✓'],
      ['best', 'build V3 a1 a2 a3', '✓'],
    ]);
    expect(found[0].after).toEqual({ at: 4, branch: null });
    expect(found[2].before).toEqual({ at: 3, branch: ['swap L4 V3'] });
    expect(found[2].after).toEqual({ at: 3, branch: ['swap L4 V3', 'build V3 a1 a2 a3'] });
    expect(found[1].says).toBe('Best: does swap L4 V3; does build V3 a1 a2 a3');
  });
});
