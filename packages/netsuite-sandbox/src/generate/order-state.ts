import { type StatusLetter, statusWords } from '../order-status.ts';
import { pickWeighted, type Random } from '../random.ts';
import type { Enumeration } from '../record-types.ts';

type Shares = readonly [[StatusLetter, number], ...[StatusLetter, number][]];

/** Shares of the states among orders of up to so many days. */
const rangesByAge: readonly [number, Shares][] = [
  [
    4,
    [
      ['A', 34],
      ['B', 48],
      ['D', 6],
      ['E', 2],
      ['F', 3],
      ['C', 4],
      ['G', 3],
    ],
  ],
  [
    15,
    [
      ['A', 4],
      ['B', 33],
      ['D', 18],
      ['E', 9],
      ['F', 16],
      ['G', 13],
      ['C', 4],
      ['H', 3],
    ],
  ],
  [
    45,
    [
      ['G', 62],
      ['F', 14],
      ['E', 7],
      ['D', 6],
      ['B', 4],
      ['C', 4],
      ['H', 3],
    ],
  ],
];

/** Older orders are completed, with few exceptions. */
const settled: Shares = [
  ['G', 925],
  ['H', 35],
  ['C', 25],
  ['F', 10],
  ['E', 3],
  ['D', 2],
];

/** The state of an order of this age in days. */
export function pickStatus(random: Random, age: number): StatusLetter {
  return pickWeighted(random, rangesByAge.find(([limit]) => age <= limit)?.[1] ?? settled);
}

/** One of the three forms in which the record service has been seen to answer a status. */
export function statusForm(random: Random, letter: StatusLetter): string | Enumeration {
  const words = statusWords(letter) ?? letter;
  const forms: readonly [[string | Enumeration, number], ...[string | Enumeration, number][]] = [
    [{ id: letter, refName: words }, 80],
    [{ id: words, refName: words }, 13],
    [letter, 7],
  ];
  return pickWeighted(random, forms);
}
