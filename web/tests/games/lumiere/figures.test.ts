// @vitest-environment jsdom
// The pictures of components in the rules: every one that a figure names exists, and none of the box is missing.
import { expect, it } from 'vitest';
import { manifest } from '../../../src/games/lumiere/manifest';
import { count, drawsOf } from '../../support/figures';

it('draws the figures of the rules', async () => {
  expect(drawsOf('lumiere')).toHaveLength(5);
  expect(Object.keys(await manifest.loadFigures!())).toEqual(expect.arrayContaining(drawsOf('lumiere')));
});

it('shows all that is in the box', async () => {
  expect(await count('lumiere', 'buildings', 'li')).toBe(12);
  expect(await count('lumiere', 'tiles', 'li')).toBe(4 + 2 * 8);
});
