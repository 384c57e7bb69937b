// @vitest-environment jsdom
// A page has a session before its first change: if the answer is lost, the same person sends the change again.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Refusal, type Me } from '../../src/lib/api';
import { ensurePerson, loadMe, openTable, store } from '../../src/lib/store.svelte';

const me = (id: string | null): Me => ({ person: id && { id }, language: 'en', languages: ['en'] }) as unknown as Me;
const NOBODY = me(null);
const answers = new Map<string, () => Response | Promise<Response>>();
let asked: string[] = [];

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const lost = () => Promise.reject<Response>(new TypeError('network'));

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  answers.clear();
  store.me = NOBODY;
  answers.set('POST /api/me/guest', () => json(me('new')));
  answers.set('GET /api/me', () => json(me('new')));
  answers.set('POST /api/games', () => json({ id: 'g1' }, 201));
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const what = `${init.method} ${path}`;
    asked.push(what);
    return Promise.resolve(answers.get(what)!());
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a newcomer becomes a guest before opening a table', async () => {
  await openTable({});
  expect(asked.slice(0, 2)).toEqual(['POST /api/me/guest', 'POST /api/games']);
  expect(store.me?.person?.id).toBe('new');
});

it('who is known already is not asked', async () => {
  store.me = me('old');
  await ensurePerson();
  expect(asked).toEqual([]);
});

it('before it is known who one is, the server says so', async () => {
  store.me = null;
  answers.set('POST /api/me/guest', () => json(me('old')));
  await ensurePerson();
  expect(store.me).toEqual(me('old'));
});

it('two changes at once make one guest', async () => {
  await Promise.all([openTable({}), openTable({})]);
  expect(asked.filter((what) => what === 'POST /api/me/guest')).toHaveLength(1);
});

it('where the answer is lost, it asks again, and changes nothing before', async () => {
  answers.set('POST /api/me/guest', () => (asked.length > 1 ? json(me('new')) : lost()));
  const opening = openTable({});
  await vi.runAllTimersAsync();
  await opening;
  expect(asked.slice(0, 3)).toEqual(['POST /api/me/guest', 'POST /api/me/guest', 'POST /api/games']);
});

it('where the server cannot be reached, nothing is changed', async () => {
  answers.set('POST /api/me/guest', lost);
  const opening = expect(openTable({})).rejects.toThrow(Refusal);
  await vi.advanceTimersByTimeAsync(2_000); // not for ever: whether the server is back is asked again and again
  await opening;
  expect(asked).not.toContain('POST /api/games');
});

it.each([404, 405])('a process of the previous version (%i) makes a guest with the change', async (status) => {
  answers.set('POST /api/me/guest', () => json({}, status));
  await openTable({});
  expect(asked).toContain('POST /api/games');
});

it('a server without guests says so before anything is changed', async () => {
  const error = { code: 'no-guests', text: 'Only members can play on this server: sign in first.', rule: '' };
  answers.set('POST /api/me/guest', () => json({ error }, 403));
  await expect(openTable({})).rejects.toThrow('Only members');
  expect(asked).toEqual(['POST /api/me/guest']);
});

it('an answer from before does not make somebody nobody again', async () => {
  let answer: (response: Response) => void = () => undefined;
  answers.set('GET /api/me', () => new Promise((done) => (answer = done)));
  const loading = loadMe();
  await ensurePerson();
  answer(json(NOBODY));
  await loading;
  expect(store.me?.person?.id).toBe('new');
});
