// A preview in words: what a step would bring, row by row, as the callout, the phone's line and the announcements say it.
import { nameOf } from './draw/geometry';
import type { Change, Hand } from './hand.svelte';
import type { Seat } from './types';
import { _, plural, seatName, TITLES } from './words';

/** Rows of text and points, the own seat's first, then what the rival's total would change by. */
export function sums(change: Change, hand: Hand): [string, number][] {
  const { seat, thing, way, position } = hand;
  if (!seat || !change[seat]) return [];
  const own = change[seat] as Record<string, number> & { cards?: Record<string, number> };
  const rows: [string, number][] = [];
  const row = (text: string, n: number | undefined): void => {
    if (n) rows.push([text, n]);
  };
  let rest = own.lit ?? 0;
  if (thing && way && (thing.kind === 'building' || thing.name === 'garden')) {
    const names = way.cells.map(nameOf), size = names.length;
    const lamps = position.lamps.filter((l) => !names.includes(l.space) && l.lights.some((s) => names.includes(s))).length;
    rows.push(lamps ? [plural('size {size} × {n} lamp', 'size {size} × {n} lamps', lamps, { size }), size * lamps] : [_('no lamp lights it'), 0]);
    rest -= size * lamps;
  }
  row(_('light on your buildings'), rest);
  row(_('largest group'), own.group);
  row((own.unbuilt ?? 0) > 0 ? _('no longer unbuilt') : _('unbuilt'), own.unbuilt);
  const cards = own.cards ?? {};
  for (const card of Object.keys(cards)) row(TITLES[card] ?? card, cards[card]);
  for (const other of Object.keys(change)) if (other !== seat) row(seatName(other as Seat), Number(change[other].total ?? 0));
  return rows;
}
