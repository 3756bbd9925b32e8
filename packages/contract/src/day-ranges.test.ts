import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanDays, resolveDays } from './day-ranges.ts';

test.each([
  ['today', '2026-05-06', '2026-05-06', '2026-05-06'],
  ['last-7', '2026-05-06', '2026-04-30', ''],
  ['last-7', '2024-03-03', '2024-02-26', ''],
  ['this-month', '2024-02-10', '2024-02-01', '2024-02-29'],
  ['last-month', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['this-year', '2026-12-31', '2026-01-01', '2026-12-31'],
  ['2026-01-05,', '2026-05-06', '2026-01-05', ''],
  [',2026-02-30', '2026-05-06', '', ''],
])('%s, on %s, is from %j to %j', (text, today, from, to) => {
  expect(resolveDays(text, today)).toEqual({ from, to });
});

test('normalizes any text from an address idempotently, with the earlier day first', () => {
  const day = fc
    .date({ min: new Date('1999-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('today', 'this-month', 'last-0', 'last-12', 'last-99999'),
    fc.tuple(day, fc.oneof(day, fc.constant(''))).map(String),
  );
  fc.assert(
    fc.property(text, (any) => {
      const clean = cleanDays(any);
      if (clean === undefined) return;
      expect(cleanDays(clean)).toBe(clean);
      const { from, to } = resolveDays(clean, '2026-05-06');
      if (from !== '' && to !== '') expect(from <= to).toBe(true);
    }),
  );
});
