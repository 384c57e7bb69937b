// Places beside the board: what leaves them leaves a gap, and nothing else moves.
import { describe, expect, it } from 'vitest';
import { editionOf } from '../../../src/games/lumiere/edition';
import { phaseAndRest } from '../../../src/games/lumiere/phase';
import { reserveSlots, supplySlots } from '../../../src/games/lumiere/slots';
import type { Position } from '../../../src/games/lumiere/types';
import type { View } from '../../../src/games/manifest';

const position = (changes: Partial<Position>): Position =>
  ({
    phase: 'building',
    turns_left: 10,
    supply: [],
    reserve: { orange: [], blue: [] },
    tokens: { orange: 4, blue: 3 },
    unplaced: { orange: [], blue: [] },
    buildings: [],
    ...changes,
  }) as unknown as Position;
const view = (turns: View['turns'], changes: Partial<Position>): View =>
  ({ edition: 1, turns, position: position(changes) }) as unknown as View;

describe('the supply', () => {
  const edition = editionOf({ edition: 1 } as View);

  it('keeps the order of the edition, whatever has been taken', () => {
    const all = supplySlots(position({ supply: ['V3', 'W5'] }), edition);
    expect(all.map((slot) => slot.name)).toEqual(Object.keys(edition.buildings));
    expect(all.filter((slot) => slot.here).map((slot) => slot.name)).toEqual(['V3', 'W5']);
  });

  it('knows who took a building, also when it is built', () => {
    const built = [{ name: 'O4', owner: 'orange' }] as Position['buildings'];
    const all = supplySlots(position({ reserve: { orange: [], blue: ['V6'] }, buildings: built }), edition);
    expect(Object.fromEntries(all.map((slot) => [slot.name, slot.owner]))).toMatchObject({
      V6: 'blue',
      O4: 'orange',
      I3: null,
    });
  });
});

describe('a reserve', () => {
  const turns = [
    { seat: 'orange', steps: ['take V5'] },
    { seat: 'blue', steps: ['take L4'] },
    { seat: 'orange', steps: ['take I3'] },
    { seat: 'orange', steps: ['card levitation', 'swap I3 W5', 'build W5 a1 b1 b2 c2 c3'] },
  ];

  it('keeps the order in which buildings came, with gaps for those that left', () => {
    const slots = reserveSlots(view(turns, { reserve: { orange: ['V5'], blue: ['L4'] } }), 'orange');
    expect(slots.map(({ name, here }) => [name, here])).toEqual([
      ['V5', true],
      ['I3', false],
      ['W5', false],
    ]);
  });

  it('shows the reserve of a position without a past', () => {
    expect(reserveSlots(view([], { reserve: { orange: [], blue: ['T4'] } }), 'blue')).toEqual([
      { name: 'T4', here: true, owner: 'blue' },
    ]);
  });
});

describe('the phase', () => {
  it('says what is left of the paving', () => {
    const unplaced = { orange: [1, 2, 3], blue: [4, 5] };
    expect(phaseAndRest(position({ phase: 'paving', unplaced }))).toEqual([
      'Phase I',
      'Phase I, paving',
      '5 tiles left',
    ]);
  });

  it('says how many turns are left at most', () => {
    expect(phaseAndRest(position({}))).toEqual(['Phase II', 'Phase II, building', 'at most 10 turns left']);
    expect(phaseAndRest(position({ phase: 'over', turns_left: null }))).toEqual([]);
  });
});
