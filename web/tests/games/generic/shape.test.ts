// How parts of an unknown position are shown.
import { describe, expect, it } from 'vitest';
import { labelOf, shapeOf } from '../../../src/games/generic/shape';

const seats = ['red', 'green', 'blue'];

describe('shapeOf', () => {
  it('shows simple values and lists of them on a line', () => {
    expect(shapeOf(3, seats)).toEqual({ kind: 'scalar', value: 3 });
    expect(shapeOf(null, seats)).toEqual({ kind: 'scalar', value: null });
    expect(shapeOf(['rose', 'lily'], seats)).toEqual({ kind: 'list', values: ['rose', 'lily'] });
    expect(shapeOf([], seats)).toEqual({ kind: 'list', values: [] });
  });

  it('shows rows of equal length as a board', () => {
    expect(
      shapeOf(
        [
          ['a', null],
          ['b', 'c'],
        ],
        seats,
      ).kind,
    ).toBe('grid');
    expect(shapeOf([['a'], ['b', 'c']], seats).kind).toBe('record');
  });

  it('shows what seats have side by side, in the order of the seats', () => {
    expect(shapeOf({ green: { coins: 2 }, red: { coins: 1, cards: ['rose'] } }, seats)).toEqual({
      kind: 'seats',
      seats: ['red', 'green'],
      rows: [
        { name: 'coins', values: [1, 2] },
        { name: 'cards', values: [['rose'], null] },
      ],
    });
    expect(shapeOf({ red: 1, green: null }, seats)).toEqual({
      kind: 'seats',
      seats: ['red', 'green'],
      rows: [{ name: '', values: [1, null] }],
    });
  });

  it('shows objects alike as a table, others by name', () => {
    expect(
      shapeOf(
        [
          { name: 'a', left: 2 },
          { name: 'b', left: 0 },
        ],
        seats,
      ),
    ).toEqual({
      kind: 'table',
      columns: ['name', 'left'],
      rows: [
        { name: '1', values: ['a', 2] },
        { name: '2', values: ['b', 0] },
      ],
    });
    expect(shapeOf({ stack: { left: 3 }, market: { left: 2 } }, seats).kind).toBe('table');
    expect(shapeOf({ stack: 3, market: { left: 2 } }, seats).kind).toBe('record');
    expect(shapeOf([{ deep: { er: 1 } }, { deep: { er: 2 } }], seats).kind).toBe('record');
    expect(shapeOf({}, seats)).toEqual({ kind: 'record', entries: [] });
  });
});

it('labels names of the notation', () => {
  expect(labelOf('turns_left')).toBe('Turns left');
});
