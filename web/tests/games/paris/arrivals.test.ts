// What comes later stands after what was there, so that nothing on the table moves.
import { expect, it } from 'vitest';
import type { View } from '../../../src/games/manifest';
import { skies, tilesOf } from '../../../src/games/paris/arrivals';
import { inSky } from '../../../src/games/paris/draw/geometry';
import { positionOf } from '../../../src/games/paris/edition';
import sample from './position.json';

const view = sample.view as unknown as View;

function after(...turns: View['turns']): View {
  const position = structuredClone(positionOf(view));
  position.districts.Chaillot.landmarks = { L9: { keys: [] }, L14: { keys: [] } };
  position.districts.Chaillot.vp_tile = [20, 10, 5];
  position.seats.p1.unused = { 4: { vp: 0, francs: 0, keys: 0 }, 18: { vp: 4, francs: 0, keys: 0 } };
  position.seats.p1.used = [7];
  return { ...view, turns, position } as unknown as View;
}

it('puts landmarks and the VP tile in the order in which they came', () => {
  const moved = [{ seat: 'p2', steps: ['move arc Chaillot:L14', 'vp 20 Chaillot', 'move Chaillot:3 Chaillot:L9'] }];
  expect(skies(after(...moved)).Chaillot).toEqual(['Chaillot:L14', 'won:Chaillot', 'Chaillot:L9']);
  expect(skies(after()).Chaillot).toEqual(['Chaillot:L9', 'Chaillot:L14', 'won:Chaillot']);
});

it('keeps the places of up to three things in a sky', () => {
  expect([1, 2, 3].map((count) => inSky(2, 0, count))).toEqual(Array(3).fill(inSky(2, 0, 1)));
  expect(inSky(2, 1, 2)).toEqual(inSky(2, 1, 3));
});

it("puts a player's bonus tiles in the order in which they were taken, used or not", () => {
  const taken = [
    { seat: 'p1', steps: ['track 18', 'use 17 take 7'] },
    { seat: 'p2', steps: ['track 4'] },
    { seat: 'p1', steps: ['use 7', 'track 4'] },
  ];
  expect(tilesOf(after(...taken), 'p1')).toEqual([18, 7, 4]);
});
