// Which page an address shows.
import { expect, test } from 'vitest';
import { pageAt } from '../../src/lib/addresses';

test('every kind of address finds its page', () => {
  expect(pageAt('/')).toEqual({ page: 'Landing', chunk: undefined, props: {} });
  expect(pageAt('/t/a-1_B')).toEqual({ page: 'TablePage', chunk: 'pages', props: { id: 'a-1_B' } });
  expect(pageAt('/tables/')?.page).toBe('Lobby');
  expect(pageAt('/rules/data')?.page).toBe('DataPage');
  expect(pageAt('/rules/somegame')).toEqual({ page: 'RulesPage', chunk: 'pages', props: { game: 'somegame' } });
  expect(pageAt('/rules/somegame/card')).toEqual({ page: 'CardPage', chunk: 'learn', props: { game: 'somegame' } });
  expect(pageAt('/tutorial/somegame/parts')?.chunk).toBe('learn');
  expect(pageAt('/help')?.props).toEqual({});
});

test('any other address has none', () => {
  for (const path of ['/nothing', '/t', '/t/', '/t/a/b', '/t/é', '/tables/1', '/help/a/b']) {
    expect(pageAt(path), path).toBeNull();
  }
});
