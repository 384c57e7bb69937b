// Translation: values are interpolated by name, plurals use the forms of the language.
import { beforeEach, expect, test } from 'vitest';
import { _, plural, signed, locale } from '../../src/lib/i18n.svelte';

beforeEach(() => {
  locale.catalogue = {};
  locale.pluralForms = '';
});

test('English stands in the code', () => {
  expect(_('Hand over to {name}', { name: 'Ana' })).toBe('Hand over to Ana');
  expect(_('{who} waits', {})).toBe('{who} waits');
  expect(plural('{n} lamp', '{n} lamps', 1)).toBe('1 lamp');
  expect(plural('{n} lamp of {who}', '{n} lamps of {who}', 3, { who: 'Ana' })).toBe('3 lamps of Ana');
});

test('a catalogue gives its own', () => {
  locale.pluralForms = Array.from({ length: 200 }, (_unused, n) =>
    n === 1 ? 0 : n % 10 > 1 && n % 10 < 5 && (n % 100 < 10 || n % 100 > 20) ? 1 : 2,
  ).join('');
  locale.catalogue = { 'Play now': ['Graj'], '{n} lamp': ['{n} latarnia', '{n} latarnie', '{n} latarni'] };
  expect(_('Play now')).toBe('Graj');
  expect([1, 2, 5, 12, 22, 112, 1022].map((n) => plural('{n} lamp', '{n} lamps', n))).toEqual([
    '1 latarnia',
    '2 latarnie',
    '5 latarni',
    '12 latarni',
    '22 latarnie',
    '112 latarni',
    '1022 latarnie',
  ]);
  expect(plural('{n} lamp', '{n} lamps', -3)).toBe('-3 latarnie');
  expect(_('not translated')).toBe('not translated');
});

test('points have a sign', () => {
  expect([3, 0, -2].map(signed)).toEqual(['+3', '0', '−2']);
});
