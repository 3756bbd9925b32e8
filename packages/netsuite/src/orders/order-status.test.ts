import { expect, test } from 'vitest';
import { readStatusLetter } from '../values/fields.ts';
import { orderStatusName } from './order-status.ts';

const statuses = [
  ['A', 'Pending Approval'],
  ['B', 'Pending Fulfillment'],
  ['C', 'Cancelled'],
  ['D', 'Partially Fulfilled'],
  ['E', 'Partially Fulfilled'],
  ['F', 'Pending Billing'],
  ['G', 'Billed'],
  ['H', 'Closed'],
] as const;

test.each(statuses)(
  'the status %s of an order is shown as %s, in both forms of suiteql-facts, section 2',
  (letter, name) => {
    for (const status of [letter, `SalesOrd:${letter}`]) expect(readStatusLetter({ status })).toBe(letter);
    expect(orderStatusName(letter)).toBe(name);
  },
);

test('a status that is none of NetSuite’s own is passed on as it came', () => {
  expect(orderStatusName(readStatusLetter({ status: 'On Hold' }))).toBe('On Hold');
  expect(orderStatusName(readStatusLetter({}))).toBeNull();
});
