// How far a game of Paris is, as the header says it.
import { expect, it } from 'vitest';
import type { View } from '../../../src/games/manifest';
import { progress } from '../../../src/games/paris/progress';
import sample from './position.json';

const view = (changes: object): View =>
  ({ ...sample.view, position: { ...sample.view.position, ...changes } }) as unknown as View;

it('says the round, and what is left until the end', () => {
  const stacks = [
    { drawn: [], left: 3, back: 'Chaillot' },
    { drawn: [], left: 1, back: 'Belleville' },
  ];
  expect(progress(view({ stacks, round: 2 }))).toBe('Round 2 · 4 buildings left');
  expect(progress(view({}))).toBe(`Round 16 · ${sample.view.position.end_tiles.left} end-game tiles left`);
  expect(progress(view({ round: 20, turns_left: 1 }))).toBe('Round 20 · 1 turn left');
  expect(progress({ ...view({}), over: true })).toBe('');
});
