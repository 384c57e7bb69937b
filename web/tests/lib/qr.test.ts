// Compares our QR codes with those of a complete library.
import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { qr, squares } from '../../src/lib/qr';

const link = (length: number): string => `http://192.168.1.20:1889/t/${'abcdefgh23456789'.repeat(20)}`.slice(0, length);

describe('QR codes', () => {
  it.each([12, 40, 70, 100, 120, 150, 180, 220, 260, 271])(
    'of %i bytes are those of the standard, whichever mask',
    (length) => {
      for (let mask = 0; mask < 8; mask++) {
        const store = encode(link(length), { ecc: 'L', border: 0, boostEcc: false, maskPattern: mask });
        expect(squares(link(length), mask)).toEqual(store.data);
      }
    },
  );

  it('take one of the eight masks, and refuse what is too long', () => {
    expect(squares(link(40), 0).length).toBe(29);
    expect([...Array(8).keys()].map((mask) => JSON.stringify(squares(link(40), mask)))).toContain(
      JSON.stringify(qr(link(40))),
    );
    expect(() => qr(link(272))).toThrow('too long');
  });
});
