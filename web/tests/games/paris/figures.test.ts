// @vitest-environment jsdom
// The pictures of components in the rules: every one that a figure names exists, and none of the box is missing.
import { expect, it } from 'vitest';
import { manifest } from '../../../src/games/paris/manifest';
import { count, drawsOf } from '../../support/figures';

it('draws the figures of the rules', async () => {
  expect(drawsOf('paris')).toHaveLength(5);
  expect(Object.keys(await manifest.loadFigures!())).toEqual(expect.arrayContaining(drawsOf('paris')));
});

it('shows all that is in the box', async () => {
  expect(await count('paris', 'buildings', 'td svg')).toBe(36);
  expect(await count('paris', 'landmarks', 'li')).toBe(8);
  expect(await count('paris', 'tokens', 'li')).toBe(6 + 3 + 9);
});
