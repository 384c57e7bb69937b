// The legal steps, grouped by what a person can do with them. This file knows no rules: it offers exactly the steps
// that the server lists. The notation is described in docs/records.md.
import {
  cellOf,
  cellsOf,
  inSquare,
  middle,
  same,
  settled,
  shapeOf,
  squareOf,
  turned,
  U,
  type Cell,
} from './draw/geometry';
import type { Edition } from './edition';
import type { Side } from './types';

export const FACINGS: Side[] = ['north', 'east', 'south', 'west'];

/** One legal placement of an item. */
export interface Way {
  step: string;
  cells: Cell[];
  /** Index into the thing's forms. */
  form: number;
}

/** An orientation of an item: a rotated shape, a tile's turn, a statue's direction, or an annex's building. */
export interface Form {
  shape: Cell[];
  /** Quarter turns of a tile. */
  turn?: number;
  facing?: Side;
  /** The building an annex extends. */
  joins?: string;
}

/** Something that can be put on the board: a tile, a building, the piece of a postcard. */
export interface Thing {
  id: string;
  kind: 'tile' | 'building' | 'piece';
  /** Tile number, name of the building, name of the piece. */
  name: string;
  forms: Form[];
  ways: Way[];
}

export interface Offer {
  things: Thing[];
  /** Buildings to take from the supply, with the step. */
  takes: Map<string, string>;
  cards: Map<string, string>;
  swaps: { give: string; take: string; step: string }[];
  pass: string | null;
  decline: string | null;
  count: number;
}

const print = (cells: readonly Cell[]): string => settled(cells).join(';');
const ONE: Cell[] = [[0, 0]];
const SQUARE: Cell[] = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
];

/** The four quarter turns of a shape without those that look alike. */
export function turns(shape: readonly Cell[]): Form[] {
  const forms = [0, 1, 2, 3].map((turn) => ({ shape: turned(shape, turn) }));
  return forms.filter((form, i) => forms.findIndex((other) => print(other.shape) === print(form.shape)) === i);
}

export function offered(legal: readonly string[], edition: Edition): Offer {
  const offer: Offer = {
    things: [],
    takes: new Map(),
    cards: new Map(),
    swaps: [],
    pass: null,
    decline: null,
    count: legal.length,
  };
  const thing = (kind: Thing['kind'], name: string, forms: () => Form[]): Thing => {
    const id = `${kind} ${name}`;
    let store = offer.things.find((t) => t.id === id);
    if (!store) offer.things.push((store = { id, kind, name, forms: forms(), ways: [] }));
    return store;
  };
  /** The form of a placement. A form that no turn of the shape gives (a mirrored or annexed building) is added. */
  const lay = (it: Thing, step: string, cells: Cell[], fits: (form: Form) => boolean, other: Form): void => {
    let form = it.forms.findIndex(fits);
    if (form < 0) form = it.forms.push(other) - 1;
    it.ways.push({ step, cells, form });
  };
  const byShape = (it: Thing, step: string, names: string[]): void => {
    const cells = cellsOf(names),
      looks = print(cells);
    lay(it, step, cells, (form) => print(form.shape) === looks, { shape: settled(cells) });
  };
  for (const step of legal) {
    const [kind, name, ...rest] = step.split(' ');
    if (kind === 'tile') {
      const turn = +rest[1][1];
      const it = thing('tile', name, () => [0, 1, 2, 3].map((n) => ({ shape: SQUARE, turn: n })));
      lay(it, step, inSquare(rest[0]), (form) => form.turn === turn, { shape: SQUARE, turn });
    } else if (kind === 'build')
      byShape(
        thing('building', name, () => turns(shapeOf(edition.buildings[name] ?? []))),
        step,
        rest,
      );
    else if (kind === 'place' && name === 'statue') {
      const facing = rest[1] as Side;
      const it = thing('piece', name, () => FACINGS.map((side) => ({ shape: ONE, facing: side })));
      lay(it, step, [cellOf(rest[0])], (form) => form.facing === facing, { shape: ONE, facing });
    } else if (kind === 'place' && name === 'annex') {
      lay(
        thing('piece', name, () => []),
        step,
        [cellOf(rest[0])],
        (form) => form.joins === rest[1],
        { shape: ONE, joins: rest[1] },
      );
    } else if (kind === 'place')
      byShape(
        thing('piece', name, () => turns(shapeOf(edition[name as 'garden' | 'fountain'] ?? ['#']))),
        step,
        rest,
      );
    else if (kind === 'take') offer.takes.set(name, step);
    else if (kind === 'card') offer.cards.set(name, step);
    else if (kind === 'swap') offer.swaps.push({ give: name, take: rest[0], step });
    else if (kind === 'pass') offer.pass = step;
    else if (kind === 'decline') offer.decline = step;
  }
  return offer;
}

/** Where a thing would lie, in this form with a space under the pointer; clamped to the board, legal or not. */
export function under(thing: Thing, form: number, at: Cell): Cell[] {
  if (thing.kind === 'tile') return inSquare(squareOf(at));
  const shape = thing.forms[form].shape,
    [pr, pc] = shape[(shape.length - 1) >> 1];
  const high = Math.max(...shape.map((p) => p[0])),
    wide = Math.max(...shape.map((p) => p[1]));
  const r0 = Math.max(0, Math.min(7 - high, at[0] - pr)),
    c0 = Math.max(0, Math.min(7 - wide, at[1] - pc));
  return shape.map(([r, c]): Cell => [r + r0, c + c0]);
}

const far = (cells: readonly Cell[], at: Cell): number => {
  const [x, y] = middle(cells);
  return Math.hypot(x - at[1] * U - 50, y - at[0] * U - 50);
};

/** The placement the pointer means: exactly under it, else the nearest over that space in this form; null: none.
    Every placement lies exactly under some space, so moving over the board reaches all of them. */
export function aimed(thing: Thing, form: number, at: Cell): Way | null {
  const over = thing.ways.filter((way) => way.form === form && way.cells.some((p) => same(p, at)));
  const here = print(under(thing, form, at)) + under(thing, form, at)[0];
  return (
    over.find((way) => print(way.cells) + way.cells[0] === here) ??
    over.sort((a, b) => far(a.cells, at) - far(b.cells, at))[0] ??
    null
  );
}

/** The next form, from this one on, in which the thing could lie over the space; -1: none. */
export function turnedToFit(thing: Thing, form: number, at: Cell): number {
  for (let i = 0; i < thing.forms.length; i++) {
    const next = (form + i) % thing.forms.length;
    if (aimed(thing, next, at)) return next;
  }
  return -1;
}

/** Spaces that at least one placement covers. */
export const reach = (thing: Thing): Set<string> =>
  new Set(thing.ways.flatMap((way) => way.cells.map((p) => p.join())));

/** The step for this placement, legal or not; used to ask the server why it is not legal. */
export function stepFor(thing: Thing, form: number, cells: readonly Cell[], name: (cell: Cell) => string): string {
  const { turn, facing, joins } = thing.forms[form];
  const sorted = [...cells].sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(name);
  if (thing.kind === 'tile') return `tile ${thing.name} ${squareOf(cells[0])} r${turn}`;
  return [
    thing.kind === 'building' ? 'build' : 'place',
    thing.name,
    ...sorted,
    ...(facing ? [facing] : []),
    ...(joins ? [joins] : []),
  ].join(' ');
}
