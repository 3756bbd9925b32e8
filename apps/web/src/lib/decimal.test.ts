import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDecimals, subtractDecimals } from './decimal.ts';

const units = fc.bigInt({ min: -(10n ** 26n), max: 10n ** 26n });

function written(value: bigint, decimals: number): string {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  return `${value < 0n ? '-' : ''}${digits.slice(0, at)}${decimals === 0 ? '' : '.'}${digits.slice(at)}`;
}

test('subtracts amounts with different numbers of decimals', () => {
  expect(subtractDecimals('154.58', '139.80', '6.99')).toBe('7.79');
  expect(subtractDecimals('0.1', '0.025')).toBe('0.075');
  expect(subtractDecimals('-1', '2')).toBe('-3');
});

test('subtracts and compares amounts of any size exactly', () => {
  fc.assert(
    fc.property(units, units, fc.nat(8), (one, other, decimals) => {
      const [left, right] = [written(one, decimals), written(other, decimals)];
      expect(subtractDecimals(left, right)).toBe(written(one - other, decimals));
      expect(compareDecimals(left, right)).toBe(one < other ? -1 : Number(one > other));
    }),
  );
});
