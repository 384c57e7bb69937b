// What the page is told about each kind of step: from where to where, and which places stay marked.
import { describe, expect, it } from 'vitest';
import { moves } from '../../../src/games/lumiere/moves';
import { markedPlaces } from '../../../src/lib/anchors';
import type { ShownStep, View } from '../../../src/games/manifest';

const view = (total: number, question: string | null = null): View =>
  ({
    position: {
      question: question && { card: question, build: null },
      scores: { orange: { total: 0 }, blue: { total } },
    },
  }) as unknown as View;

const shown = (step: string, question: string | null = null, gained = 0): ShownStep => ({
  at: 9,
  seat: 'blue',
  place: 2,
  step,
  line: null,
  before: view(10, question),
  after: view(10 + gained),
});

describe('moves', () => {
  it.each([
    ['tile 5 B3 r1', null, 'tiles:blue', 'square:B3'],
    ['build V3 a1 b1 a2', null, 'building:V3:blue', 'space:a1 space:b1 space:a2'],
    ['card sacre-coeur', null, 'tokens:blue', 'card:sacre-coeur'],
    ['place painter d3', 'peintre', 'card:peintre', 'space:d3'],
    ['place annex c3 V6', 'bouquinistes', 'card:bouquinistes', 'space:c3'],
    ['place statue g5 east', 'penseur', 'card:penseur', 'space:g5'],
    ['place fountain b5 b6', 'fontaine', 'card:fontaine', 'space:b5 space:b6'],
    ['decline', 'jardin', null, 'card:jardin'],
    ['pass', null, null, 'seat:blue'],
  ])('shows %s', (step, question, from, to) => {
    expect(moves(shown(step, question))).toEqual([{ from, to }]);
  });

  it('marks what was taken where it is now, and its empty place in the supply', () => {
    const [taken] = moves(shown('take V5'));
    expect([taken.from, taken.to]).toEqual(['supply:V5', 'reserve:blue']);
    expect(markedPlaces(shown('take V5'), [taken])).toEqual(['building:V5:blue', 'supply:V5']);
  });

  it('shows both halves of a swap', () => {
    expect(moves(shown('swap V5 W5', 'levitation'))).toEqual([
      { from: 'building:V5:blue', to: 'supply:V5' },
      { from: 'supply:W5', to: 'reserve:blue', marks: ['building:W5:blue', 'supply:W5'] },
    ]);
  });

  it('sends the points that a step brings to the plate', () => {
    expect(moves(shown('build V3 a1 b1 a2', null, 9)).at(-1)).toEqual({
      from: 'space:a1',
      to: 'seat:blue',
      label: '+9',
    });
    expect(moves(shown('take V5', null, -3)).at(-1)?.label).toBe('−3');
  });

  it('is never empty, also for a step of a later version', () => {
    expect(moves(shown('unknown thing'))).toEqual([{ from: null, to: 'seat:blue' }]);
  });
});
