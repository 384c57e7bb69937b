// The service worker decides what comes from the network, what from the caches, and what is kept. It runs here with
// caches in memory, at a site in a folder.
import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';

const SOURCE = readFileSync('public/sw.js', 'utf8')
  .replace('[/*__ASSETS__*/]', '["assets/app-1.js"]')
  .replace('[/*__LANGUAGES__*/]', '["pl"]')
  .replace('/*__HOUSES__*/', '"en", "pl"');
const SITE = 'https://example.org/some/where/';
const NAME = 'lutetia:/some/where/:';

type Handler = (event: unknown) => void;
let handlers: Record<string, Handler>;
let stores: Map<string, Map<string, string>>;
/** What the network has, by address; none: it is down. */
let files: Map<string, string> | null;
let asked: string[];

async function network(request: Request | URL | string): Promise<Response> {
  const address = request instanceof Request ? request.url : new URL(request, SITE).href;
  asked.push(address);
  if (!files) throw new TypeError('no network');
  const body = files.get(address);
  return new Response(body ?? 'nothing', { status: body === undefined ? 404 : body.startsWith('5') ? 503 : 200 });
}
const key = (request: Request | URL | string): string =>
  request instanceof Request ? request.url : new URL(request, SITE).href;

function open(name: string) {
  if (!stores.has(name)) stores.set(name, new Map());
  const store = stores.get(name)!;
  const put = async (request: Request | URL | string, answer: Response) =>
    void store.set(key(request), await answer.text());
  const add = async (request: Request | URL | string) => {
    const answer = await network(request);
    if (!answer.ok) throw new TypeError(`${key(request)}: ${answer.status}`);
    await put(request, answer);
  };
  return Promise.resolve({
    put,
    add,
    addAll: async (all: (Request | URL | string)[]) => void (await Promise.all(all.map(add))),
    match: async (request: Request | URL | string) =>
      store.has(key(request)) ? new Response(store.get(key(request))) : undefined,
  });
}
const caches = {
  open,
  keys: () => Promise.resolve([...stores.keys()]),
  delete: (name: string) => Promise.resolve(stores.delete(name)),
};

/** Start a worker of a build, as after the browser has fetched it. */
function start(build: string): void {
  handlers = {};
  const self = {
    location: new URL('sw.js', SITE),
    addEventListener: (name: string, handler: Handler) => (handlers[name] = handler),
    skipWaiting: () => Promise.resolve(),
    clients: { claim: () => Promise.resolve() },
  };
  const source = SOURCE.replace('__BUILD__', build);
  new Function('self', 'location', 'caches', 'fetch', source)(self, self.location, caches, network);
}
/** Let the worker handle an event, and wait as long as it asks the browser to: afterwards it may be stopped. */
const waited = async (name: string, event = {}): Promise<void> => {
  let until: Promise<unknown> = Promise.resolve();
  handlers[name]({ ...event, waitUntil: (work: Promise<unknown>) => (until = work) });
  await until;
};
const install = async (build: string): Promise<void> => {
  start(build);
  await waited('install');
  await waited('activate');
};

/** What a page gets; null: the worker leaves it to the browser. */
async function get(path: string, { mode = 'cors', method = 'GET' } = {}): Promise<string | null> {
  let answer: Promise<Response> | null = null;
  const request = new Request(new URL(path, SITE), { method });
  Object.defineProperty(request, 'mode', { value: mode }); // only a browser makes requests that navigate
  handlers.fetch({ request, respondWith: (given: Promise<Response>) => (answer = given) });
  return answer && (await (answer as Promise<Response>)).text();
}
const visit = (path: string) => get(path, { mode: 'navigate' });

/** A page has loaded an engine and asks the worker to keep it. */
async function keep(id: string): Promise<boolean> {
  let kept: boolean | null = null;
  const data = { keep: 'engine', id, files: ['engine.zip'] };
  await waited('message', { data, ports: [{ postMessage: (said: boolean) => (kept = said) }] });
  expect(kept).not.toBeNull();
  return kept!;
}

const publish = (engine: string): void => {
  const put = (path: string, body: string) => files!.set(new URL(path, SITE).href, body);
  put('engine/engine.json', JSON.stringify({ id: engine, files: { 'engine.zip': {} } }));
  put(`engine/${engine}/engine.json`, '{}');
  put(`engine/${engine}/engine.zip`, `zip of ${engine}`);
};

beforeEach(() => {
  stores = new Map([['lutetia:/other/:x', new Map()]]);
  asked = [];
  files = new Map();
  for (const path of ['./', 'icon.svg', 'icon-awaiting.svg', 'icon-192.png', 'manifest.webmanifest', 'assets/app-1.js'])
    files.set(new URL(path, SITE).href, `network ${path}`);
  files.set(`${SITE}words/pl.json`, 'words');
  files.set(`${SITE}house/pl.json`, 'house');
  publish('a');
});

it('keeps the pages, and shows them at every address when there is no network', async () => {
  await install('one');
  files!.set(SITE, 'newer page');
  expect(await visit('')).toBe('newer page');
  files = null;
  expect(await visit('rules/nim')).toBe('network ./');
  expect(await get('words/pl.json')).toBe('words');
  expect(await get('house/pl.json')).toBe('house');
  expect(await get('assets/app-1.js')).toBe('network assets/app-1.js');
});

it('a proxy without its server is as good as no network', async () => {
  await install('one');
  files!.set(SITE, '503');
  expect(await visit('')).toBe('network ./');
});

it('never touches requests to the server, changes, or other sites', async () => {
  await install('one');
  expect(await get('api/house')).toBeNull();
  expect(await get('assets/app-1.js', { method: 'POST' })).toBeNull();
  expect(await get('https://example.org/other/assets/app-1.js')).toBeNull();
  expect(await get('https://elsewhere.org/some/where/assets/app-1.js')).toBeNull();
});

it('keeps an engine when asked, and then its files come from the cache', async () => {
  await install('one');
  expect(await keep('a')).toBe(true);
  asked = [];
  expect(await get('engine/a/engine.zip')).toBe('zip of a');
  expect(asked).toEqual([]);
  files = null;
  expect(JSON.parse((await get('engine/engine.json'))!)).toMatchObject({ id: 'a' });
});

it('says so when an engine cannot be kept', async () => {
  await install('one');
  files = null;
  expect(await keep('a')).toBe(false);
});

it('a new build brings its engine for who has one, and the one before stays; older ones and old pages go', async () => {
  await install('one');
  await keep('a');
  for (const [build, engine] of [
    ['two', 'b'],
    ['three', 'c'],
  ]) {
    publish(engine);
    await install(build);
  }
  const own = [...stores.keys()].filter((name) => name.startsWith(NAME));
  expect(own.sort()).toEqual([`${NAME}engine-b`, `${NAME}engine-c`, `${NAME}three`]);
  expect(stores.has('lutetia:/other/:x')).toBe(true);
  files = null;
  expect(JSON.parse((await get('engine/engine.json'))!)).toMatchObject({ id: 'c' });
  expect(await get('engine/b/engine.zip')).toBe('zip of b'); // another tab may still run it
});

it('who has no engine gets none with a new build', async () => {
  await install('one');
  publish('b');
  await install('two');
  expect([...stores.keys()].filter((name) => name.includes('engine-'))).toEqual([]);
});

it('a new build is installed even when its engine cannot be had', async () => {
  await install('one');
  await keep('a');
  files!.delete(`${SITE}engine/engine.json`);
  await install('two');
  expect([...stores.keys()].filter((name) => name.startsWith(NAME)).sort()).toEqual([`${NAME}engine-a`, `${NAME}two`]);
});

it('the licence notices of the engine open as a file, not as a page', async () => {
  await install('one');
  files!.set(`${SITE}engine/a/NOTICES.txt`, 'notices');
  expect(await visit('engine/a/NOTICES.txt')).toBe('notices');
});
