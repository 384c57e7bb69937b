// A preview as text: what a step would bring, row by row, for the callout, the phone's status line and announcements.
import type { Input } from './input.svelte';
import type { Built, Seat } from './types';
import { _, plural } from './words';

/** Rows of text and points, the own seat's first, then what the rival's total would change by. */
export function sums(input: Input): [string, number][] {
  const { seat, thing, preview } = input;
  const { sources } = input.props().texts ?? {};
  if (!seat || !preview) return [];
  const { change, outlook } = preview;
  const own = change[seat] as Record<string, number> & { cards?: Record<string, number> };
  const rows: [string, number][] = [];
  const row = (text: string, n: number | undefined): void => {
    if (n) rows.push([text, n]);
  };
  let rest = own.lit ?? 0;
  const built = outlook.built as Built | null;
  if (built && (thing?.kind === 'building' || thing?.name === 'garden')) {
    const { size, lamps, points } = built;
    rows.push(
      lamps.length
        ? [plural('size {size} × {n} lamp', 'size {size} × {n} lamps', lamps.length, { size }), points]
        : [_('no lamp lights it'), 0],
    );
    rest -= points;
  }
  row(_('light on your buildings'), rest);
  row(sources?.group ?? '', own.group);
  row((own.unbuilt ?? 0) > 0 ? _('no longer unbuilt') : (sources?.unbuilt ?? ''), own.unbuilt);
  const cards = own.cards ?? {};
  for (const card of Object.keys(cards)) row(input.card(card).name, cards[card]);
  for (const other of Object.keys(change))
    if (other !== seat) row(input.called(other as Seat), Number(change[other].total ?? 0));
  return rows;
}
