// Every component as a picture; what lies side by side is one picture each.
import { extent, inSquare, shapeOf, U, type Cell } from '../draw/geometry';
import { candelabra, fountain, garden, lantern } from '../draw/pieces';
import { chimney } from '../draw/roofs';
import { bare, lozenge, paving, SEAT, token } from '../draw/stones';
import type { Edition } from '../edition';
import { piecePicture, roofPicture, tilePicture, type Picture } from '../pics';
import type { Paving } from '../types';

/** The parts of an edition file that are drawn. */
export interface EditionData {
  tiles: { layout: string[] };
  buildings: Record<string, string[] | boolean | string>;
  pieces: Record<string, string[]>;
  large_lamp: { pattern: [number, number][] };
  board: { squares: number };
  postcards: { starter: string[] };
}

const boxOf = (cells: readonly Cell[], edge = 4): string => {
  const [high, wide] = extent(cells);
  return `${-edge} ${-edge} ${wide * U + 2 * edge} ${high * U + 2 * edge}`;
};
const KINDS: Paving[] = ['orange', 'blue', 'mixed', 'lamp'];
const space = (kind: Paving, cell: Cell): string =>
  paving(kind, cell) +
  (kind === 'lamp' ? lantern(cell[1] * U + 50, cell[0] * U + 50) : kind === 'mixed' ? lozenge(cell) : '');

/** The pictures of a component; none if there is nothing to draw. */
export function pictures(id: string, data: EditionData): Picture[] {
  const [kind, ...rest] = id.split('-');
  if (kind === 'tile') return tile(Number(rest[0]) - 1, data);
  if (kind === 'building') return roof(shapeOf(data.buildings[rest.join('-')] as string[]));
  if (kind === 'card') return [{ box: '0 0 200 88', drawn: `<use href="#lu-${rest.join('-')}"/>` }];
  if (id === 'garden' || id === 'fountain') return shaped(id, shapeOf(data.pieces[id]));
  if (id === 'large-lamp') return [light(data.large_lamp.pattern)];
  if (id === 'mixed-space') return [{ box: '-4 -4 108 108', drawn: space('mixed', [0, 0]) }];
  if (['annex', 'statue', 'painter', 'dancer', 'lamp'].includes(id)) return [piecePicture(id, 'orange')];
  if (id === 'spaces') return KINDS.map((paved) => ({ box: '-4 -4 108 108', drawn: space(paved, [0, 0]) }));
  if (id === 'mirror') return turned();
  if (id === 'board') return [board(data.board.squares)];
  if (kind === 'squares') return [taken(rest, data.board.squares)];
  if (kind === 'laid') return [laid(Number(rest[0]), rest[1], Number(rest[2].slice(1)), data)];
  if (id === 'tokens')
    return (['orange', 'blue'] as const).map((seat) => ({ box: '-50 -50 100 100', drawn: token(seat) }));
  if (id === 'chimneys')
    return (['orange', 'blue'] as const).map((seat) => ({ box: '-24 -14 50 30', drawn: chimney(0, 0, seat) }));
  if (id === 'starter') return [fan(data.postcards.starter)];
  if (id === 'points') return [group()];
  return [];
}

const tile = (n: number, data: EditionData): Picture[] => {
  const edition = { tiles: data.tiles.layout } as Edition;
  return (['orange', 'blue'] as const).map((seat) => tilePicture(edition, n, seat, 0));
};

const roof = (cells: readonly Cell[]): Picture[] => (cells.length ? [roofPicture(cells, null)] : []);

function shaped(piece: 'garden' | 'fountain', cells: readonly Cell[]): Picture[] {
  if (!cells.length) return [];
  return [{ box: boxOf(cells), drawn: (piece === 'garden' ? garden : fountain)(cells, 'orange') }];
}

/** The large lamp, and the spaces that it lights. */
function light(pattern: readonly (readonly [number, number])[]): Picture {
  const reach = Math.max(1, ...pattern.flat().map(Math.abs));
  const at = (n: number): number => n * U - 50;
  const lit = pattern.map(
    ([down, right]) =>
      `<rect x="${at(right) + 6}" y="${at(down) + 6}" width="88" height="88" rx="10" fill="#ffc65c" stroke="#a9812c"` +
      ' stroke-width="3"/>',
  );
  const side = (2 * reach + 1) * U;
  return {
    box: `${at(-reach)} ${at(-reach)} ${side} ${side}`,
    drawn:
      `<rect x="${at(-reach)}" y="${at(-reach)}" width="${side}" height="${side}" rx="14" fill="#171c45"/>` +
      `${lit.join('')}<g transform="scale(1.25)">${candelabra(0, 0)}</g>`,
  };
}

function board(squares: number): Picture {
  const spots = Array.from({ length: squares * squares }, (_square, i) => {
    const [r, c] = [2 * Math.floor(i / squares), 2 * (i % squares)];
    return bare([[r, c]]);
  });
  const side = squares * 2 * U;
  return { box: `-8 -8 ${side + 16} ${side + 16}`, drawn: spots.join('') };
}

/** The squares that two players took in turn, such as 0B2 and 1C1; the last one stands out. */
function taken(squares: readonly string[], side: number): Picture {
  const empty = board(side);
  const marks = squares.map((square, n) => {
    const [[r, c]] = inSquare(square.slice(1));
    const last = n === squares.length - 1;
    const { fill, light } = SEAT[square.startsWith('0') ? 'orange' : 'blue'];
    return (
      `<rect x="${c * U + 16}" y="${r * U + 16}" width="168" height="168" rx="20" fill="${fill}"` +
      ` fill-opacity="${last ? 1 : 0.55}" stroke="${last ? '#fff' : light}" stroke-width="${last ? 12 : 4}"/>` +
      `<text x="${c * U + 100}" y="${r * U + 137}" text-anchor="middle" font-size="104" font-weight="700"` +
      ` fill="#14172f">${n + 1}</text>`
    );
  });
  return { box: empty.box, drawn: empty.drawn + marks.join('') };
}

/** A tile on a square of the empty board. */
function laid(tile: number, square: string, turn: number, data: EditionData): Picture {
  const empty = board(data.board.squares);
  const [[r, c]] = inSquare(square);
  const { drawn } = tilePicture({ tiles: data.tiles.layout } as Edition, tile, 'orange', turn);
  return { box: empty.box, drawn: `${empty.drawn}<g transform="translate(${c * U} ${r * U})">${drawn}</g>` };
}

/** A building and its mirror image. */
const turned = (): Picture[] =>
  [
    ['##.', '.##'],
    ['.##', '##.'],
  ].flatMap((rows) => roof(shapeOf(rows)));

/** Some postcards, one behind the other. */
const fan = (cards: readonly string[]): Picture => ({
  box: '-12 -12 324 130',
  drawn: cards
    .slice(0, 4)
    .map(
      (card, n) =>
        `<g transform="translate(${n * 33} ${n * 7 - 8})"><rect x="-5" y="-5" width="210" height="98" rx="4"` +
        ` fill="#fbf4e2" stroke="#b9a267" stroke-width="2"/><use href="#lu-${card}" width="200" height="88"/></g>`,
    )
    .join(''),
});

/** Two buildings that touch: a group. */
function group(): Picture {
  const [left, right] = [shapeOf(['##', '#.']), shapeOf(['...#', '.###'])];
  const roofs = [left, right].flatMap(roof).map(({ drawn }) => drawn);
  return { box: '-4 -4 408 208', drawn: roofs.join('') };
}
