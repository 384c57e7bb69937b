// The round board: rings agree, cells do not overlap, and arrow keys lead from the Arc to every spot.
import { describe, expect, it } from 'vitest';
import type { View } from '../../../src/games/manifest';
import {
  bonusSector,
  cell,
  corner,
  middle,
  pointAngle,
  polar,
  R,
  sector,
  tagDrop,
  walks,
  way,
  wedge,
} from '../../../src/games/paris/draw/geometry';
import { drawn, spots, standers, walkers } from '../../../src/games/paris/draw/spots';
import { positionOf } from '../../../src/games/paris/edition';
import sample from './position.json';

const view = sample.view as unknown as View;

describe('rings and wedges', () => {
  it('puts the first district to the north and the others clockwise', () => {
    expect(polar(100, wedge(0)).map(Math.round)).toEqual([500, 400]);
    expect(polar(100, wedge(3)).map(Math.round)).toEqual([500, 600]);
    expect(Object.keys(positionOf(view).districts)).toEqual([
      'Montmartre',
      'La-Villette',
      'Belleville',
      'Saint-Germain',
      'Chaillot',
      'Batignolles',
    ]);
  });

  it('runs values from left to right or top to bottom in every district', () => {
    for (let i = 0; i < 6; i++) {
      const [x0, y0] = middle(cell(i, 0));
      const [x2, y2] = middle(cell(i, 2));
      expect(x2 - x0 > 1 || y2 - y0 > 1, `district ${i}`).toBe(true);
      expect(cell(i, 3)[0]).toBe(cell(i, 0)[1]);
    }
    expect([0, 1, 2, 3, 4, 5].map(way)).toEqual([1, 1, 1, -1, -1, -1]);
  });

  it('gives every wedge five bonus spaces and twenty points', () => {
    expect(bonusSector(1)[2]).toBe(-30);
    expect(bonusSector(6)[2]).toBe(30);
    expect(bonusSector(30)[3]).toBe(330);
    expect(pointAngle(0)).toBe(-28.5);
    expect(pointAngle(20) - pointAngle(0)).toBe(60);
    expect(pointAngle(121)).toBe(pointAngle(1));
  });

  it('draws a sector as a closed path inside its gap', () => {
    const path = sector([100, 200, 0, 60], 2, 8);
    expect(path).toMatch(/^M.*Z$/);
    expect(path).not.toContain('NaN');
    expect(corner([100, 200, -10, 10], 5, 0, 1)[1]).toBeGreaterThan(corner([100, 200, -10, 10], 5, 0, -1)[1]);
  });

  it('keeps a tag within eight to twenty-four below the middle', () => {
    for (let i = 0; i < 6; i++)
      for (let k = 0; k < 6; k++)
        for (const width of [29, 50, 75]) {
          const drop = tagDrop(cell(i, k), width);
          expect(drop).toBeGreaterThanOrEqual(8);
          expect(drop).toBeLessThanOrEqual(24);
        }
  });
});

describe('spots of a real position', () => {
  for (const small of [false, true]) {
    const d = drawn(view, small);
    const all = spots(d);

    it(`has one name each, drawn without a hole in the numbers (small: ${small})`, () => {
      expect(new Set(all.map((spot) => spot.id)).size).toBe(all.length);
      expect(all.map((spot) => spot.shape + spot.drawing).join('')).not.toMatch(/NaN|undefined/);
      expect(all.filter((spot) => /^(bonus|space):/.test(spot.id))).toHaveLength(30);
      expect(standers(d).length).toBeGreaterThan(4);
      expect(walkers(d)).toHaveLength(2 * view.seats.length);
    });

    it(`lets figures that have not started wait outside the tracks (small: ${small})`, () => {
      const position = structuredClone(d.position);
      for (const seat of view.seats) position.seats[seat].meeple = 0;
      for (const { id, at } of walkers({ ...d, position }))
        if (id.startsWith('figure')) expect(Math.hypot(at[0] - 500, at[1] - 500)).toBeGreaterThan(499 + 15);
    });

    it(`puts the discs where the seats would be if the game ended now (small: ${small})`, () => {
      const position = structuredClone(d.position);
      position.scores.p1.total = 61;
      const disc = walkers({ ...d, position }).find((one) => one.id === 'disc:p1')!;
      expect(disc.at).toEqual(polar(R.pointsAt, pointAngle(61)));
    });

    it(`is walked by arrows from the Arc to everywhere (small: ${small})`, () => {
      const ways = walks(all);
      const seen = new Set(['arc']);
      const next = ['arc'];
      while (next.length) {
        for (const there of Object.values(ways.get(next.pop()!)!)) {
          if (seen.has(there)) continue;
          seen.add(there);
          next.push(there);
        }
      }
      expect(all.filter((spot) => !seen.has(spot.id)).map((spot) => spot.id)).toEqual([]);
    });
  }

  it('keeps the keys of a bank in their district, however many', () => {
    const position = structuredClone(positionOf(view));
    for (const part of Object.values(position.districts)) part.bank.keys = ['p1', 'p2', 'p3', 'p4'];
    const d = { ...drawn(view, false), position };
    for (const one of standers(d).filter((key) => key.place.startsWith('bank:'))) {
      const i = Object.keys(position.districts).indexOf(one.place.slice(5));
      const angle = (Math.atan2(one.at[0] - 500, 500 - one.at[1]) * 180) / Math.PI;
      const off = ((angle - wedge(i) + 540) % 360) - 180;
      expect(Math.abs(off)).toBeLessThan(26);
      expect(Math.hypot(one.at[0] - 500, one.at[1] - 500)).toBeCloseTo(R.bankAt, 3);
    }
  });
});

describe('a small board', () => {
  it('can be pressed with a finger all round: targets of 24 pixels on a board of 285', () => {
    const pixels = (units: number): number => (units * 285) / 1012;
    const here = spots(drawn(view, true)).filter((one) => /^(bonus|space):/.test(one.id));
    expect(here).toHaveLength(30);
    expect(here.every((one) => one.reach)).toBe(true);
    expect(pixels(R.reach - R.bonus - 2)).toBeGreaterThanOrEqual(24);
    const middles = here.map((_spot, n) => {
      const [, , from, to] = bonusSector(n + 1);
      return middle([R.bonus + 1, R.reach, from, to]);
    });
    for (const [n, [x, y]] of middles.entries()) {
      const [nextX, nextY] = middles[(n + 1) % middles.length];
      expect(pixels(Math.hypot(nextX - x, nextY - y))).toBeGreaterThanOrEqual(24);
    }
    expect(spots(drawn(view, false)).some((one) => one.reach)).toBe(false);
  });
});
