import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deriveKey, mac, randomDigits, randomToken, sameBytes, seal, unseal } from './crypto.ts';

const key = deriveKey('a server key for tests alone, 32+ characters', 'tests');

describe('seal and unseal', () => {
  test('returns any text unchanged, and reveals nothing about it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 8 }), (text) => {
        const sealed = seal(key, text);
        expect(unseal(key, sealed)).toBe(text);
        expect(Buffer.from(sealed, 'base64url').includes(Buffer.from(text))).toBe(false);
      }),
    );
  });

  test('never produces the same output twice', () => {
    expect(seal(key, 'text')).not.toBe(seal(key, 'text'));
  });

  test('fails to decrypt if any bit was changed', () => {
    const sealed = Buffer.from(seal(key, 'a secret text'), 'base64url');
    fc.assert(
      fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
        const changed = Buffer.from(sealed);
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        expect(() => unseal(key, changed.toString('base64url'))).toThrow();
      }),
    );
  });

  test('fails to decrypt with the key of another purpose', () => {
    const other = deriveKey('a server key for tests alone, 32+ characters', 'something else');
    expect(() => unseal(other, seal(key, 'text'))).toThrow();
  });
});

describe('codes and tokens', () => {
  test('a code has its number of digits, with leading zeros', () => {
    const codes = Array.from({ length: 5000 }, () => randomDigits(6));
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(new Set(codes.map((code) => code[0]))).toEqual(new Set('0123456789'));
  });

  test('a token has 32 bytes', () => {
    expect(Buffer.from(randomToken(), 'base64url')).toHaveLength(32);
    expect(new Set(Array.from({ length: 1000 }, randomToken)).size).toBe(1000);
  });

  test('compares all bytes', () => {
    expect(sameBytes(mac(key, 'a'), mac(key, 'a'))).toBe(true);
    expect(sameBytes(mac(key, 'a'), mac(key, 'b'))).toBe(false);
    expect(sameBytes(mac(key, 'a'), mac(key, 'a').subarray(1))).toBe(false);
  });
});
