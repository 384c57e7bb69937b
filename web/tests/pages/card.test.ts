// The type of the reference card.
import { expect, it } from 'vitest';
import { largest, LARGEST, SMALLEST } from '../../src/pages/card/fit';

it('takes the largest type that fits', () => {
  expect(largest(() => true)).toBe(LARGEST);
  expect(largest((points) => points < 8.05)).toBe(8);
  expect(largest(() => false)).toBe(SMALLEST);
});
