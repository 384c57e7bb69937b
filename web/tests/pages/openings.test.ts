// Where somebody is in the opening explorer, as its address says it.
import { describe, expect, it } from 'vitest';
import { percent } from '../../src/lib/i18n.svelte';
import { half, mean, placeOf, queryOf } from '../../src/pages/openings/place';

describe('placeOf', () => {
  it('reads what queryOf writes', () => {
    const place = { line: 'buildings', players: 3, role: 2, path: ['take V3', 'take T4 & more'] };
    expect(placeOf(queryOf(place))).toEqual(place);
  });
  it('has a place for every query', () => {
    const start = { line: '', players: 2, role: 1, path: [] };
    expect(placeOf('')).toEqual(start);
    expect(placeOf('?players=9&role=x')).toEqual(start);
    expect(placeOf('?players=1')).toEqual(start);
  });
  it('leaves out a seat that the table does not have', () => {
    expect(placeOf(queryOf({ line: '', players: 2, role: 4, path: [] })).role).toBe(2);
  });
});

describe('numbers', () => {
  it('have signs, and no negative zero', () => {
    expect([4.94, -4.94, 0, -0.04].map(mean)).toEqual(['+4.9', '−4.9', '0.0', '0.0']);
    expect(percent(0.706)).toBe('71 %');
    expect(half(0.4, 0.6, 1)).toBe('0.1');
  });
});
