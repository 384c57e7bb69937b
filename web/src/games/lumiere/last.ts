// Where the rival's last turn touched the board.
import type { View } from '../manifest';
import { inSquare, nameOf } from './draw/geometry';

/** The first space of the last turn's last step that names one, if it was another seat's turn; '' otherwise. */
export function lastSpace(view: View, seat: string | null): string {
  const turn = view.turns.at(-1);
  if (!turn || turn.seat === seat) return '';
  for (const step of [...turn.steps].reverse()) {
    const space = step
      .split(' ')
      .slice(1)
      .find((word) => /^([a-h][1-8]|[A-D][1-4])$/.test(word));
    if (space) return space[0] < 'a' ? nameOf(inSquare(space)[0]) : space;
  }
  return '';
}
