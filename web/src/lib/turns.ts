// Numbers of turns and steps.
import type { View } from '../games/manifest';

/** The number of the current turn, or of the last one of a finished game. A turn is listed once it has a step. */
export function turnNumber({ turns, seat, over }: Pick<View, 'turns' | 'seat' | 'over'>): number {
  const begins = !over && turns.at(-1)?.seat !== seat;
  return Math.max(1, turns.length + (begins ? 1 : 0));
}

/** How many steps have been taken. */
export const stepCount = ({ turns }: { turns: readonly { steps: readonly string[] }[] }): number =>
  turns.reduce((sum, turn) => sum + turn.steps.length, 0);
