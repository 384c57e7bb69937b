// The list of public tables: pages, filters, and fetching again what is shown.
import { afterEach, expect, test, vi } from 'vitest';
import { NO_FILTERS, PAGE, TableList } from '../../src/lib/tableList.svelte';

let tables: string[] = [];
const asked: URLSearchParams[] = [];

/** A server with these tables, the first of the list first. */
function serve(count: number) {
  tables = Array.from({ length: count }, (_table, at) => `t${at}`);
  asked.length = 0;
  vi.stubGlobal('fetch', (path: string) => {
    const query = new URL(path, 'http://here').searchParams;
    asked.push(query);
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
    const games = tables.slice(offset, offset + limit).map((id) => ({ id }));
    return Promise.resolve(new Response(JSON.stringify({ games, more: tables.length > offset + limit })));
  });
}
const shown = (list: TableList) => list.games?.map((game) => game.id);
afterEach(() => vi.unstubAllGlobals());

test('pages follow each other', async () => {
  serve(PAGE * 2 + 1);
  const list = new TableList('waiting');
  expect(list.games).toBeNull();
  await list.refresh();
  expect(shown(list)).toEqual(tables.slice(0, PAGE));
  expect(list.more).toBe(true);
  await list.next();
  await list.next();
  expect(shown(list)).toEqual(tables);
  expect(list.more).toBe(false);
});

test('a table that moved to the next page is shown once', async () => {
  serve(PAGE + 3);
  const list = new TableList('waiting');
  await list.refresh();
  tables = ['new', ...tables];
  await list.next();
  expect(new Set(shown(list)).size).toBe(list.games?.length);
  await list.refresh();
  expect(shown(list)).toEqual(tables.slice(0, PAGE + 3));
});

test('refreshing keeps a long list', async () => {
  serve(150);
  const list = new TableList('running');
  await list.refresh();
  for (let page = 0; page < 6; page++) await list.next();
  expect(shown(list)).toEqual(tables);
  await list.refresh();
  expect(shown(list)).toEqual(tables);
  expect(asked.every((query) => Number(query.get('limit')) <= 100)).toBe(true);
});

test('filters go to the server, and a late answer for others is dropped', async () => {
  serve(3);
  const list = new TableList('waiting');
  const late = list.refresh();
  await list.filter({ ...NO_FILTERS, pace: 'live', language: 'pl' });
  await late;
  const query = Object.fromEntries(asked[1]);
  expect(query).toEqual({ status: 'waiting', pace: 'live', language: 'pl', offset: '0', limit: `${PAGE}` });
  expect(shown(list)).toEqual(tables);
});
