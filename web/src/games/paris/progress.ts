// How far the game is: the round, and what is left until the end.
import type { View } from '../manifest';
import { positionOf } from './edition';
import { _, plural } from './words';

/** "Round 7 · 15 buildings left"; '' after the end. */
export function progress(view: View): string {
  const { round, stacks, end_tiles, turns_left } = positionOf(view);
  if (view.over) return '';
  const buildings = stacks.reduce((sum, stack) => sum + stack.left, 0);
  const left =
    turns_left !== null
      ? plural('{n} turn left', '{n} turns left', turns_left)
      : buildings
        ? plural('{n} building left', '{n} buildings left', buildings)
        : plural('{n} end-game tile left', '{n} end-game tiles left', end_tiles.left);
  return `${_('Round {n}', { n: round })} · ${left}`;
}
