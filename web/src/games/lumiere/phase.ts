// How far the game is: the phase, and what is left of it.
import type { View } from '../manifest';
import type { Position } from './types';
import { _, plural } from './words';

const sum = (numbers: number[]): number => numbers.reduce((total, n) => total + n, 0);

/** The phase in two lengths, and what is left until its end; [] after the end. */
export function phaseAndRest(position: Position): string[] {
  if (position.phase === 'paving') {
    const tiles = sum(Object.values(position.unplaced).map((left) => left.length)); // L23
    return [_('Phase I'), _('Phase I, paving'), plural('{n} tile left', '{n} tiles left', tiles)];
  }
  if (position.phase === 'over') return [];
  // every turn builds or spends a token (L30, L31)
  const turns = sum([...Object.values(position.tokens), ...Object.values(position.reserve).map((all) => all.length)]);
  return [_('Phase II'), _('Phase II, building'), plural('at most {n} turn left', 'at most {n} turns left', turns)];
}

/** "Phase II, building · at most 11 turns left" */
export const progress = (view: View): string =>
  phaseAndRest(view.position as Position)
    .slice(1)
    .join(' · ');
