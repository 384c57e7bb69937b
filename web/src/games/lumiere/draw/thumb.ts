// A thumbnail of a position. A page may show many, so it has flat stones, plain roofs and no filters.
import { cellOf, cellsOf, inSquare, U } from './geometry';
import { figure, fountain, garden } from './pieces';
import { building } from './roofs';
import type { Paving, Position } from '../types';

const FLAT: Record<Paving, string> = { orange: '#b9780c', blue: '#2f76a6', mixed: '#3d2360', lamp: '#8d7a5c' };

export function thumb(position: Position): string {
  const stones = (Object.keys(FLAT) as Paving[]).map((kind) => {
    const d = Object.keys(position.paving)
      .filter((space) => position.paving[space] === kind)
      .map(cellOf)
      .map(([r, c]) => `M${c * U + 3} ${r * U + 3}h94v94h-94Z`);
    return `<path d="${d.join('')}" fill="${FLAT[kind]}"/>`;
  });
  const bare = position.squares
    .map((square) => inSquare(square)[0])
    .map(([r, c]) => `M${c * U + 5} ${r * U + 5}h190v190h-190Z`);
  const roofs = position.buildings.map((b) => {
    if (b.name === 'garden') return garden(cellsOf(b.spaces.filter((s) => s !== b.annex)), b.owner);
    const { roof, over } = building(cellsOf(b.spaces), b.owner, { small: true, glow: b.lamps.length > 0 });
    return roof + over;
  });
  const pieces = position.pieces.map((p) => {
    if (!p.owner || ['annex', 'lamp', 'large-lamp'].includes(p.name)) return '';
    return p.name === 'fountain' ? fountain(cellsOf(p.spaces), p.owner) : figure(p.name, p.owner, cellOf(p.spaces[0]));
  });
  const lamps = position.lamps.map(({ space, kind }) => {
    const [r, c] = cellOf(space),
      far = kind === 'large-lamp' ? 250 : 150,
      at = `cx="${c * U + 50}" cy="${r * U + 50}"`;
    return `<circle ${at} r="${far}" fill="url(#bloom)" opacity=".8"/><circle ${at} r="24" fill="#fff6d2"/>`;
  });
  return (
    `<path d="${bare.join('')}" fill="#2b2e5f"/>` +
    `${stones.join('')}${roofs.join('')}${pieces.join('')}${lamps.join('')}`
  );
}
