import { expect, test } from 'vitest';
import { lastDayOf } from './last-day.ts';

test.each([
  ['UTC', '2026-11-30T23:59:59.999Z'],
  ['UTC, by another client', '2026-11-30T23:59:00Z'],
  ['Montréal in winter', '2026-12-01T04:59:59.999Z'],
  ["St. John's in winter", '2026-12-01T03:29:59.999Z'],
  ['Honolulu', '2026-12-01T09:59:59.999Z'],
  ['Vancouver', '2026-12-01T07:59:59.999Z'],
  ['Kathmandu', '2026-11-30T18:14:59.999Z'],
  ['Tokyo', '2026-11-30T14:59:59.999Z'],
  ['Auckland in summer', '2026-11-30T10:59:59.999Z'],
  ['Chatham Islands in summer', '2026-11-30T10:14:59.999Z'],
])('finds the day that was chosen in %s', (_, end) => {
  expect(lastDayOf(end)).toBe('2026-11-30');
});

test.each(['2026-11-30T16:00:00Z', '2026-11-30T16:59:59Z', '2026-11-30T16:07:59.999Z'])('finds no day in %s', (end) => {
  expect(lastDayOf(end)).toBeUndefined();
});
