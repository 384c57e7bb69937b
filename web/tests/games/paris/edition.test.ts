import { expect, test } from 'vitest';
import { placeOf } from '../../../src/games/paris/edition';

test('every spot that can be a target has a place, also one that is no property', () => {
  expect(placeOf('Montmartre:L12')).toEqual({ district: 'Montmartre', value: 12, landmark: true });
  expect(placeOf('Chaillot:3')).toEqual({ district: 'Chaillot', value: 3, landmark: false });
  expect(placeOf('bank:Chaillot')).toEqual({ district: 'Chaillot', value: 0, landmark: false });
  expect(placeOf('arc').district).toBe('');
  expect(placeOf('hand')).toEqual({ district: 'hand', value: 0, landmark: false });
});
