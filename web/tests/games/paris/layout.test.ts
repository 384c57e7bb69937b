// The layout for a window, at the sizes that are drawn for.
import { expect, it } from 'vitest';
import { layoutOf, type Layout } from '../../../src/games/paris/layout';

const SIZES: [number, number, Layout][] = [
  [320, 568, 'phone'],
  [390, 844, 'phone'],
  [568, 320, 'aside'],
  [844, 390, 'aside'],
  [640, 360, 'aside'], // 1280×720 at 200 %
  [512, 384, 'phone'], // 1024×768 at 200 %
  [960, 600, 'aside'], // 1440×900 at 150 %
  [768, 1024, 'stack'],
  [834, 1112, 'stack'],
  [1024, 1366, 'stack'],
  [744, 1133, 'stack'],
  [720, 1000, 'phone'], // too narrow for a column beside the board
  [900, 900, 'two'],
  [1024, 768, 'two'],
  [1280, 720, 'three'],
  [1440, 900, 'three'],
  [2560, 1440, 'three'],
];
for (const [width, height, layout] of SIZES)
  it(`${width}×${height}: ${layout}`, () => expect(layoutOf(width, height)).toBe(layout));
