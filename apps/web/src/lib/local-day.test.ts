import { expect, test } from 'vitest';
import { moveToZone } from '#testing/move-to-zone.ts';
import { endOfLocalDay, formatEnd, lastDay, localToday } from './local-day.ts';

const zones = [
  'UTC',
  'America/Montreal',
  'America/St_Johns',
  'America/Santiago', // The clocks change at midnight.
  'Africa/Cairo',
  'Asia/Tokyo',
  'Asia/Kathmandu',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Honolulu',
];

test.each(zones)('every day of a year that is chosen in %s is shown as that day everywhere', async (zone) => {
  await moveToZone(zone);
  const days = Array.from({ length: 366 }, (_, index) =>
    new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  );
  const ends = days.map(endOfLocalDay);
  for (const [index, end] of ends.entries()) {
    expect(localToday(new Date(end))).toBe(days[index]);
    expect(localToday(new Date(Date.parse(end) + 1))).not.toBe(days[index]);
  }
  for (const reader of zones) {
    await moveToZone(reader);
    expect(ends.map(lastDay), reader).toEqual(days);
  }
});

test('a day that is not 24 hours long ends with its last millisecond', async () => {
  await moveToZone('America/Montreal');
  expect(endOfLocalDay('2026-03-08')).toBe('2026-03-09T03:59:59.999Z');
  expect(endOfLocalDay('2026-11-01')).toBe('2026-11-02T04:59:59.999Z');
});

test('a reader where two days could be meant sees its own', async () => {
  await moveToZone('Pacific/Pago_Pago');
  expect(lastDay(endOfLocalDay('2026-11-30'))).toBe('2026-11-30');
});

test('an end in the middle of a day has a time', async () => {
  await moveToZone('America/Montreal');
  expect(formatEnd('2026-05-09T03:59:59.999Z')).toBe('May 8, 2026');
  expect(formatEnd('2026-05-08T16:00:00Z').replaceAll(/\s/g, ' ')).toBe('May 8, 2026, 12:00 PM');
});
