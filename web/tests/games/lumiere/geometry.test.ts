// Outlines and roofs of any polyomino.
import { describe, expect, it } from 'vitest';
import {
  cellOf,
  inSquare,
  loops,
  nameOf,
  outline,
  settled,
  shapeOf,
  squareOf,
  turned,
  walls,
} from '../../../src/games/lumiere/draw/geometry';
import { facets, furnish } from '../../../src/games/lumiere/draw/roofs';

const area = (points: [number, number][]): number =>
  points.reduce((sum, [x, y], i) => {
    const [u, v] = points[(i + 1) % points.length];
    return sum + (x * v - u * y) / 2;
  }, 0);

describe('spaces and squares', () => {
  it('have the names of the records', () => {
    expect(nameOf([3, 3])).toBe('d4');
    expect(cellOf('h8')).toEqual([7, 7]);
    expect(inSquare('B3').map(nameOf)).toEqual(['c5', 'd5', 'c6', 'd6']);
    expect(squareOf(cellOf('d6'))).toBe('B3');
  });
});

describe('outlines', () => {
  const L = shapeOf(['###', '#..']);

  it('go round the cells once', () => {
    const [loop, ...more] = loops(L, 0);
    expect(more).toEqual([]);
    expect(loop).toHaveLength(6);
    expect(area(loop)).toBe(40_000);
  });

  it('keep a hole apart, with the inside on the right', () => {
    const ring = loops(shapeOf(['###', '#.#', '###']), 0);
    expect(ring).toHaveLength(2);
    expect(ring.map(area).sort((a, b) => a - b)).toEqual([-10_000, 90_000]);
  });

  it('stay simple where two corners touch', () => {
    expect(loops(shapeOf(['#.', '.#']), 0).map(area)).toEqual([10_000, 10_000]);
  });

  it('move inwards by the inset', () => {
    expect(area(loops([[0, 0]], 10)[0])).toBe(6_400);
    expect(outline([[0, 0]], 0)).toBe('M0 0L100 0L100 100L0 100Z');
  });
});

describe('turning', () => {
  const V = shapeOf(['##', '#.']);

  it('comes back after four quarters', () => {
    expect(turned(V, 4)).toEqual(settled(V));
    expect(turned(V, 1)).toEqual([
      [0, 0],
      [0, 1],
      [1, 1],
    ]);
  });
});

describe('roofs', () => {
  it('cover every quarter of every space', () => {
    for (const rows of [['###'], ['##', '##'], ['.#.', '###', '.#.'], ['###', '#.#', '###']]) {
      const cells = shapeOf(rows),
        { out } = facets(cells);
      const quarters = Object.values(out).join('').split('Z').filter(Boolean);
      const covered = quarters.reduce((sum, d) => sum + ((d.match(/[VH]/g) ?? []).length === 3 ? 2_500 : 1_250), 0);
      expect(covered).toBe(cells.length * 10_000);
    }
  });

  it('have walls where the building ends', () => {
    expect(walls(shapeOf(['###']))).toHaveLength(8);
    expect(
      walls(shapeOf(['##', '##']))
        .map((w) => w.side)
        .sort()
        .join(''),
    ).toBe('eennssww');
  });

  it('carry the plaque in the middle and the chimney at one end', () => {
    const { plaque, flue } = furnish(shapeOf(['###']));
    expect(plaque).toEqual([0, 1]);
    expect(flue).toEqual({ x: 50, y: 50, turn: 90 });
  });
});
