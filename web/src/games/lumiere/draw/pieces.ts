// Lamps and the special pieces of the postcards, seen from above. Static drawings are in drawings.svg.
import { outline, U, type Cell, type Compass } from './geometry';
import { SEAT } from './stones';
import type { Seat, Side } from '../types';

export const TURN: Record<Side, number> = { north: 0, east: 90, south: 180, west: 270 };

/** A drawing of drawings.svg. */
const use = (name: string): string => `<use href="#lu-${name}"/>`;

/** A gas lantern: four panes round a cap, on an iron foot with two ladder arms. */
export const lantern = (x: number, y: number, scale = 1): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${use('lantern')}</g>`;

/** The large lamp: a candelabra of five globes. */
export const candelabra = (x: number, y: number): string =>
  `<g transform="translate(${x} ${y})">${use('candelabra')}</g>`;

/** A cream disc ringed in the owner's colour; orange rings are solid, blue ones beaded. */
export function disc(owner: Seat): string {
  const seat = SEAT[owner];
  return (
    `<circle r="41" cx="2.5" cy="4" fill="#05071a" opacity=".5"/>` +
    `<circle r="41" fill="${seat.fill}" stroke="#14172f" stroke-width="2"/>` +
    (owner === 'blue'
      ? `<circle r="37.6" fill="none" stroke="#0e3550" stroke-width="4.4" stroke-dasharray="3.2 4.68"/>`
      : `<circle r="37.4" fill="none" stroke="#7d5200" stroke-width="1.4"/>`) +
    `<circle r="34" fill="url(#ivory)" stroke="#14172f" stroke-width="1.6"/>`
  );
}

/** A piece of one space. The beak of its disc and the waves before it show which way a statue looks. */
export function figure(kind: string, owner: Seat, [r, c]: Cell, facing?: Side | null): string {
  const beak = facing
    ? `<g transform="rotate(${TURN[facing]})" stroke="#14172f" stroke-linejoin="round">` +
      `<path d="M-15-35 0-56l15 21Z" fill="${SEAT[owner].fill}" stroke-width="2"/>` +
      `<path d="M-17-64 0-77l17 13M-11-80 0-89l11 9" fill="none" stroke-width="8" stroke-linecap="round"/>` +
      `<path d="M-17-64 0-77l17 13M-11-80 0-89l11 9" fill="none"` +
      ` stroke="${SEAT[owner].light}" stroke-width="4" stroke-linecap="round"/></g>`
    : '';
  return `<g transform="translate(${c * U + 50} ${r * U + 50})">${beak}${disc(owner)}${use(`figure-${kind}`)}</g>`;
}

/** A drawing two spaces wide, turned if the spaces are one below the other. */
function across([[r0, c0], [r1, c1]]: readonly [Cell, Cell], inner: string): string {
  const [x, y] = [((c0 + c1) / 2) * U + 50, ((r0 + r1) / 2) * U + 50];
  const turn = r0 === r1 ? '' : ' rotate(90)';
  return `<g transform="translate(${x} ${y})${turn}">${inner}</g>`;
}

/** A piece that the edition may give any shape: on two spaces, `base` carries its drawing; else its outline does, and
    the drawing is on two spaces of it, or smaller on the only one. */
function shaped(cells: readonly Cell[], owner: Seat, base: string, drawing: string): string {
  const [first] = cells;
  const second = cells.find(([r, c]) => Math.abs(r - first[0]) + Math.abs(c - first[1]) === 1);
  if (second && cells.length === 2) return across([first, second], base + drawing);
  const edge = (inset: number): string => outline(cells, inset, 14);
  const beads =
    owner === 'blue'
      ? `<path d="${edge(10)}" fill="none" stroke="#0e3550" stroke-width="3.6" stroke-dasharray="3 4.4"/>`
      : '';
  const [r, c] = first;
  return (
    `<path d="${edge(7)}" fill="#05071a" opacity=".5" transform="translate(3 5)"/>` +
    `<path d="${edge(6)}" fill="${SEAT[owner].fill}" stroke="#14172f" stroke-width="2"/>${beads}` +
    (second
      ? across([first, second], drawing)
      : `<g transform="translate(${c * U + 50} ${r * U + 50}) scale(.46)">${drawing}</g>`)
  );
}

export function fountain(cells: readonly Cell[], owner: Seat): string {
  const beads =
    owner === 'blue'
      ? '<rect x="-88.5" y="-38.5" width="177" height="77" rx="27" fill="none" stroke="#0e3550"' +
        ' stroke-width="3.6" stroke-dasharray="3 4.4"/>'
      : '';
  const base =
    `<rect x="-91" y="-40" width="184" height="84" rx="30" fill="#05071a" opacity=".5"` +
    ` transform="translate(2 4)"/><rect x="-92" y="-42" width="184" height="84" rx="30"` +
    ` fill="${SEAT[owner].fill}" stroke="#14172f" stroke-width="2"/>${beads}`;
  return shaped(cells, owner, base, use('fountain'));
}

export function garden(cells: readonly Cell[], owner: Seat): string {
  const beads =
    owner === 'blue'
      ? '<rect x="-92" y="-42" width="184" height="84" rx="4" fill="none" stroke="#0e3550"' +
        ' stroke-width="3" stroke-dasharray="3 4.4"/>'
      : '';
  const base =
    `<rect x="-92" y="-42" width="184" height="84" rx="6" fill="#05071a" opacity=".5"` +
    ` transform="translate(3 5)"/><rect x="-95" y="-45" width="190" height="90" rx="6"` +
    ` fill="${SEAT[owner].fill}" stroke="#14172f" stroke-width="2"/>${beads}`;
  return shaped(cells, owner, base, use('garden'));
}

/** The annex: a bookseller's green boxes, lids open, joined to its building on side `to`. */
export function annex([r, c]: Cell, owner: Seat, to: Compass): string {
  const turn = { n: 0, e: 90, s: 180, w: 270 }[to];
  return (
    `<g transform="translate(${c * U + 50} ${r * U + 50}) rotate(${turn})">` +
    `<rect x="-43" y="-43" width="86" height="86" rx="4" fill="${SEAT[owner].fill}" stroke="#14172f"` +
    ` stroke-width="2"/>${use('annex')}</g>`
  );
}
