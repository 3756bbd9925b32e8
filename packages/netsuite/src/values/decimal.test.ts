import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { negate, toCanonicalDecimal } from './decimal.ts';

describe('a decimal number', () => {
  test.each([
    ['494.38', '494.38'],
    ['440.0', '440'],
    ['.5', '0.5'],
    ['-.50', '-0.5'],
    ['007', '7'],
    ['+1', '1'],
    ['-0.00', '0'],
    ['1.5E3', '1500'],
    ['12E-3', '0.012'],
    ['1234567890123456789.01', '1234567890123456789.01'],
  ])('%s is written %s', (given, canonical) => {
    expect(toCanonicalDecimal(given)).toBe(canonical);
  });

  test.each(['', '.', 'abc', '1,5', '1.2.3', 'NaN', '1e99999'])('%j is none', (given) => {
    expect(() => toCanonicalDecimal(given)).toThrow(TypeError);
  });

  const cents = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
  const written = (value: bigint) => {
    const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
    return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };

  test('keeps every cent, at any size', () => {
    fc.assert(
      fc.property(cents, (value) => {
        const canonical = toCanonicalDecimal(written(value));
        const [whole = '', fraction = ''] = canonical.split('.');
        expect(BigInt(whole + fraction.padEnd(2, '0'))).toBe(value);
      }),
    );
  });

  test('comes back when its sign is changed twice', () => {
    fc.assert(
      fc.property(cents, (value) => {
        expect(negate(negate(written(value)))).toBe(toCanonicalDecimal(written(value)));
      }),
    );
  });
});
