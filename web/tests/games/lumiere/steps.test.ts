// The legal steps grouped for the input: nothing is lost, and every step can be reached by moving over the board.
import { describe, expect, it } from 'vitest';
import type { View } from '../../../src/games/manifest';
import { cellOf, nameOf, type Cell } from '../../../src/games/lumiere/draw/geometry';
import { editionOf, tileFace } from '../../../src/games/lumiere/edition';
import { aimed, offered, stepFor, turnedToFit, under } from '../../../src/games/lumiere/steps';

const edition = editionOf({ edition: 1 } as View);
const all: Cell[] = Array.from({ length: 64 }, (_none, i): Cell => [i >> 3, i & 7]);

describe('offered', () => {
  it('groups steps by what a person can do with them', () => {
    const offer = offered(
      ['build L4 e5 e6 e7 f7', 'card peintre', 'decline', 'pass', 'swap L4 U5', 'take V3', 'tile 5 B3 r1'],
      edition,
    );
    expect(offer.things.map((t) => t.id)).toEqual(['building L4', 'tile 5']);
    expect([...offer.takes]).toEqual([['V3', 'take V3']]);
    expect([...offer.cards]).toEqual([['peintre', 'card peintre']]);
    expect(offer.swaps).toEqual([{ give: 'L4', take: 'U5', step: 'swap L4 U5' }]);
    expect([offer.pass, offer.decline, offer.count]).toEqual(['pass', 'decline', 7]);
  });

  it('knows the four views of a statue and the buildings of an annex', () => {
    const [statue] = offered(['place statue d4 north', 'place statue d4 west'], edition).things;
    expect(statue.ways.map((w) => statue.forms[w.form].facing)).toEqual(['north', 'west']);
    const [annex] = offered(['place annex d4 L4', 'place annex d4 garden'], edition).things;
    expect(annex.forms.map((f) => f.joins)).toEqual(['L4', 'garden']);
  });

  it('takes a mirrored building as it comes', () => {
    const [it_] = offered(['build L4 a1 b1 c1 c2'], edition).things;
    expect(it_.ways[0].form).toBe(it_.forms.length - 1);
    expect(it_.forms).toHaveLength(5);
  });
});

describe('aiming', () => {
  const steps = ['build V3 a1 b1 a2', 'build V3 b1 c1 b2', 'build V3 a1 b1 b2', 'build V3 b1 a2 b2'];
  const [v3] = offered(steps, edition).things;

  it('reaches every way from some space', () => {
    const met = new Set(all.flatMap((at) => v3.forms.map((_form, i) => aimed(v3, i, at)?.step)));
    for (const step of steps) expect(met).toContain(step);
  });

  it('snaps to a way over the space, and says no where there is none', () => {
    expect(aimed(v3, 0, cellOf('c1'))?.step).toBe('build V3 b1 c1 b2');
    expect(aimed(v3, 0, cellOf('h8'))).toBeNull();
    expect(turnedToFit(v3, 0, cellOf('h8'))).toBe(-1);
  });

  it('turns to fit', () => {
    const form = v3.ways[3].form;
    const [only] = offered(['build V3 b1 a2 b2'], edition).things;
    expect(turnedToFit(only, 0, cellOf('b2'))).toBe(form);
  });

  it('names the step it would be', () => {
    const cells = under(v3, 0, cellOf('h8'));
    expect(stepFor(v3, 0, cells, nameOf)).toBe('build V3 g7 h7 g8');
    const [tile] = offered(['tile 5 B3 r1'], edition).things;
    expect(stepFor(tile, 1, under(tile, 1, cellOf('d6')), nameOf)).toBe('tile 5 B3 r1');
  });
});

describe('a tile', () => {
  it('turns clockwise, place by place', () => {
    expect(edition.tiles[4]).toBe('OORL');
    expect(tileFace(edition, 4, 'orange', 0)).toEqual(['orange', 'orange', 'lamp', 'blue']);
    expect(tileFace(edition, 4, 'blue', 1)).toEqual(['lamp', 'blue', 'orange', 'blue']);
  });
});
