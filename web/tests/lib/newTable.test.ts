// The form for a new table: who sits where, names on one device, mixed levels, picked parts.
import { expect, test } from 'vitest';
import type { GameInfo } from '../../src/lib/api';
import { characterAt, defaults, namesOf, optionsOf, PICKED, seatsOf, type TableForm } from '../../src/lib/newTable';

const form = (more: Partial<TableForm>): TableForm => ({
  way: 'bot',
  players: 2,
  own: 0,
  bots: [],
  names: [],
  level: 3,
  ...more,
});

test('the other seats are bots, open, or people here', () => {
  expect(seatsOf(form({}))).toEqual(['human', 'level3']);
  expect(seatsOf(form({ way: 'friend', players: 3 }))).toEqual(['human', 'open', 'open']);
  expect(seatsOf(form({ way: 'device', players: 3 }))).toEqual(['human', 'human', 'human']);
});

test('the reader chooses a colour, and levels can be mixed', () => {
  expect(seatsOf(form({ own: 1 }))).toEqual(['level3', 'human']);
  const mixed = form({ players: 4, own: 2, bots: ['level1', '', 'level2', 'level5'] });
  expect(seatsOf(mixed)).toEqual(['level1', 'level3', 'human', 'level5']);
  expect(seatsOf(form({ way: 'device', players: 3, bots: ['', '', 'level4'] }))).toEqual(['human', 'human', 'level4']);
});

test('only people at this device are named', () => {
  expect(namesOf(form({ names: ['Ana', 'Jiří'] }))).toEqual([]);
  expect(namesOf(form({ way: 'device', players: 3, names: ['Ana'], bots: ['', 'level1'] }))).toEqual(['Ana', '', '']);
});

test('bots of one level are different characters', () => {
  const seats = ['level3', 'human', 'level5', 'level3'];
  expect([0, 2, 3].map((at) => characterAt(seats, at))).toEqual([0, 0, 1]);
});

test('picked parts are sent as a list', () => {
  const items = ['a', 'b', 'c'].map((value) => ({ value, name: value, brief: '' }));
  const options = [
    { name: 'cards', label: '', choices: [{ value: 'starter', label: '' }], pick: { count: 2, items } },
    { name: 'quick', label: '', choices: [], pick: null },
  ];
  const { options: chosen, picks } = defaults({ options } as unknown as GameInfo);
  expect([chosen, picks]).toEqual([{ cards: 'starter', quick: false }, { cards: ['a', 'b'] }]);
  expect(optionsOf(chosen, picks)).toEqual({ cards: 'starter', quick: false });
  expect(optionsOf({ ...chosen, cards: PICKED }, picks)).toEqual({ cards: ['a', 'b'], quick: false });
});
