import { pickWeighted, type Random } from '../random.ts';
import { type Reference, type StatusLetter, transactionTypes } from '../records.ts';

type Shares = readonly [StatusLetter, number][];

/** Letters with their shares: `A 34 B 48`. */
function shares(text: string): Shares {
  return [...text.matchAll(/(\w) (\d+)/g)].map(([, letter, share]) => [letter as StatusLetter, Number(share)]);
}

/** Shares of the states among orders of up to so many days; older orders are completed, with few exceptions. */
const byAge: readonly [number, Shares][] = [
  [4, shares('A 34 B 48 D 6 E 2 F 3 C 4 G 3')],
  [15, shares('A 4 B 33 D 18 E 9 F 16 G 13 C 4 H 3')],
  [45, shares('G 62 F 14 E 7 D 6 B 4 C 4 H 3')],
];
const settled = shares('G 925 H 35 C 25 F 10 E 3 D 2');

/** The state of an order of this age in days. */
export function pickStatus(random: Random, age: number): StatusLetter {
  return pickWeighted(random, byAge.find(([limit]) => age <= limit)?.[1] ?? settled);
}

/** One of the three forms in which the record service has been seen to answer a status. */
export function statusForm(random: Random, letter: StatusLetter): string | Reference {
  const refName = transactionTypes.salesOrder.statuses[letter];
  return pickWeighted<string | Reference>(random, [
    [{ id: letter, refName }, 80],
    [{ id: refName, refName }, 13],
    [letter, 7],
  ]);
}
