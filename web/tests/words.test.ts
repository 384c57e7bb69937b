// Words: values are filled in by name, plurals have the forms of the language.
import { beforeEach, expect, test } from 'vitest';
import { _, formOf, plural, signed, words } from '../src/lib/words.svelte';

beforeEach(() => {
  words.language = '';
  words.texts = {};
});

test('English stands in the code', () => {
  expect(_('Hand over to {name}', { name: 'Ana' })).toBe('Hand over to Ana');
  expect(_('{who} waits', {})).toBe('{who} waits');
  expect(plural('{n} lamp', '{n} lamps', 1)).toBe('1 lamp');
  expect(plural('{n} lamp of {who}', '{n} lamps of {who}', 3, { who: 'Ana' })).toBe('3 lamps of Ana');
});

test('a catalogue gives its own', () => {
  words.language = 'pl';
  words.texts = { 'Play now': ['Graj'], '{n} lamp': ['{n} latarnia', '{n} latarnie', '{n} latarni'] };
  expect(_('Play now')).toBe('Graj');
  expect([1, 2, 5, 12, 22].map((n) => plural('{n} lamp', '{n} lamps', n))).toEqual(['1 latarnia', '2 latarnie', '5 latarni', '12 latarni', '22 latarnie']);
  expect(_('not translated')).toBe('not translated');
});

test('forms are gettext’s', () => {
  expect([1, 2, 5].map((n) => formOf('cs', n))).toEqual([0, 1, 2]);
  expect([1, 2, 5].map((n) => formOf('en', n))).toEqual([0, 1, 1]);
  expect([1, 2].map((n) => formOf('pt', n))).toEqual([0, 1]);
});

test('points have a sign', () => {
  expect([3, 0, -2].map(signed)).toEqual(['+3', '0', '−2']);
});
