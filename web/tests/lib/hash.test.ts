// The hash of a state is the server's: sorted keys, no spaces, 16 hex digits.
import { expect, test } from 'vitest';
import { canonical, matchesHash, newKey } from '../../src/lib/hash';

test('canonical JSON', () => {
  expect(canonical({ b: [1, { z: null, a: 'é"' }], a: true, '10': 1, '9': 2 })).toBe(
    '{"10":1,"9":2,"a":true,"b":[1,{"a":"é\\"","z":null}]}',
  );
});

test('a view that was changed does not fit', async () => {
  // hashlib.sha256(b'{"a":1}').hexdigest()[:16]
  expect(await matchesHash({ a: 1 }, '015abd7f5cc57a2d')).toBe(true);
  expect(await matchesHash({ a: 2 }, '015abd7f5cc57a2d')).toBe(false);
});

test('keys are never the same', () => {
  expect(new Set(Array.from({ length: 1000 }, newKey)).size).toBe(1000);
});
