// The workers that think, as real workers: what one that has crashed was asked goes to another, and what none can
// answer is answered without them.
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const WORKERS = new URL('../../../scripts/engine/workers/', import.meta.url).href;
const RUNNER = new URL('../support/worker.mjs', import.meta.url);
interface Thinkers {
  think: (question: string) => Promise<string>;
  cancel: (question: string) => void;
  warm: () => void;
}
interface Means {
  start: () => object;
  most: number;
  here: (question: string) => Promise<string>;
}
const { makeThinkers } = (await import(`${WORKERS}thinkers.mjs`)) as { makeThinkers: (means: Means) => Thinkers };
/** Answers with its number; crashes, fails, takes its time or thinks for ever if that is the question. */
const scripted = (number: number): string =>
  `data:text/javascript,self.onmessage = ({ data: { question } }) => {
    const answer = () => self.postMessage({ answer: '${number}: ' + question });
    if (question === 'crash') setTimeout(() => { throw new Error('crashed'); });
    else if (question === 'fail') self.postMessage({ failed: 'no' });
    else if (question === 'slow') setTimeout(answer, 100);
    else if (question !== 'for ever') answer();
  }`;

let workers: Worker[];
beforeEach(() => void (workers = []));
afterEach(async () => void (await Promise.all(workers.map((worker) => worker.terminate()))));

/** A worker of Node with what thinkers.mjs uses of a browser's. */
function started(module: string) {
  const worker = new Worker(RUNNER, { workerData: module });
  workers.push(worker);
  const found = {
    onmessage: null as ((event: { data: unknown }) => void) | null,
    onerror: null as (() => void) | null,
    postMessage: (message: unknown) => worker.postMessage(message),
    terminate: () => void worker.terminate(),
  };
  worker.on('message', (data) => found.onmessage?.({ data }));
  worker.on('error', () => found.onerror?.());
  return found;
}
const here = (question: string) => Promise.resolve(`here: ${question}`);
const make = (most: number) => makeThinkers({ start: () => started(scripted(workers.length + 1)), most, here });

it('a worker that cannot start is replaced, and after three in a row the question is answered here', async () => {
  const broken = () => {
    const worker = started(`${WORKERS}bot.mjs`); // without Pyodide beside it, it cannot start
    worker.postMessage({ parts: { index: { files: {} }, language: 'en', archives: [] } });
    return worker;
  };
  const { think } = makeThinkers({ start: broken, most: 1, here });
  expect(await Promise.all([think('one'), think('two')])).toEqual(['here: one', 'here: two']);
  expect(workers).toHaveLength(3);
  expect(await think('three')).toBe('here: three');
  expect(workers).toHaveLength(3);
});

it('workers that crash now and then are replaced for ever', async () => {
  const { think } = make(1);
  for (let n = 1; n <= 5; n++) {
    expect(await think('one')).toBe(`${n}: one`);
    workers.at(-1)!.postMessage({ question: 'crash' });
    await new Promise((done) => workers.at(-1)!.once('exit', done));
  }
  expect(await think('one')).toBe('6: one');
});

it('a refusal is no answer: it does not make a crash forgotten', async () => {
  const { think } = make(1);
  for (let n = 0; n < 3; n++) {
    await expect(think('fail')).rejects.toThrow('no');
    workers.at(-1)!.postMessage({ question: 'crash' });
    await new Promise((done) => workers.at(-1)!.once('exit', done));
  }
  expect(await think('one')).toBe('here: one');
});

it('what a crash interrupts is asked again, and another worker starts while all are busy', async () => {
  const { think } = make(2);
  void think('for ever');
  expect(await think('one')).toBe('2: one');
  expect(workers).toHaveLength(2);
  const crashed = think('crash'); // it takes every worker down that gets it
  expect(await crashed).toBe('here: crash');
});

it('what nobody needs any more is not begun, and a worker that thinks about it is ended after a while', async () => {
  const { think, cancel } = make(1);
  const answered: string[] = [];
  for (const question of ['for ever', 'crash', 'one']) void think(question).then((answer) => answered.push(answer));
  cancel('crash');
  cancel('for ever');
  await vi.waitFor(() => expect(answered).toEqual(['2: one']), { timeout: 5_000 });
});

it('a worker that comes to the end soon stays', async () => {
  const { think, cancel } = make(1);
  const answered = vi.fn();
  void think('slow').then(answered);
  cancel('slow');
  expect(await think('one')).toBe('1: one');
  expect(answered).not.toHaveBeenCalled();
});

it('without workers everything is answered here, and none is started', async () => {
  const { think, warm } = make(0);
  warm();
  expect(await think('one')).toBe('here: one');
  expect(workers).toEqual([]);
});
