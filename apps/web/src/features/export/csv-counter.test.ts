import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { createCsvCounter } from './count-workbook-rows.ts';

const field = fc
  .array(fc.oneof(fc.constantFrom('"', ',', '\r\n', '\n', '\r', 'é', '日本'), fc.string({ maxLength: 5 })))
  .map((parts) => parts.join(''));
const records = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 12 });
const bytesOf = (rows: string[][]) => new TextEncoder().encode(`\uFEFF${Papa.unparse(rows, { newline: '\r\n' })}\r\n`);

test('counts CSV records regardless of chunk boundaries', () => {
  fc.assert(
    fc.property(records, fc.integer({ min: 1, max: 40 }), (rows, size) => {
      const bytes = bytesOf(rows);
      const counter = createCsvCounter();
      for (let at = 0; at < bytes.length; at += size) counter.add(bytes.subarray(at, at + size));
      expect(counter.records()).toBe(rows.length);
    }),
  );
});

test('counts only complete records in a partial file, always fewer than in the full file', () => {
  fc.assert(
    fc.property(records, fc.double({ min: 0, max: 0.999, noNaN: true }), (rows, part) => {
      const bytes = bytesOf(rows);
      const counter = createCsvCounter();
      counter.add(bytes.subarray(0, Math.floor(bytes.length * part)));
      expect(counter.records()).toBeGreaterThanOrEqual(0);
      expect(counter.records()).toBeLessThan(rows.length);
      const left = bytes.subarray(Math.floor(bytes.length * part));
      counter.add(left);
      expect([counter.records(), counter.endsWithinRecord()]).toEqual([rows.length, false]);
      counter.add(new TextEncoder().encode('half'));
      expect([counter.records(), counter.endsWithinRecord()]).toEqual([rows.length, true]);
    }),
  );
});
