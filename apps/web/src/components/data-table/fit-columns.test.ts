import { expect, test } from 'vitest';
import { fitColumns } from './fit-columns.ts';

const columns = [
  { id: 'number', width: 140 },
  { id: 'memo', width: 176, shrink: { to: 120, rank: 1 } },
  { id: 'name', width: 200, shrink: { to: 140, rank: 2 } },
  { id: 'status', width: 176 },
];
const widths = (frame: number, ...empty: string[]) => [
  ...fitColumns(columns, frame, (id) => empty.includes(id)).widths.values(),
];

test.each([
  ['everything fits', 800, [], [140, 176, 200, 176]],
  ['the first in rank gives way', 660, [], [140, 144, 200, 176]],
  ['then the next', 600, [], [140, 120, 164, 176]],
  ['an empty column gives way before all others', 650, ['name'], [140, 176, 158, 176]],
  ['and becomes narrower', 600, ['memo'], [140, 84, 200, 176]],
  ['then all lose padding', 560, [], [132, 112, 148, 168]],
  ['only the padding of a column at its minimum is cut, and of others', 100, [], [132, 112, 132, 168]],
])('%s', (_, frame, empty, expected) => {
  expect(widths(frame, ...empty)).toEqual(expected);
});

test('columns of the same rank share what is missing, each as far as it can shrink', () => {
  const equal = [
    { id: 'name', width: 200, shrink: { to: 100, rank: 1 } },
    { id: 'email', width: 240, shrink: { to: 190, rank: 1 } },
  ];
  const { widths } = fitColumns(equal, 350, () => false);
  expect([...widths.values()]).toEqual([140, 210]);
});

test('an empty column shrinks as far as a full one', () => {
  const carrier = { id: 'carrier', width: 150, shrink: { to: 70, rank: 1 } };
  expect(fitColumns([carrier], 70, () => true).widths.get('carrier')).toBe(70);
});
