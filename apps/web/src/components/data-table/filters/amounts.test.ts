import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanAmounts, readAmount } from './amounts.ts';

test.each([
  ['1000', '1000'],
  ['1,000', '1000'],
  ['$1,000.50', '1000.5'],
  ['1 000,50', '1000.5'],
  ['1\u202f000,50 $', '1000.5'],
  ['1.000.000', '1000000'],
  ["1'000'000.25", '1000000.25'],
  ['1,5', '1.5'],
  ['0,125', '0.125'],
  ['-1,234', '-1234'],
  ['−7', '-7'],
  ['007', '7'],
  ['-0.00', '0'],
  ['12 CAD', '12'],
  ['$123,456,789,012,345,678.90', '123456789012345678.9'],
  ['0.12345678', '0.12345678'],
  ['', ''],
  ['  ', ''],
])('%j parses as %j', (typed, amount) => {
  expect(readAmount(typed)).toBe(amount);
});

test.each(['a lot', '1,00,0', '1,2,3', '1.2.3', '--1', '1-', '1e3', '1234,567.8', '.', ',', '9'.repeat(21)])(
  '%j is not an amount',
  (typed) => {
    expect(readAmount(typed)).toBeUndefined();
  },
);

test('parses amounts as formatted in en-CA and fr-CA', () => {
  const cents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });
  fc.assert(
    fc.property(cents, fc.constantFrom('en-CA', 'fr-CA'), (amount, locale) => {
      const written = new Intl.NumberFormat(locale, { style: 'currency', currency: 'CAD' }).format(amount / 100);
      expect(Number(readAmount(written))).toBe(amount / 100 + 0);
    }),
  );
});

test('normalizes any text from an address idempotently, with the smaller amount first', () => {
  const text = fc.oneof(fc.string(), fc.tuple(fc.integer(), fc.integer()).map(String));
  fc.assert(
    fc.property(text, (any) => {
      const clean = cleanAmounts(any);
      if (clean === undefined) return;
      expect(cleanAmounts(clean)).toBe(clean);
      const [min = '', max = ''] = clean.split(',');
      if (min !== '' && max !== '') expect(Number(min)).toBeLessThanOrEqual(Number(max));
    }),
  );
});
