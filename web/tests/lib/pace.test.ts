// How a table is played, in words.
import { expect, it } from 'vitest';
import { paceText } from '../../src/lib/pace';

it('says how long there is to think', () => {
  expect(paceText({ kind: 'live', base: 900, increment: 15 })).toBe('15 min + 15 s per turn');
  expect(paceText({ kind: 'live', base: 90, increment: 0 })).toBe('1.5 min in total');
  expect(paceText({ kind: 'turns', days: 1 })).toBe('1 day per turn');
  expect(paceText({ kind: 'turns', days: 3 })).toBe('3 days per turn');
  expect(paceText({ kind: 'none' })).toBe('');
});
