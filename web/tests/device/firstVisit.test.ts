import { afterEach, expect, test, vi } from 'vitest';
import { firstVisit } from '../../src/device/firstVisit';
import { locale } from '../../src/lib/i18n.svelte';

const size = (br: number) => ({ br, gz: 2 * br });
const index = {
  id: 'a',
  first_visit: size(1000),
  files: { 'engine.zip': size(900), 'locale-pt.zip': size(30), 'locale-pt-BR.zip': size(4), 'locale-pl.zip': size(50) },
};
const before = locale.language;

afterEach(() => {
  locale.language = before;
  vi.unstubAllGlobals();
});

test.each([
  ['en', 1000],
  ['pl', 1050],
  ['pt', 1030],
  ['pt-BR', 1034],
])('a first visit in %s loads %i bytes over HTTPS and more over HTTP', (language, bytes) => {
  locale.language = language;
  vi.stubGlobal('isSecureContext', true);
  expect(firstVisit(index)).toBe(bytes);
  vi.stubGlobal('isSecureContext', false);
  expect(firstVisit(index)).toBe(2 * bytes);
});

test('an engine of an earlier version does not say how much it is', () => {
  expect(firstVisit({ id: 'a', files: index.files })).toBe(0);
});
