// What a seat's points consist of if the game ended now, and what the viewer may not see of them.
import type { Input } from './input.svelte';
import { _, plural } from './words';

export interface Points {
  seat: string;
  /** On the point track. */
  scored: number;
  districts: number;
  /** From bonus tile 27. */
  francs: number;
  /** What the end would add now. */
  toCome: number;
  total: number;
  /** What is not included. */
  hidden: string;
}

/** The points of a seat, with the hovered move. After the end all are counted. */
export function pointsOf(input: Input, seat: string): Points {
  const { scores, seats, phase } = input.position;
  const now = scores[seat];
  const change = (source: string): number =>
    Number((input.hovered && input.previews[input.hovered.step]?.change[seat]?.[source]) || 0);
  const districts = now.districts + change('districts');
  const francs = now.francs + change('francs');
  const total = now.total + change('total');
  const earned = change('eights') + change('sections') + change('bonus');
  const scored = phase === 'over' ? total - districts - francs : seats[seat].vp + earned;
  return { seat, scored, districts, francs, total, toCome: total - scored, hidden: hidden(input, seat) };
}

function hidden({ position }: Input, seat: string): string {
  const has = position.seats[seat];
  if (has.francs === null) return _('hidden behind the screen: francs, tokens, bonus tiles, end-game tiles');
  return has.ends === null && has.end_count
    ? plural('hidden: {n} end-game tile', 'hidden: {n} end-game tiles', has.end_count)
    : '';
}

/** "7 VP scored; districts 14 VP; end-game tiles 1 VP" */
export function pointsName(one: Points): string {
  const tiles = one.toCome - one.districts - one.francs;
  return [
    _('{n} VP scored', { n: one.scored }),
    _('districts {n} VP', { n: one.districts }),
    one.francs ? _('tile 27 {n} VP', { n: one.francs }) : '',
    tiles ? _('end-game tiles {n} VP', { n: tiles }) : '',
    one.hidden,
  ]
    .filter(Boolean)
    .join('; ');
}
