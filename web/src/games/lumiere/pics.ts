// Small drawings of things off the board: reserve and supply, tiles in hand, tokens, the pieces on the postcards.
import { cellsOf, extent, shapeOf, U, type Cell } from './draw/geometry';
import { annex, candelabra, figure, fountain, garden, lantern } from './draw/pieces';
import { building, chimney, flue, sign } from './draw/roofs';
import { paving, SEAT, token } from './draw/stones';
import { tileFace, type Edition } from './edition';
import type { Paving, Seat } from './types';

export interface Picture {
  box: string;
  drawn: string;
}

/** A building as an object: its roof and, unless it belongs to nobody yet, its chimney (L7). */
export function roofPicture(cells: readonly Cell[], owner: Seat | null): Picture {
  const [high, wide] = extent(cells),
    { roof, over } = building(cells, owner ?? 'orange', { small: true });
  return { box: `-4 -4 ${wide * U + 8} ${high * U + 8}`, drawn: roof + over + (owner ? flue(cells, owner) : '') };
}

/** A building as a flat icon, for small sizes; grey in the supply. */
export function signPicture(
  name: string,
  edition: Edition,
  owner: Seat | null,
): Picture & { wide: number; high: number } {
  const cells = shapeOf(edition.buildings[name] ?? ['#']),
    [high, wide] = extent(cells);
  return { box: `0 0 ${wide * U} ${high * U}`, drawn: sign(cells, owner ? SEAT[owner].fill : '#b8c1d6'), wide, high };
}

const TILE = cellsOf(['a1', 'b1', 'a2', 'b2']);

export function tilePicture(edition: Edition, tile: number, seat: Seat, turn: number): Picture {
  const ui = tileFace(edition, tile, seat, turn);
  const space = (colour: Paving, i: number): string =>
    paving(colour, TILE[i]) + (colour === 'lamp' ? lantern(TILE[i][1] * U + 50, TILE[i][0] * U + 50) : '');
  return {
    box: '-4 -4 208 208',
    drawn:
      `<rect x="-4" y="-4" width="208" height="208" rx="6" fill="#070919"/>${ui.map(space).join('')}` +
      `<path d="M100 0V200M0 100H200" stroke="#090b1c" stroke-width="4"/>`,
  };
}

export const tokenPicture = (owner: Seat, spent = false): Picture => ({
  box: '-50 -50 100 100',
  drawn: token(owner, spent),
});

/** A seat's medal: its cobbles and its chimney. */
export const medal = (seat: Seat): Picture => ({
  box: '-50 -50 100 100',
  drawn:
    `<g clip-path="url(#medal)"><g transform="translate(-50 -50)">${paving(seat, [0, 0])}</g></g>` +
    `<circle r="46" fill="none" stroke="${SEAT[seat].light}" stroke-width="4"/>${chimney(0, 2, seat)}`,
});
export const chimneyPicture = (seat: Seat): Picture => ({ box: '-22 -11 46 26', drawn: chimney(0, 0, seat) });

/** The piece of a postcard, as it lies beside the board. */
export function piecePicture(piece: string, owner: Seat): Picture {
  if (piece === 'garden')
    return {
      box: '0 0 200 100',
      drawn: garden(
        [
          [0, 0],
          [0, 1],
        ],
        owner,
      ),
    };
  if (piece === 'fountain')
    return {
      box: '0 0 200 100',
      drawn: fountain(
        [
          [0, 0],
          [0, 1],
        ],
        owner,
      ),
    };
  if (piece === 'annex') return { box: '4 -12 92 108', drawn: annex([0, 0], owner, 'n') };
  if (piece === 'lamp') return { box: '14 14 72 72', drawn: lantern(50, 50) };
  if (piece === 'large-lamp') return { box: '12 12 76 76', drawn: candelabra(50, 50) };
  return { box: '4 4 92 92', drawn: figure(piece, owner, [0, 0]) };
}
