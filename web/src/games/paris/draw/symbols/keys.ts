// Keys, figures and marks of the seats. A seat is told by the bow of its key as well as by its colour: circle, square,
// triangle, diamond; the same sign is on its figure, its disc and in every table.
import type { Drawings } from './index';

export const SHAPES = ['circle', 'square', 'triangle', 'diamond'] as const;
export type Shape = (typeof SHAPES)[number];

const BOW: Record<Shape, string> = {
  circle: '<circle cx="13" cy="12.5" r="11.3"/>',
  square: '<rect x="2.3" y="1.8" width="21.4" height="21.4" rx="2.4"/>',
  triangle: '<path d="M13 .4 25.6 23.4H.4z" stroke-linejoin="round"/>',
  diamond: '<path d="M13-.6 26 12.5 13 25.6 0 12.5z" stroke-linejoin="round"/>',
};
const HOLE: Record<Shape, string> = {
  circle: '<circle cx="13" cy="12.5" r="4.6"/>',
  square: '<rect x="8.7" y="8.2" width="8.6" height="8.6" rx=".8"/>',
  triangle: '<path d="M13 9.5 18 18.8H8z"/>',
  diamond: '<path d="M13 7.2 18.3 12.5 13 17.8 7.7 12.5z"/>',
};
const MARK: Record<Shape, string> = {
  circle: '<circle cx="12" cy="12" r="9.5"/>',
  square: '<rect x="3" y="3" width="18" height="18" rx="2"/>',
  triangle: '<path d="M12 1.8 22.6 21H1.4z" stroke-linejoin="round"/>',
  diamond: '<path d="M12 .9 23.1 12 12 23.1.9 12z" stroke-linejoin="round"/>',
};
const CHEST: Record<Shape, string> = {
  circle: '<circle cx="16" cy="29" r="4"/>',
  square: '<rect x="12.3" y="25.3" width="7.4" height="7.4"/>',
  triangle: '<path d="M16 24.3l5 8.5H11z"/>',
  diamond: '<path d="M16 23.8l5 5-5 5-5-5z"/>',
};
const SHAFT = 'M10 21h6v11.5h7.5v5.2h-4v3h4v5.6H16V49h-6z';
/** A stroller in a top hat. */
const BODY =
  'M9.5 2.5h13c.6 0 1 .4 1 1V10h2.7c.7 0 1.1.5 1.1 1.1 0 .7-.4 1.1-1.1 1.1h-2.7c0 3-1.2 5.1-3.2 6.3 5.5 1.6 9.2 7 10.2 17.2.1 1.3-.6 2.3-2 2.3H3.5c-1.4 0-2.1-1-2-2.3 1-10.2 4.7-15.6 10.2-17.2-2-1.2-3.2-3.3-3.2-6.3H5.8c-.7 0-1.1-.4-1.1-1.1 0-.6.4-1.1 1.1-1.1h2.7V3.5c0-.6.4-1 1-1z';

function key(shape: Shape): [string, string] {
  const shaft = `<path d="${SHAFT}" stroke-linejoin="round"/>`;
  return [
    '-4 -4 34 58',
    `<g fill="var(--halo)" stroke="var(--halo)" stroke-width="6">${shaft}${BOW[shape]}</g>` +
      `<g fill="var(--c)" stroke="var(--ko,var(--ln))" stroke-width="2.2">${shaft}${BOW[shape]}<rect x="7" y="24.5" width="12" height="4" rx="1.6"/></g>` +
      `<g fill="var(--hole)" stroke="var(--ko,var(--ln))" stroke-width="1.6">${HOLE[shape]}</g>`,
  ];
}

function figure(shape: Shape): [string, string] {
  return [
    '-2 -1 36 42',
    `<path d="${BODY}" fill="var(--halo)" stroke="var(--halo)" stroke-width="5" stroke-linejoin="round"/>` +
      `<path d="${BODY}" fill="var(--c)" stroke="var(--ko,var(--ln))" stroke-width="2" stroke-linejoin="round"/>` +
      `<path d="M8.5 8.4h15" stroke="var(--hole)" stroke-width="2"/><g fill="var(--hole)">${CHEST[shape]}</g>`,
  ];
}

export const keys: Drawings = {
  ...Object.fromEntries(SHAPES.map((shape) => [`key-${shape}`, key(shape)])),
  ...Object.fromEntries(SHAPES.map((shape) => [`meeple-${shape}`, figure(shape)])),
  ...Object.fromEntries(
    SHAPES.map((shape) => [
      `mark-${shape}`,
      ['-1 -1 26 26', `<g fill="var(--c)" stroke="var(--ko,var(--ln))" stroke-width="2">${MARK[shape]}</g>`],
    ]),
  ),
  // for pictograms: filled is yours, an outlined diamond a rival's
  'keyi': [
    '-1 -1 28 52',
    `<g fill="currentColor"><path d="${SHAFT}"/><path fill-rule="evenodd" d="M13 1a11.5 11.5 0 1 1 0 23 11.5 11.5 0 0 1 0-23zm0 6.3a5.2 5.2 0 1 0 0 10.4 5.2 5.2 0 0 0 0-10.4z"/></g>`,
  ],
  'keyo': [
    '-2 -2 30 54',
    `<g fill="var(--tile)" stroke="currentColor" stroke-width="2.6" stroke-linejoin="round"><path d="${SHAFT}"/><path d="M13 0 25.5 12.5 13 25 .5 12.5z"/><path d="M13 8 17.5 12.5 13 17 8.5 12.5z"/></g>`,
  ],
  'meeplei': [
    '0 0 32 40',
    `<path d="${BODY}" fill="currentColor"/><path d="M8.5 8.4h15" stroke="var(--mi,#fff)" stroke-width="1.8"/>`,
  ],
};
