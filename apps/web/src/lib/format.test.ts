import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatAgo,
  formatByteLimit,
  formatBytes,
  formatDate,
  formatDateTime,
  formatMoney,
  formatNumber,
} from './format.ts';

test('formats money as CAD in en-CA, with at least two decimals and thousands separators', () => {
  expect(formatMoney('1327.04')).toBe('$1,327.04');
  expect(formatMoney('0.00')).toBe('$0.00');
  expect(formatMoney('-22.00')).toBe('-$22.00');
  expect(formatMoney('0.00125')).toBe('$0.00125');
});

test('formats amounts of any size without losing a digit', () => {
  const decimal = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.stringMatching(/^\d{1,7}[1-9]$/), fc.boolean());
  fc.assert(
    fc.property(decimal, ([whole, fraction, negative]) => {
      const text = `${negative ? '-' : ''}${whole}.${fraction}`;
      expect(formatMoney(text).replaceAll(/[$,]/g, '')).toBe(text);
    }),
  );
});

test('formats counts and quantities with thousands separators and all decimals', () => {
  expect(formatNumber(1048576)).toBe('1,048,576');
  expect(formatNumber(0.00125)).toBe('0.00125');
});

test.each([
  [0, '0.00 Bytes'],
  [1, '1.00 Bytes'],
  [1023, '1,023.00 Bytes'],
  [1024, '1.00 KB'],
  [1536, '1.50 KB'],
  [1024 ** 2 - 1, '1.00 MB'],
  [25 * 1024 ** 2, '25.00 MB'],
  [1024 ** 3 - 1, '1.00 GB'],
  [5000 * 1024 ** 3, '5,000.00 GB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('formats a timestamp as its day in UTC, which the server filters by', () => {
  expect(formatDate('2026-05-06')).toBe('May 6, 2026');
  expect(formatDate('2026-05-06T00:00:00Z')).toBe('May 6, 2026');
  expect(formatDate('2026-05-06T23:59:59.999Z')).toBe('May 6, 2026');
});

test('returns text that is not a date unchanged', () => {
  expect(formatDate('soon')).toBe('soon');
  expect(formatDateTime('')).toBe('');
});

test('formats a time with short month, day, year, hour and minute', () => {
  const moment = new Date(2026, 10, 20, 9, 41).toISOString();
  expect(formatDateTime(moment).replaceAll(/\s/g, ' ')).toBe('Nov 20, 2026, 09:41 AM');
});

test('formats age from just now to days, never negative', () => {
  const start = '2026-05-06T12:00:00Z';
  const after = (minutes: number) => formatAgo(start, Date.parse(start) + minutes * 60_000);
  expect(after(-5)).toBe('just now');
  expect(after(0.9)).toBe('just now');
  expect(after(4)).toBe('4 min ago');
  expect(after(59.9)).toBe('59 min ago');
  expect(after(60)).toBe('1 h ago');
  expect(after(24 * 60)).toBe('1 day ago');
  expect(after(49 * 60)).toBe('2 days ago');
});

test.each([
  [26_214_400, '25 MB'],
  [1_610_612_736, '1.5 GB'],
  [1000, '1,000 Bytes'],
])('formats a limit of %i bytes as %s', (bytes, text) => {
  expect(formatByteLimit(bytes)).toBe(text);
});
