// The faint engraved plan of a city behind the table: avenues, squares and the river. Decoration only.
import { chance, f1 } from './geometry';

const SQUARES: [x: number, y: number, avenues: number, length: number][] = [
  [190, 180, 12, 260],
  [1260, 700, 10, 300],
  [720, 820, 9, 240],
  [1180, 120, 8, 220],
  [330, 720, 8, 260],
];

export function cityPlan(): string {
  const any = chance(1889);
  let avenues = '',
    rounds = '';
  for (const [x, y, n, length] of SQUARES) {
    rounds += `<circle cx="${x}" cy="${y}" r="24"/><circle cx="${x}" cy="${y}" r="16"/>`;
    for (let i = 0; i < n; i++) {
      const a = (i / n) * 2 * Math.PI + any() * 0.3;
      const l = length * (0.7 + any() * 0.6);
      const point = (r: number): string => `${f1(x + r * Math.cos(a))} ${f1(y + r * Math.sin(a))}`;
      avenues += `M${point(26)}L${point(l)}`;
    }
  }
  const river = 'C240 470 380 640 620 560S980 300 1220 380s180 40 260 20';
  return (
    `<path d="${avenues}"/>${rounds}` +
    `<path d="M-20 560${river}M-20 590C240 500 380 670 620 590S980 330 1220 410s180 40 260 20"` +
    ' stroke-width="1.6"/>'
  );
}
