// The pictures of the component gallery, and pieces whose shape an owner has corrected.
import { expect, test } from 'vitest';
import { fountain, garden } from '../../../src/games/lumiere/draw/pieces';
import { pictures, type EditionData } from '../../../src/games/lumiere/gallery/pictures';

const DATA: EditionData = {
  tiles: { layout: ['OORM'] },
  buildings: { V3: ['##', '#.'], mirror: false, status: '' },
  pieces: { garden: ['##'], fountain: ['#'] },
  large_lamp: { pattern: [[-2, 0], [0, 1]] }, // prettier-ignore
  board: { squares: 4 },
  postcards: { starter: ['jardin'] },
};

test('every kind of component is drawn', () => {
  const count: Record<string, number> = { 'tile-1': 2, spaces: 4, mirror: 2, tokens: 2, chimneys: 2 };
  const one = ['building-V3', 'garden', 'fountain', 'large-lamp', 'lamp', 'annex', 'statue', 'painter', 'dancer'];
  for (const id of [...one, 'mixed-space', 'card-jardin', 'board', 'starter', 'points', ...Object.keys(count)])
    expect(pictures(id, DATA), id).toHaveLength(count[id] ?? 1);
  expect(pictures('fountain', DATA)[0].box).toBe('-4 -4 108 108');
  expect(pictures('fountain', { ...DATA, pieces: { fountain: ['.'] } })).toEqual([]);
});

test('a fountain or a garden of any shape is drawn', () => {
  const shapes: [number, number][][] = [[[0, 0]], [[0, 0], [1, 0]], [[0, 0], [0, 1], [1, 1]]]; // prettier-ignore
  for (const cells of shapes)
    for (const owner of ['orange', 'blue'] as const)
      for (const draw of [fountain, garden]) expect(draw(cells, owner)).not.toContain('NaN');
  expect(fountain([[0, 0]], 'orange')).toContain('translate(50 50) scale(.46)');
});

test('choices of an opening are drawn on the board', () => {
  const [taken] = pictures('squares-0B2-1C1', DATA);
  expect(taken.drawn.match(/<text/g)).toHaveLength(2);
  expect(taken.drawn).toContain('x="216" y="216"'); // B2
  expect(taken.drawn.match(/stroke-width="12"/g)).toHaveLength(1); // the last one stands out
  const [laid] = pictures('laid-0-D4-r3', DATA);
  expect(laid.drawn).toContain('translate(600 600)');
});
