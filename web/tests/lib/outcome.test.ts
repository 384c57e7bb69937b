// How a game ended that was not played to its end.
import { describe, expect, it } from 'vitest';
import { gaveUp, gaveUpNote, nameOrReader, whoWon } from '../../src/lib/outcome';

describe('the end of a game', () => {
  const ended = (by: string, why?: string): string => gaveUp({ by, why }, 'Bo');

  it('names who lost on time, resigned or stayed away', () => {
    expect(ended('claim', 'time')).toBe('Bo lost on time.');
    expect(ended('claim', 'away')).toBe('Bo did not come back.');
    expect(ended('claim')).toBe('Bo did not come back.');
    expect(ended('resign')).toBe('Bo resigned.');
  });
  it('speaks to the reader', () => {
    expect(gaveUp({ by: 'claim', why: 'time' }, null)).toBe('You lost on time.');
    expect(gaveUp({ by: 'claim', why: 'away' }, null)).toBe('You did not come back.');
    expect(gaveUp({ by: 'resign' }, null)).toBe('You resigned.');
  });
  it('knows the reader, unless several people share the device', () => {
    const players = (...mine: string[]) => ['a', 'b'].map((seat) => ({ seat, name: seat, you: mine.includes(seat) }));
    expect(nameOrReader(players('a'), 'a')).toBeNull();
    expect(nameOrReader(players('a'), 'b')).toBe('b');
    expect(nameOrReader(players('a', 'b'), 'a')).toBe('a');
    expect(nameOrReader(players('a'), null)).toBe('');
  });
  it('names who won: all of them, or the reader', () => {
    const players = (...mine: string[]) =>
      ['a', 'b', 'c'].map((seat) => ({ seat, name: seat.toUpperCase(), you: mine.includes(seat) }));
    const ended = (a: number, b: number, c: number) => ({ by: 'play', seat: null, ranks: { a, b, c } });
    expect(whoWon(players('c'), ended(1, 2, 3))).toBe('A won');
    expect(whoWon(players('c'), ended(1, 1, 3))).toBe('A, B won');
    expect(whoWon(players('a'), ended(1, 1, 3))).toBe('You won!');
    expect(whoWon(players('a', 'b'), ended(1, 2, 3))).toBe('A won'); // who of those at this device?
    expect(whoWon(players('a'), ended(1, 1, 1))).toBe('A draw');
    expect(whoWon(players('a'), null)).toBe('The game is over');
  });
  it('says nothing of a game that was played to its end, or goes on', () => {
    expect(ended('play')).toBe('');
    expect(gaveUp(null, 'Bo')).toBe('');
  });
  it('is noted beside the name', () => {
    expect(['time', 'resign', 'gone', null].map(gaveUpNote)).toEqual([
      'lost on time',
      'has resigned',
      'has left the table',
      '',
    ]);
  });
});
