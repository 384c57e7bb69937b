// How far the game is: the phase, and what is left of it.
import type { View } from '../manifest';
import type { Position } from './types';
import { _, plural } from './words';

/** The phase in two lengths, and what is left until its end; [] after the end. */
export function phaseAndRest(position: Position): string[] {
  if (position.phase === 'paving') {
    const tiles = Object.values(position.unplaced).flat().length;
    return [_('Phase I'), _('Phase I, paving'), plural('{n} tile left', '{n} tiles left', tiles)];
  }
  if (position.turns_left === null) return [];
  const left = plural('at most {n} turn left', 'at most {n} turns left', position.turns_left);
  return [_('Phase II'), _('Phase II, building'), left];
}

/** "Phase II, building · at most 11 turns left" */
export const progress = (view: View): string =>
  phaseAndRest(view.position as Position)
    .slice(1)
    .join(' · ');
