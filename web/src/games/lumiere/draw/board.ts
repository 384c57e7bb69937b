// Draws the board of a position, layer by layer. What must stay legible is drawn above the darkness layer.
import {
  BESIDE,
  cellOf,
  cellsOf,
  inSquare,
  key,
  middle,
  nameOf,
  outline,
  SIDE,
  U,
  wallName,
  type Cell,
  type Compass,
} from './geometry';
import { lighting, litWalls, spill } from './light';
import { annex, candelabra, figure, fountain, garden, lantern } from './pieces';
import { building, flue, furnish, plaque } from './roofs';
import { bare, lozenge, paving } from './stones';
import type { View } from '../../manifest';
import type { Built, Position } from '../types';

/** Which way the annex leans: the side where its building continues. */
function leansTo([r, c]: Cell, cells: readonly Cell[]): Compass {
  const has = new Set(cells.map((p) => key(...p)));
  return BESIDE.find(([, a, b]) => has.has(key(r + a, c + b)))?.[0] ?? 'n';
}

/** What is new in this position and gets animated: names of buildings and pieces, lamps, squares. */
export interface Fresh {
  buildings: Set<string>;
  lamps: Set<string>;
  /** Squares that another seat has paved; the person's own tile is already drawn where it was aimed. */
  squares: Set<string>;
}

export function freshIn(view: View, before: Position | null): Fresh {
  const now = view.position as Position;
  const less = (a: string[], b: string[]): Set<string> => new Set(a.filter((x) => !b.includes(x)));
  if (!before) return { buildings: new Set(), lamps: new Set(), squares: new Set() };
  const own = view.turns
    .filter((turn) => turn.seat === view.viewer)
    .flatMap((turn) => turn.steps.map((step) => step.split(' ')[2]));
  return {
    buildings: less(
      [...now.buildings, ...now.pieces].map((b) => b.name),
      [...before.buildings, ...before.pieces].map((b) => b.name),
    ),
    lamps: less(
      now.lamps.map((l) => l.space + l.kind),
      before.lamps.map((l) => l.space + l.kind),
    ),
    squares: less(before.squares, [...now.squares, ...own]),
  };
}

/** The paving, one drawing for each square: a tile changes only one of them. */
export function ground(position: Position, fresh: Fresh): string[] {
  const squares = [...'ABCD'].flatMap((column) => [1, 2, 3, 4].map((row) => column + row));
  return squares.map((square) => {
    const cells = inSquare(square);
    // in a game a square is paved whole; a position set up by hand may be paved space by space
    const laid = cells
      .filter((cell) => nameOf(cell) in position.paving)
      .map((cell) => paving(position.paving[nameOf(cell)], cell))
      .join('');
    if (position.squares.includes(square)) return bare(cells) + laid;
    return fresh.squares.has(square) ? bare(cells) + `<g class="slide">${laid}</g>` : laid;
  });
}

/** The lines between spaces, and the wider ones between squares. */
export function joints(): string {
  let thin = '',
    wide = '';
  for (let i = 1; i < SIDE; i++) {
    const d = `M${i * U} 0V800M0 ${i * U}H800`;
    if (i % 2) thin += d;
    else wide += d;
  }
  return (
    `<path d="${thin}" stroke="#090b1c" stroke-width="3" opacity=".8"/>` +
    `<path d="${wide}" stroke="#070919" stroke-width="6"/>`
  );
}

/** Everything that stands on the stones. `id` keeps the boards of one page apart. */
export function standing(position: Position, id: string, fresh: Fresh): string {
  const taken = new Set([...position.buildings, ...position.pieces].flatMap((x) => x.spaces));
  const marks = Object.keys(position.paving)
    .filter((s) => position.paving[s] === 'mixed' && !taken.has(s))
    .map((s) => lozenge(cellOf(s)));
  const roofs = position.buildings.map((b) => house(b, position, fresh.buildings.has(b.name)));
  const part = (name: 'shadow' | 'roof' | 'warm' | 'spill' | 'over' | 'signs'): string =>
    roofs.map((roof) => roof[name]).join('');
  const light = lighting(
    position.lamps,
    id,
    new Set(position.lamps.filter((l) => fresh.lamps.has(l.space + l.kind)).map((l) => l.space)),
  );
  const lamps = position.lamps.map((lamp) => {
    const [r, c] = cellOf(lamp.space);
    return (lamp.kind === 'large-lamp' ? candelabra : lantern)(c * U + 50, r * U + 50, lamp.kind === 'lamp' ? 1.12 : 1);
  });
  const pieces = position.pieces
    .filter((p) => p.owner && !['annex', 'lamp', 'large-lamp'].includes(p.name))
    .map((p) => {
      const drawn =
        p.name === 'fountain'
          ? fountain(cellsOf(p.spaces), p.owner!)
          : figure(p.name, p.owner!, cellOf(p.spaces[0]), p.facing);
      return fresh.buildings.has(p.name) ? `<g class="drop">${drawn}</g>` : drawn;
    });
  return (
    `<defs>${light.defs}</defs><g fill="#03051a" opacity=".6" filter="url(#softer)">${part('shadow')}</g>` +
    `${part('roof')}${light.night}` +
    `<g class="multiply" filter="url(#soft)">${light.tint}</g><g class="multiply">${part('warm')}</g>` +
    `<g class="screen" opacity=".8">${part('spill')}</g>` +
    `${marks.join('')}${part('over')}${pieces.join('')}<g class="screen">${light.bloom}</g>${lamps.join('')}` +
    `<g class="screen">${light.flare}</g>${part('signs')}`
  );
}

/** One building's share of every layer. */
function house(
  b: Built,
  position: Position,
  fresh: boolean,
): Record<'shadow' | 'roof' | 'warm' | 'spill' | 'over' | 'signs', string> {
  const cells = cellsOf(b.spaces),
    number = `${b.size}×${b.lamps.length}`,
    dark = !b.lamps.length;
  const come = (drawn: string): string => (fresh && drawn ? `<g class="drop">${drawn}</g>` : drawn);
  const shadow = `<path d="${outline(cells, 5, 4)}" transform="translate(9 12)" fill-rule="evenodd"/>`;
  const added = b.annex ? cellOf(b.annex) : null;
  const roofed = added ? cells.filter(([r, c]) => r !== added[0] || c !== added[1]) : cells;
  const leaning = added ? annex(added, b.owner, leansTo(added, roofed)) : '';
  if (b.name === 'garden')
    return {
      shadow,
      roof: '',
      warm: '',
      spill: '',
      over: leaning + come(garden(roofed, b.owner)),
      signs: come(flue(roofed, b.owner)) + plaque(...middle(roofed), number, dark),
    };
  const lit = litWalls(roofed, position.lamps),
    clip = 's' + b.name + b.spaces[0];
  const { roof, over, foot } = building(roofed, b.owner, {
    lit: new Set(lit.map(wallName)),
    glow: !dark,
    seed: cells[0][0] * 17 + cells[0][1] + b.size,
  });
  const {
    plaque: [r, c],
  } = furnish(roofed);
  const clipped = (paint: string): string =>
    lit.length ? `<g clip-path="url(#${clip})">${lit.map((wall) => spill(wall, paint)).join('')}</g>` : '';
  return {
    shadow,
    roof: come(roof),
    warm: (lit.length ? `<clipPath id="${clip}"><path d="${foot}"/></clipPath>` : '') + clipped('warm'),
    spill: clipped('spill'),
    over: leaning + come(over),
    signs: come(flue(roofed, b.owner)) + plaque(c * U + 50, r * U + 50, number, dark),
  };
}

/** The frame with its coordinates: columns a–h, rows 1–8 from the top. */
export const frame = (): string => {
  const letters = [...'abcdefgh'].map(
    (n, i) =>
      `<text class="rim" x="${i * U + 50}" y="-10">${n}</text><text class="rim" x="${i * U + 50}" y="823">` +
      `${n}</text><text class="rim" x="-17" y="${i * U + 57}">${i + 1}</text>` +
      `<text class="rim" x="817" y="${i * U + 57}">${i + 1}</text>`,
  );
  return (
    `<rect x="-34" y="-34" width="868" height="868" fill="#13173a"/>` +
    `<rect x="-31" y="-31" width="862" height="862" rx="5" fill="none" stroke="#d9b45b"` +
    ` stroke-width="1.5"/><rect x="-4" y="-4" width="808" height="808" fill="#070919" stroke="#d9b45b"` +
    ` stroke-width="2"/>${letters.join('')}`
  );
};
