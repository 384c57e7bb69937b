// @vitest-environment jsdom
// The engine that follows a replay, and what a study keeps: its tree, its marks, two writers at once.
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { Refusal, type EngineLines, type Study, type StudyNode } from '../../src/lib/api';
import { studySource, type Moment, type ReplaySource } from '../../src/pages/replay/source';
import { Engine, LEVELS } from '../../src/pages/study/engine.svelte';
import { anchorAt, arrow, toggled } from '../../src/pages/study/marks';
import { StudyModel } from '../../src/pages/study/study.svelte';

afterEach(() => void vi.unstubAllGlobals().useRealTimers());

const moment = (at: number, branch: string[] | null = null): Moment => ({ at, branch, seat: null });

function lines(level: number, proven = false, seat: string | null = 'a'): EngineLines {
  const line = { steps: ['x'], texts: ['x'], ends: true, chances: { a: 1 }, margins: { a: 2 }, proven };
  return { seat, budget: 100 * 4 ** level, lines: seat ? [line] : [] };
}

function engineOf(answer: (at: Moment, level: number) => EngineLines | Promise<EngineLines>) {
  const asked: [number, number][] = [];
  const source = {
    engine: (at: Moment, level: number) => {
      asked.push([at.at, level]);
      return Promise.resolve().then(() => answer(at, level));
    },
  } as unknown as ReplaySource;
  return { asked, engine: new Engine(source, () => Promise.resolve()) };
}

test('it has as many levels as the server', () => {
  const { schemas } = JSON.parse(readFileSync('openapi.json', 'utf8')).components;
  expect(LEVELS).toBe(schemas.EngineRequest.properties.level.exclusiveMaximum);
});

test('it deepens level by level and remembers what it found', async () => {
  const { asked, engine } = engineOf((_at, level) => lines(level));
  await engine.follow(moment(3));
  expect(asked).toEqual([0, 1, 2, 3, 4].map((level) => [3, level]));
  expect(asked.length).toBe(LEVELS);
  expect(engine.found?.budget).toBe(25_600);
  expect(engine.thinks).toBe(false);
  await engine.follow(moment(3));
  expect(asked.length).toBe(LEVELS);
  expect(engine.found?.budget).toBe(25_600);
});

test('it goes no deeper where everything is proven or the game is over', async () => {
  const { asked, engine } = engineOf((at, level) => lines(level, true, at.at ? 'a' : null));
  await engine.follow(moment(3));
  await engine.follow(moment(0));
  expect(asked).toEqual([
    [3, 0],
    [0, 0],
  ]);
  expect(engine.found?.seat).toBe(null);
});

test('another position ends the work on the last one', async () => {
  const { asked, engine } = engineOf((_at, level) => lines(level));
  const first = engine.follow(moment(1));
  const second = engine.follow(moment(2));
  await Promise.all([first, second]);
  expect(asked.filter(([at]) => at === 1)).toEqual([]);
  expect(asked.filter(([at]) => at === 2).length).toBe(LEVELS);
});

test('stopped, it asks nothing; started, it goes on where it was', async () => {
  const { asked, engine } = engineOf((_at, level) => {
    if (level === 1) engine.stop();
    return lines(level);
  });
  await engine.follow(moment(1));
  expect(asked).toEqual([
    [1, 0],
    [1, 1],
  ]);
  engine.runs = false;
  await engine.follow(moment(1));
  expect(asked.length).toBe(2);
  expect(engine.found?.budget).toBe(100);
});

test('a busy server is asked again, a refusal is told', async () => {
  let busy = 2;
  const { asked, engine } = engineOf((_at, level) => {
    if (busy-- > 0) throw new Refusal(429, 'too-much-work', 'later');
    if (level === 1) throw new Refusal(403, 'running', 'Not while it is played.');
    return lines(level);
  });
  await engine.follow(moment(1));
  expect(asked.map(([, level]) => level)).toEqual([0, 0, 0, 1]);
  expect(engine.trouble).toBe('Not while it is played.');
  expect(engine.thinks).toBe(false);
});

test('a level that takes the server too long is the end, and what was found stays', async () => {
  const { asked, engine } = engineOf((_at, level) => {
    if (level === 2) throw new Refusal(503, 'no-answer', 'too long');
    return lines(level);
  });
  await engine.follow(moment(1));
  expect(asked.length).toBe(3);
  expect([engine.found?.budget, engine.trouble, engine.thinks]).toEqual([400, '', false]);
});

test('a mark is drawn, gets another colour, and goes', () => {
  const at = { at: 'square:B3', colour: 'green' } as const;
  const red = { at: 'square:B3', colour: 'red' } as const;
  const line = { from: 'a', to: 'b', colour: 'red' } as const;
  expect(toggled([], at)).toEqual([at]);
  expect(toggled([{ at: 'square:B3' }], at)).toEqual([]);
  expect(toggled([at, line], red)).toEqual([line, red]);
  expect(toggled([at, line], line)).toEqual([at]);
  expect(toggled([line], { from: 'b', to: 'a', colour: 'red' }).length).toBe(2);
});

test('the place at a point is the smallest around it', () => {
  document.body.innerHTML =
    '<p data-anchor="square:B3"></p><p data-anchor="space:c5 light:c5"></p><p data-anchor="x"></p>';
  const boxes = [new DOMRect(0, 0, 100, 100), new DOMRect(10, 10, 20, 20), new DOMRect(200, 0, 5, 5)];
  document.querySelectorAll('p').forEach((one, n) => (one.getBoundingClientRect = () => boxes[n]));
  expect(anchorAt(document, { x: 15, y: 15 })).toBe('space:c5');
  expect(anchorAt(document, { x: 50, y: 50 })).toBe('square:B3');
  expect(anchorAt(document, { x: 150, y: 50 })).toBe(null);
});

test('an arrow ends just before the middle of its goal', () => {
  const box = (x: number) => ({ x, y: 0, width: 20, height: 20 });
  expect(arrow(box(0), box(100))).toEqual({ from: { x: 10, y: 10 }, to: { x: 102, y: 10 } });
});

const node = (
  id: string,
  parent: string | null,
  at: number,
  step: string,
  more: Partial<StudyNode> = {},
): StudyNode => ({
  id,
  parent,
  at,
  step,
  text: step,
  name: '',
  comment: '',
  marks: [],
  version: 1,
  changed: 0,
  by: null,
  ...more,
});
const NODES = [
  node('n', null, 5, '', { comment: 'Here' }),
  node('a', null, 6, 'A'),
  node('b', 'a', 7, 'B'),
  node('c', 'a', 7, 'C'),
  node('d', 'b', 8, 'D'),
  node('e', null, 3, 'E'),
  node('empty', null, 9, ''),
];
const study = (nodes = NODES): Study => ({
  name: 'Lamps',
  game: 'nim',
  step: 5,
  read: 'r',
  write: 'w',
  mine: true,
  version: 3,
  changed: 0,
  nodes,
});

test('a study finds its positions and orders its lines', () => {
  const model = new StudyModel('w', study());
  expect(model.nodeAt(moment(5))?.id).toBe('n');
  expect(model.nodeAt(moment(5, ['A', 'B', 'D']))?.id).toBe('d');
  expect(model.nodeAt(moment(5, ['A', 'X']))).toBe(null);
  expect(model.placeOf(NODES[4])).toEqual({ at: 5, branch: ['A', 'B', 'D'] });
  expect(model.placeOf(NODES[0])).toEqual({ at: 5, branch: null });
  const ids = model.lines.map((line) => line.nodes.map((one) => one.id).join(''));
  expect(ids).toEqual(['e', 'n', 'abd']);
  expect(model.lines[2].inner.map((line) => line.nodes[0].id)).toEqual(['c']);
});

function server(answers: Record<string, (body: unknown) => [number, unknown]>) {
  const asked: [string, unknown][] = [];
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body?: string }) => {
    const said: unknown = body ? JSON.parse(body) : undefined;
    asked.push([`${method} ${path}`, said]);
    const [status, answer] = answers[`${method} ${path}`](said);
    return Promise.resolve(new Response(JSON.stringify(answer), { status }));
  });
  return asked;
}

test('a study opens at the end of the line that it began with', () => {
  expect(new StudyModel('w', study()).opening()).toEqual({ at: 5, branch: ['A', 'B', 'D'] });
  expect(new StudyModel('w', study([node('n', null, 5, '')])).opening()).toEqual({ at: 5, branch: null });
});

test('what another has changed meanwhile is shown, and mine can be sent again', async () => {
  const theirs = study([node('n', null, 5, '', { comment: 'Theirs', version: 2, by: 'Ana' })]);
  const mine = study([node('n', null, 5, '', { comment: 'Mine', version: 3 })]);
  const asked = server({
    'PUT /api/studies/w/nodes/n': (body) =>
      (body as { version: number }).version === 2
        ? [200, mine]
        : [409, { error: { code: 'changed', text: 'Somebody else', rule: '' } }],
    'GET /api/studies/w': () => [200, theirs],
  });
  const model = new StudyModel('w', study());
  await model.write(moment(5), { comment: 'Mine' });
  expect(model.conflict?.node.comment).toBe('Theirs');
  expect(model.conflict?.written).toEqual({ comment: 'Mine' });
  await model.settle(true);
  expect(asked.at(-1)).toEqual(['PUT /api/studies/w/nodes/n', { version: 2, comment: 'Mine' }]);
  expect(model.conflict).toBe(null);
  expect(model.nodeAt(moment(5))?.comment).toBe('Mine');
});

/** A server that keeps a study, and refuses what was written for an older version, as the real one does. */
function keeping(kept: Study, delay = 0) {
  const writes: Record<string, unknown>[] = [];
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'PUT') {
      const { version, ...written } = JSON.parse(body!) as { version: number };
      const id = path.split('/').at(-1);
      if (kept.nodes.find((one) => one.id === id)!.version !== version)
        return new Response(JSON.stringify({ error: { code: 'changed', text: 'Changed', rule: '' } }), { status: 409 });
      const nodes = kept.nodes.map((one) => (one.id === id ? { ...one, ...written, version: version + 1 } : one));
      kept = { ...kept, version: kept.version + 1, nodes };
      writes.push(written);
      await new Promise((done) => setTimeout(done, delay));
    }
    return new Response(JSON.stringify(path.endsWith('/version') ? { version: kept.version } : kept));
  });
  return writes;
}

test('what one person writes quickly is sent in order, and nothing of it is lost', async () => {
  const writes = keeping(study());
  const model = new StudyModel('w', study());
  const [one, other] = [{ at: 'square:B3' }, { from: 'square:B3', to: 'square:C2' }];
  await Promise.all([
    model.write(moment(5), { comment: 'Mine' }),
    model.mark(moment(5), one),
    model.mark(moment(5), other),
  ]);
  expect(model.conflict).toBe(null);
  expect(writes).toEqual([{ comment: 'Mine' }, { marks: [one] }, { marks: [one, other] }]);
  expect(model.nodeAt(moment(5))).toMatchObject({ comment: 'Mine', marks: [one, other], version: 4 });
});

test('only what somebody else has written is news', async () => {
  vi.useFakeTimers();
  keeping(study(), 1000);
  const model = new StudyModel('w', study());
  const stop = model.watch();
  await vi.advanceTimersByTimeAsync(14_900);
  const sent = model.write(moment(5), { comment: 'Mine' });
  await vi.advanceTimersByTimeAsync(5000); // it looks before the answer comes
  await sent;
  expect(model.newer).toBe(false);
  keeping({ ...study(), version: 9 });
  await vi.advanceTimersByTimeAsync(15_100);
  expect(model.newer).toBe(true);
  const refreshed = model.refresh();
  await vi.advanceTimersByTimeAsync(100);
  await refreshed;
  expect(model.newer).toBe(false);
  stop();
});

test('after a conflict one can go on drawing, and what was refused is still there', async () => {
  const other = study([node('n', null, 5, '', { comment: 'Theirs', version: 2 })]);
  const writes = keeping(other);
  const model = new StudyModel('w', study());
  await model.write(moment(5), { comment: 'Mine' });
  await model.mark(moment(5), { at: 'square:B3' });
  expect(model.conflict).toMatchObject({ node: { comment: 'Theirs', version: 3 }, written: { comment: 'Mine' } });
  await model.settle(true);
  expect(model.conflict).toBe(null);
  expect(writes.at(-1)).toEqual({ comment: 'Mine' });
});

test('a line is removed although others write elsewhere, unless they wrote in it', async () => {
  const changed = { error: { code: 'changed', text: 'Changed', rule: '' } };
  const removed = (now: Study) => {
    const asked = server({
      'DELETE /api/studies/w/nodes/a?version=1&study_version=3': () => [409, changed],
      'GET /api/studies/w': () => [200, now],
      'DELETE /api/studies/w/nodes/a?version=1&study_version=4': () => [200, study([])],
    });
    const model = new StudyModel('w', study());
    return { model, asked, done: model.erase(NODES[1]) };
  };
  const elsewhere = removed({ ...study([...NODES, node('x', null, 1, 'X')]), version: 4 });
  await elsewhere.done;
  expect(elsewhere.model.data.nodes).toEqual([]);
  const below = removed({ ...study([...NODES, node('x', 'd', 9, 'X')]), version: 4 });
  await expect(below.done).rejects.toThrow('Changed');
  expect(below.asked.length).toBe(2);
  expect(below.model.branchOf(NODES[1]).map((one) => one.id)).toEqual(['a', 'b', 'c', 'd', 'x']);
});

test('what could not be sent is told, so that it can be sent again', async () => {
  server({ 'PUT /api/studies/w/nodes/n': () => [503, {}] });
  expect(await new StudyModel('w', study()).write(moment(5), { comment: 'Mine' })).toBe(false);
});

test('a replaced link moves the page that was opened with it', async () => {
  const asked = server({
    'POST /api/studies/w/links': (body) => [200, { token: `new ${(body as { which: string }).which}` }],
  });
  const model = new StudyModel('w', study());
  expect(await model.renew('read')).toBe(null);
  expect(model.data.read).toBe('new read');
  expect(await model.renew('write')).toBe('new write');
  expect(model.path).toBe('/api/studies/new write');
  expect(asked.length).toBe(2);
});

test('the link for writers is not handed on with a position or a file', async () => {
  const content = { game: 'nim', seats: ['a', 'b'], turns: [{ steps: ['x'] }] };
  server({ 'GET /api/shared/w': () => [200, { kind: 'record', content, step: 1 }] });
  let readers = 'r';
  const source = await studySource('w', () => readers);
  readers = 'new';
  expect(await source.share!(1)).toBe('/s/new?at=1');
  expect(source.record).toBe('/api/shared/new/record?download=true');
  expect(source.file).toBe('/api/shared/new/replay.html');
});

test('a comment beside the game keeps the line first', async () => {
  const kept = study([...NODES, node('x', 'a', 7, 'X')]);
  const asked = server({
    'POST /api/studies/w/lines': () => [200, { node: 'x', study: kept }],
    'PUT /api/studies/w/nodes/x': () => [200, kept],
  });
  const model = new StudyModel('w', study());
  await model.write(moment(5, ['A', 'X']), { comment: 'Why not' });
  expect(asked).toEqual([
    ['POST /api/studies/w/lines', { at: 5, steps: ['A', 'X'] }],
    ['PUT /api/studies/w/nodes/x', { version: 1, comment: 'Why not' }],
  ]);
});
