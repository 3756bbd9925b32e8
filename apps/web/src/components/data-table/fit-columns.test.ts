import { expect, test } from 'vitest';
import { fitColumns } from './fit-columns.ts';

const columns = [
  { id: 'number', width: 140 },
  { id: 'memo', width: 176, shrink: { to: 120, rank: 1 } },
  { id: 'name', width: 200, shrink: { to: 140, rank: 2 } },
  { id: 'status', width: 176 },
];
const widths = (frame: number, ...empty: string[]) => [
  ...fitColumns(columns, frame, (id) => empty.includes(id)).values(),
];

test.each([
  ['everything fits', 800, [], [140, 176, 200, 176]],
  ['the first in rank gives way', 660, [], [140, 144, 200, 176]],
  ['then the next', 600, [], [140, 120, 164, 176]],
  ['an empty column gives way before all others', 650, ['name'], [140, 176, 158, 176]],
  ['and becomes narrower', 600, ['memo'], [140, 104, 180, 176]],
  ['no column is cut below its minimum, and others never', 100, [], [140, 120, 140, 176]],
])('%s', (_, frame, empty, expected) => {
  expect(widths(frame, ...empty)).toEqual(expected);
});

test('an empty column shrinks as far as a full one', () => {
  const carrier = { id: 'carrier', width: 150, shrink: { to: 100, rank: 1 } };
  expect(fitColumns([carrier], 80, () => true).get('carrier')).toBe(100);
});
