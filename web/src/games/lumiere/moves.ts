// What a step moves from where to where, for the page that plays it back. Anchors: `space:e6`, `square:B3`,
// `supply:V3`, `building:V3:blue` (in a reserve), `reserve:blue`, `tiles:blue`, `tokens:blue`, `card:jardin`,
// `seat:blue`. A building covers several spaces: their anchors are separated by blanks.
import { signed } from '../../lib/i18n.svelte';
import type { Move, ShownStep } from '../manifest';
import type { Position, Seat } from './types';

const spaces = (words: readonly string[]): string =>
  words
    .filter((word) => /^[a-h][1-8]$/.test(word))
    .map((name) => `space:${name}`)
    .join(' ');

/** A building goes from the supply into a reserve. Its place in the supply stays marked, empty as it is. */
const lifted = (name: string, seat: string): Move => ({
  from: `supply:${name}`,
  to: `reserve:${seat}`,
  marks: [`building:${name}:${seat}`, `supply:${name}`],
});

/** The postcard whose question the step answers. */
const asking = ({ before }: ShownStep): string => `card:${(before.position as Position).question?.card ?? ''}`;

const BY_KIND: Record<string, (words: string[], shown: ShownStep) => Move[]> = {
  tile: ([, square], { seat }) => [{ from: `tiles:${seat}`, to: `square:${square}` }],
  take: ([name], { seat }) => [lifted(name, seat)],
  build: ([name, ...rest], { seat }) => [{ from: `building:${name}:${seat}`, to: spaces(rest) }],
  card: ([name], { seat }) => [{ from: `tokens:${seat}`, to: `card:${name}` }],
  place: (words, shown) => [{ from: asking(shown), to: spaces(words) }],
  swap: ([given, taken], { seat }) => [
    { from: `building:${given}:${seat}`, to: `supply:${given}` },
    lifted(taken, seat),
  ],
  decline: (_words, shown) => [{ from: null, to: asking(shown) }],
};

export function moves(shown: ShownStep): Move[] {
  const [kind, ...words] = shown.step.split(' '),
    plate = `seat:${shown.seat}`;
  const found = BY_KIND[kind]?.(words, shown) ?? [{ from: null, to: plate }]; // a pass
  const gained = total(shown.after, shown.seat) - total(shown.before, shown.seat);
  if (!gained) return found;
  // points fly from where the last thing ended to the plate
  return [...found, { from: found.at(-1)!.to?.split(' ')[0] ?? plate, to: plate, label: signed(gained) }];
}

const total = (view: ShownStep['after'], seat: string): number =>
  (view.position as Position).scores[seat as Seat]?.total ?? 0;
