// Where the rival's last step touched the board.
import type { View } from '../manifest';
import { inSquare, nameOf } from './draw/geometry';

/** The first space of the last step that lies on the board, if somebody else took it; '' otherwise. */
export function lastSpace(view: View, seat: string | null): string {
  for (const turn of [...view.turns].reverse()) {
    if (turn.seat === seat && seat !== null) return '';
    for (const step of [...turn.steps].reverse()) {
      const space = step
        .split(' ')
        .slice(1)
        .find((word) => /^([a-h][1-8]|[A-D][1-4])$/.test(word));
      if (space) return space[0] < 'a' ? nameOf(inSquare(space)[0]) : space;
    }
    return '';
  }
  return '';
}
