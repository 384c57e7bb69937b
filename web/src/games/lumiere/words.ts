// The short labels of this page: what a space holds, what became of a postcard. The server sends the names they are
// made of, the log, the legal steps and the prompts as text.
import { _, capital, minus, pgettext, plural, signed } from '../../lib/i18n.svelte';
import { stepCount } from '../../lib/turns';
import { inSquare, nameOf, type Cell } from './draw/geometry';
import { tileFace } from './edition';
import type { Input } from './input.svelte';
import type { Thing, Way } from './steps';
import type { Card, Seat } from './types';

export { _, capital, minus, pgettext, plural, signed };

/** What happened to a taken postcard: what its owner did with it in the turn in which it was taken, as logged. */
export function story(card: Card, input: Input): string {
  if (card.state === 'kept') return _('Kept for a later turn.');
  if (input.position.question?.card === card.name) return _('In play now.');
  const { texts, view } = input.props();
  const log = texts?.log.filter((line) => line.at <= stepCount(view)) ?? [];
  const taken = log.findLastIndex((line) => line.step === `card ${card.name}`);
  const turn = log.slice(Math.max(0, taken)).filter((line) => line.turn === log[taken]?.turn);
  const done = (turn.length > 1 ? turn.slice(1) : turn).map((line) => line.text).join('; ');
  return done && `${capital(done)}.`;
}

export const places = (n: number): string => (n ? plural('{n} place', '{n} places', n) : _('no place'));

/** What lies on a space: "d4, paving, orange" or "b1, building V6 of blue, size 7, 2 lamps". */
export function describeSpace(input: Input, cell: Cell): string {
  const { position } = input;
  const space = nameOf(cell);
  const built = position.buildings.find((b) => b.spaces.includes(space));
  if (built) {
    const what =
      built.name === 'garden'
        ? _('garden ({seat})', { seat: input.seatName(built.owner) })
        : _('building {building} ({seat})', { building: built.name, seat: input.seatName(built.owner) });
    return [space, what, _('size {n}', { n: built.size }), plural('{n} lamp', '{n} lamps', built.lamps.length)].join(
      ', ',
    );
  }
  const piece = position.pieces.find((p) => p.spaces.includes(space));
  if (piece) {
    const named = piece.owner
      ? _('{piece} ({seat})', { piece: input.name(piece.name), seat: input.seatName(piece.owner) })
      : input.name(piece.name);
    return [space, named, ...(piece.facing ? [_('facing {side}', { side: input.name(piece.facing) })] : [])].join(', ');
  }
  const paving = position.paving[space];
  if (!paving) return [space, _('no tile yet')].join(', ');
  return [space, ...(paving === 'lamp' ? [] : [_('paving')]), input.name(`paving:${paving}`)].join(', ');
}

/** A picked thing: "P5", "the tile", "the painter". */
export const thingName = (thing: Thing, input: Input): string =>
  thing.kind === 'tile' ? _('the tile') : input.name(thing.name);

/** A tile as it is turned: "tile, top: orange, street lamp; bottom: blue, for both". */
export function describeTile(input: Input, number: number, seat: Seat, turn: number): string {
  const [a, b, c, d] = tileFace(input.edition, number, seat, turn).map((kind) => input.name(`paving:${kind}`));
  return _('tile, top: {a}, {b}; bottom: {c}, {d}', { a, b, c, d });
}

/** A square by its first and last space, "c5–d6": its name in the notation, "B3", reads like a space. */
export const squareName = (square: string): string => {
  const cells = inSquare(square);
  return `${nameOf(cells[0])}–${nameOf(cells[3])}`;
};

/** The spaces that a tile would pave, as shown on the board: "c5 orange, d5 street lamp, c6 blue, d6 for both". */
export const pavedBy = (input: Input, number: number, seat: Seat, turn: number, cells: readonly Cell[]): string =>
  tileFace(input.edition, number, seat, turn)
    .map((kind, i) => `${nameOf(cells[i])} ${input.name(`paving:${kind}`)}`)
    .join(', ');

/** Where a placement lies: "e4 f4 g4" or "c5–d6"; with a statue's direction and an annex's building. */
export function wayName(thing: Thing, way: Way, input: Input): string {
  const words = way.step.split(' '),
    { facing, joins } = thing.forms[way.form];
  if (thing.kind === 'tile') return squareName(words[2]);
  if (facing) return _('{space}, facing {side}', { space: words[2], side: input.name(facing) });
  if (joins) return _('{space}, for {building}', { space: words[2], building: input.name(joins) });
  return words.slice(2).join(' ');
}
