// The number of the turn in the header, and the number of steps.
import { expect, it } from 'vitest';
import { stepCount, turnNumber } from '../../src/lib/turns';
import { viewOf } from '../support/views';

it.each([
  ['before the first step', '', 'p1', 1],
  ['within the first turn', 'p1:draw', 'p1', 1],
  ['when the next player has the turn', 'p1:draw p1:done', 'p2', 2],
  ['within the second turn', 'p1:draw p1:done p2:draw', 'p2', 2],
  ['at the end', 'p1:draw p2:draw', null, 2],
])('%s', (_when, steps, seat, number) => {
  expect(turnNumber({ ...viewOf('p1', steps), seat, over: seat === null })).toBe(number);
});

it('counts the steps of all turns', () => {
  expect(stepCount(viewOf('p1', 'p1:draw p1:done p2:draw'))).toBe(3);
});
