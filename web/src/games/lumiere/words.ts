// The short labels of this page: names, effects, what a space holds. The log, the legal steps and the prompts come
// from the server as text. A message that both contain is translated once.
import { _, pgettext, plural, signed } from '../../lib/i18n.svelte';
import { inSquare, nameOf, type Cell } from './draw/geometry';
import type { View } from '../manifest';
import { tileFace, type Edition } from './edition';
import type { Thing, Way } from './steps';
import type { Card, Paving, Position, Seat, Side, Source } from './types';

export { _, pgettext, plural, signed };

/** French titles, the same in every language. */
export const TITLES: Record<string, string> = {
  levitation: 'Levitation',
  metropolitain: 'Metropolitain',
  jardin: 'Jardin des Plantes',
  'sacre-coeur': 'Sacré-Cœur',
  peintre: 'Le Peintre',
  chartier: 'Chartier',
  bouquinistes: 'Bouquinistes',
  lampadaire: 'Lampadaire',
  'moulin-rouge': 'Moulin Rouge',
  fontaine: 'Fontaine des Mers',
  penseur: 'Le Penseur',
  'grande-lumiere': 'La Grande Lumière',
};

/** The order of the cards on the table; fixed, so that players remember where a card is. */
export const ORDER = Object.keys(TITLES);

/** The piece a postcard brings. */
export const PIECE: Record<string, string> = {
  jardin: 'garden',
  peintre: 'painter',
  bouquinistes: 'annex',
  lampadaire: 'lamp',
  'moulin-rouge': 'dancer',
  fontaine: 'fountain',
  penseur: 'statue',
  'grande-lumiere': 'large-lamp',
};

/** The postcards that bring points at the end (L63). */
export const SCORING = ['peintre', 'moulin-rouge', 'fontaine', 'penseur'];

const BRIEF: Record<string, (n: Edition['numbers']) => string> = {
  levitation: () => _('Swap one of your buildings for one in the supply, and build it at once.'), // L40
  metropolitain: () => _('Keep it: later one of your buildings may cover one street lamp.'), // L41
  jardin: (n) => _('Plant the garden: a building of your own of size {garden}.', n), // L42
  'sacre-coeur': () => _('What you leave unbuilt costs you nothing.'), // L43
  peintre: (n) => _('The painter scores {painter} for every lamp in his area at the end.', n), // L44
  chartier: () => _('Keep it: later you may build over one space of your rival’s colour.'), // L45
  bouquinistes: () => _('An annex beside one of your buildings: it grows by 1.'), // L46
  lampadaire: () => _('Put up a new lamp on a space of your colour.'), // L47
  'moulin-rouge': (n) => _('The dancer scores {dancer} for every free space of her area at the end.', n), // L48
  fontaine: (n) => _('The fountain scores {fountain} for every building of yours that touches it.', n), // L49
  penseur: (n) => _('Statue: {side} per free side, {corner} per free corner, while its view stays free.', n), // L50
  'grande-lumiere': () => _('A printed lamp becomes a large one that lights as far as two spaces.'), // L51
};

export const brief = (card: string, edition: Edition): string => BRIEF[card]?.(edition.numbers) ?? '';

const PIECES: Record<string, () => string> = {
  garden: () => _('the garden'),
  painter: () => _('the painter'),
  annex: () => _('the annex'),
  lamp: () => _('the lamp'),
  dancer: () => _('the dancer'),
  fountain: () => _('the fountain'),
  statue: () => _('the statue'),
  'large-lamp': () => _('the large lamp'),
};
export const pieceName = (name: string): string => PIECES[name]?.() ?? name;

const SIDES: Record<Side, () => string> = {
  north: () => _('north'),
  east: () => _('east'),
  south: () => _('south'),
  west: () => _('west'),
};
export const sideName = (side: Side): string => SIDES[side]();

const SEATS: Record<Seat, () => string> = { orange: () => _('orange'), blue: () => _('blue') };
export const seatName = (seat: Seat): string => SEATS[seat]();

/** Whom a space is paved for, or that it has a lamp. */
const PAVING: Record<Paving, () => string> = {
  orange: () => pgettext('paving', 'orange'),
  blue: () => pgettext('paving', 'blue'),
  mixed: () => pgettext('paving', 'for both'),
  lamp: () => _('street lamp'),
};

const SOURCES: Record<Source, () => string> = {
  lit: () => _('Lit buildings'),
  group: () => _('Largest group'),
  unbuilt: () => _('Unbuilt'),
  postcards: () => _('Postcards'),
};
export const sourceName = (source: Source): string => SOURCES[source]();

const QUESTIONS: Record<string, () => string> = {
  levitation: () => _('Choose what you give back and what you lift from the supply.'),
  jardin: () => _('Plant the garden.'),
  peintre: () => _('Set the painter on a space of your colour.'),
  bouquinistes: () => _('Set the annex beside one of your buildings.'),
  lampadaire: () => _('Put up the lamp.'),
  'moulin-rouge': () => _('Set the dancer on a space of your colour.'),
  fontaine: () => _('Put the fountain in its place.'),
  penseur: () => _('Set the statue and choose where it looks.'),
  'grande-lumiere': () => _('Choose the lamp that becomes the large one.'),
};

/** What the seat is asked within its turn. */
export const asks = (question: NonNullable<Position['question']>): string =>
  question.build ? _('Build {building} now.', { building: question.build }) : (QUESTIONS[question.card]?.() ?? '');

/** What happened to a taken postcard, from the log of the game. */
export function story(card: Card, view: View): string {
  const position = view.position as Position;
  if (card.state === 'kept') return _('Kept for a later turn.');
  if (position.question?.card === card.name) return _('In play now.');
  if (card.name === 'sacre-coeur') return _('Unbuilt buildings cost nothing.');
  if (card.name === 'metropolitain') return _('Spent: a building covers a lamp.');
  if (card.name === 'chartier') return _('Spent on a space of the rival’s colour.');
  const steps = view.turns.flatMap((turn) => turn.steps);
  const [kind, name, ...rest] = (steps[steps.lastIndexOf(`card ${card.name}`) + 1] ?? '').split(' ');
  if (kind === 'swap') return _('{given} went back, {taken} was built.', { given: name, taken: rest[0] });
  if (kind !== 'place') return _('Taken without its effect.');
  const piece = pieceName(name).replace(/^./u, (letter) => letter.toUpperCase());
  const values = { piece, where: rest.filter((word) => /^[a-h][1-8]$/.test(word)).join(' ') };
  const built = position.buildings.find((b) => b.annex === rest[0]);
  if (name === 'annex' && built)
    return _('{piece} at {where}: {building} has grown to size {n}.', {
      ...values,
      building: built.name,
      n: built.size,
    });
  if (name === 'statue') return _('{piece} at {where} looks {side}.', { ...values, side: sideName(rest[1] as Side) });
  return _('{piece} stands at {where}.', values);
}

export const plain = (n: number): string => (n < 0 ? `−${-n}` : String(n));
export const places = (n: number): string => (n ? plural('{n} place', '{n} places', n) : _('no place'));

/** What lies on a space: "d4, paving, orange" or "b1, building V6 of blue, size 7, 2 lamps". */
export function spaceSays(position: Position, cell: Cell): string {
  const space = nameOf(cell);
  const built = position.buildings.find((b) => b.spaces.includes(space));
  if (built) {
    const what =
      built.name === 'garden'
        ? _('garden of {seat}', { seat: seatName(built.owner) })
        : _('building {building} of {seat}', { building: built.name, seat: seatName(built.owner) });
    return [space, what, _('size {n}', { n: built.size }), plural('{n} lamp', '{n} lamps', built.lamps.length)].join(
      ', ',
    );
  }
  const piece = position.pieces.find((p) => p.spaces.includes(space));
  if (piece) {
    const named = piece.owner
      ? _('{piece} of {seat}', { piece: pieceName(piece.name), seat: seatName(piece.owner) })
      : pieceName(piece.name);
    return [space, named, ...(piece.facing ? [_('facing {side}', { side: sideName(piece.facing) })] : [])].join(', ');
  }
  const paving = position.paving[space];
  if (!paving) return [space, _('no tile yet')].join(', ');
  return [space, ...(paving === 'lamp' ? [] : [_('paving')]), PAVING[paving]()].join(', ');
}

/** A picked thing: "P5", "the tile", "the painter". */
export const thingName = (thing: Thing): string =>
  thing.kind === 'tile' ? _('the tile') : thing.kind === 'piece' ? pieceName(thing.name) : thing.name;

/** A tile as it is turned: "tile, top: orange, street lamp; bottom: blue, for both". */
export function tileSays(edition: Edition, number: number, seat: Seat, turn: number): string {
  const [a, b, c, d] = tileFace(edition, number, seat, turn).map((kind) => PAVING[kind]());
  return _('tile, top: {a}, {b}; bottom: {c}, {d}', { a, b, c, d });
}

/** A square by its first and last space, "c5–d6": its name in the notation, "B3", reads like a space. */
export const squareName = (square: string): string => {
  const cells = inSquare(square);
  return `${nameOf(cells[0])}–${nameOf(cells[3])}`;
};

/** The spaces that a tile would pave, as shown on the board: "c5 orange, d5 street lamp, c6 blue, d6 for both". */
export const pavedBy = (edition: Edition, number: number, seat: Seat, turn: number, cells: readonly Cell[]): string =>
  tileFace(edition, number, seat, turn)
    .map((kind, i) => `${nameOf(cells[i])} ${PAVING[kind]()}`)
    .join(', ');

/** Where a placement lies: "e4 f4 g4" or "c5–d6"; with a statue's direction and an annex's building. */
export function wayName(thing: Thing, way: Way): string {
  const words = way.step.split(' '),
    { facing, joins } = thing.forms[way.form];
  if (thing.kind === 'tile') return squareName(words[2]);
  if (facing) return _('{space}, facing {side}', { space: words[2], side: sideName(facing) });
  if (joins)
    return _('{space}, for {building}', {
      space: words[2],
      building: joins === 'garden' ? pieceName('garden') : joins,
    });
  return words.slice(2).join(' ');
}
