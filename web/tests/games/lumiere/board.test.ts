// The drawn board.
import { describe, expect, it } from 'vitest';
import { freshIn, standing } from '../../../src/games/lumiere/draw/board';
import { shapeOf } from '../../../src/games/lumiere/draw/geometry';
import { roofPicture } from '../../../src/games/lumiere/pics';
import type { Built, Position } from '../../../src/games/lumiere/types';
import type { View } from '../../../src/games/manifest';

const built = (name: string, owner: 'orange' | 'blue', spaces: string, annex: string | null = null): Built => {
  const all = spaces.split(' ');
  return { name, owner, spaces: all, annex, size: all.length, lamps: [], points: 0 };
};

describe('the board', () => {
  it('shows no chimney on a building that belongs to nobody yet (L7)', () => {
    const cells = shapeOf(['###']);
    expect(roofPicture(cells, null).drawn).not.toContain('class="chimney"');
    expect(roofPicture(cells, 'blue').drawn.match(/class="chimney"/g)).toHaveLength(1);
  });

  it('shows one chimney on every building, the garden included (L7)', () => {
    const buildings = [
      built('I3', 'orange', 'a1 b1 c1'),
      built('O4', 'orange', 'e1 f1 e2 f2'),
      built('C6', 'blue', 'a4 b4 c4 d4 a5 d5'),
      built('V6', 'blue', 'g3 g4 g5 f5 e5 h5', 'h5'),
      built('garden', 'orange', 'a7 a8'),
    ];
    const position = { paving: {}, buildings, pieces: [], lamps: [] } as unknown as Position;
    const drawn = standing(position, 'test', freshIn({ position } as unknown as View, null));
    expect(drawn.match(/class="chimney"/g)).toHaveLength(buildings.length);
  });
});
