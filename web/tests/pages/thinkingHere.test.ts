// @vitest-environment jsdom
// What of a finished game on the server is computed on this device, and when the server is asked instead.
import { beforeEach, expect, it, vi } from 'vitest';
import { Refusal } from '../../src/lib/api';
import { loaded, type device } from '../../src/lib/host.svelte';
import { prefs } from '../../src/lib/prefs.svelte';
import { gameSource, type Moment, type ReplaySource } from '../../src/pages/replay/source';
import { Analysis } from '../../src/pages/replay/analysis.svelte';

vi.mock('../../src/lib/site', async (original) => ({
  ...(await original<object>()),
  hasEngine: true,
  canRun: () => true,
}));

const RECORD = { format: 'record', turns: [] };
const MOMENT: Moment = { at: 3, branch: ['pass'], seat: 'orange' };
const POSITION = { at: 3, steps: ['pass'], seat: 'orange' };
const TABLE = {
  status: 'over',
  about: { game: 'nim' },
  mine: ['orange'],
  view: { seats: ['orange', 'blue'], turns: [] },
};

let engine: { status: string };
/** What the device was asked, and what it answers; none: it has failed. */
let asked: [address: string, body: object][];
let answer: object | null;
/** The requests to the server, and what it has analysed. */
let requests: string[];
let known: string | null;
let source: ReplaySource;
/** How a task of the device stands. */
const job = vi.fn();

beforeEach(async () => {
  localStorage.clear();
  prefs.bots = 'device';
  engine = { status: 'ready' };
  [asked, answer, requests, known] = [[], { from: 'device' }, [], null];
  const askDevice = (_method: string, address: string, body: object) => {
    asked.push([address, body]);
    return answer ? Promise.resolve(answer) : Promise.reject(new Refusal(500, 'engine', 'failed'));
  };
  loaded.device = { engine, askDevice, request: job } as unknown as Awaited<ReturnType<typeof device>>;
  vi.stubGlobal('fetch', (path: string, { method }: RequestInit) => {
    requests.push(`${method} ${path}`);
    const said: Record<string, object> = {
      'GET /api/games/g': TABLE,
      'GET /api/games/g/record': RECORD,
      'GET /api/games/g/analysis': { job: known },
      'POST /api/games/g/analysis': { job: 'theirs' },
      'GET /api/jobs/theirs': { status: 'done', done: 1, total: 1, result: { by: 'server' } },
    };
    return Promise.resolve(new Response(JSON.stringify(said[`${method} ${path}`] ?? { from: 'server' })));
  });
  source = await gameSource('g');
  requests = [];
});

const three = (): Promise<object[]> =>
  Promise.all([source.hint(MOMENT), source.engine(MOMENT, 2, new AbortController().signal), source.judged(MOMENT)]);

it('hints, lines and verdicts come from the device, which gets the record once', async () => {
  expect(await three()).toEqual(Array(3).fill({ from: 'device' }));
  expect(asked).toEqual([
    ['/api/what-if/hint', { ...POSITION, record: RECORD }],
    ['/api/what-if/engine', { ...POSITION, level: 2, record: RECORD }],
    ['/api/what-if/judged', { ...POSITION, record: RECORD }],
  ]);
  expect(requests).toEqual(['GET /api/games/g/record']);
});

it.each([
  ['the engine is not loaded', () => (engine.status = 'off')],
  ['the reader wants the server', () => (prefs.bots = 'server')],
  ['the device fails', () => (answer = null)],
])('the server is asked where %s', async (_why, change) => {
  change();
  expect(await three()).toEqual(Array(3).fill({ from: 'server' }));
  expect(requests.filter((request) => request.startsWith('POST')).sort()).toEqual([
    'POST /api/what-if/engine',
    'POST /api/what-if/hint',
    'POST /api/what-if/judged',
  ]);
});

it('an analysis is computed here, and found again after a reload, which loads the engine', async () => {
  expect(await source.analysed()).toEqual({ job: null });
  answer = { job: 'local-ours' };
  expect(await source.analyse()).toEqual(answer);
  expect(asked.at(-1)).toEqual(['/api/device/analysis', { record: RECORD }]);
  engine.status = 'off';
  expect(await (await gameSource('g')).analysed()).toEqual(answer);
  expect(requests).not.toContain('POST /api/games/g/analysis');
});

it('an analysis that the server has is shown, not computed again', async () => {
  known = 'theirs';
  expect(await source.analysed()).toEqual({ job: 'theirs' });
  expect(await source.analyse()).toEqual({ job: 'theirs' });
  expect(asked).toEqual([]);
});

it('the server analyses what fails on the device', async () => {
  job.mockResolvedValue({ status: 200, said: { status: 'failed', done: 0, total: 1, result: null } });
  answer = { job: 'local-ours' };
  const analysis = new Analysis(source);
  await analysis.run();
  expect(analysis.failed).toBe('');
  expect(analysis.report).toEqual({ by: 'server' });
  expect(await (await gameSource('g')).analysed()).toEqual({ job: null });
});
