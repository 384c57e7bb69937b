// Names in narrow columns: long words can be broken, short ones and the text itself stay.
import { expect, test } from 'vitest';
import { hyphenated } from '../../src/lib/hyphenated';

test.each([
  ['Mademoiselle Fifine', 'Made|mois|elle Fifine'],
  ['Maximilien', 'Maxi|milien'],
  ['Żółćgęśla', 'Żółć|gęśla'],
  ['Ana', 'Ana'],
])('%s', (name, broken) => {
  expect(hyphenated(name).replaceAll('\u00ad', '|')).toBe(broken);
});
