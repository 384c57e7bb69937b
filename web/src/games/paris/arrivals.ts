// In which order things came, read from the steps: what comes later stands beside what was there, and moves nothing.
import type { View } from '../manifest';
import { positionOf } from './edition';

/** Those that no step brought come first, as they are. */
const inOrder = <T>(present: T[], came: T[]): T[] => [...present].sort((a, b) => came.indexOf(a) - came.indexOf(b));

/** The steps as lists of words. */
const stepWords = (view: View, seat?: string): string[][] =>
  view.turns
    .filter((turn) => !seat || turn.seat === seat)
    .flatMap((turn) => turn.steps)
    .map((step) => step.split(' '));

/** The landmarks and the VP tile of each district, as spots. */
export function skies(view: View): Record<string, string[]> {
  const came = stepWords(view).map(([kind, first, second]) =>
    kind === 'move' ? second : kind === 'vp' ? `won:${second}` : first,
  );
  return Object.fromEntries(
    Object.entries(positionOf(view).districts).map(([name, { landmarks, vp_tile }]) => {
      const present = Object.keys(landmarks).map((mark) => `${name}:${mark}`);
      return [name, inOrder(vp_tile ? [...present, `won:${name}`] : present, came)];
    }),
  );
}

/** The bonus tiles of a seat, used or not; of unused ones only what the viewer may see. */
export function tilesOf(view: View, seat: string): number[] {
  const { unused, used } = positionOf(view).seats[seat];
  const came = stepWords(view, seat)
    .filter(([kind, ...words]) => kind === 'track' || (kind === 'use' && words.length === 3))
    .map((words) => Number(words.at(-1)));
  return inOrder([...new Set([...Object.keys(unused ?? {}).map(Number), ...used])], came);
}
