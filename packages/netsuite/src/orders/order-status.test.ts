import { describe, expect, test } from 'vitest';
import { toOrderStatus } from './order-status.ts';

const statuses = [
  ['A', 'Pending Approval', 'Pending Approval'],
  ['B', 'Pending Fulfillment', 'Pending Fulfillment'],
  ['C', 'Cancelled', 'Cancelled'],
  ['D', 'Partially Fulfilled', 'Partially Fulfilled'],
  ['E', 'Pending Billing/Partially Fulfilled', 'Partially Fulfilled'],
  ['F', 'Pending Billing', 'Pending Billing'],
  ['G', 'Billed', 'Billed'],
  ['H', 'Closed', 'Closed'],
] as const;

describe('the status of an order', () => {
  test.each(statuses)('%s, %s, is %s in each of its forms', (letter, words, shown) => {
    const expected = { id: letter, name: shown };
    expect(toOrderStatus({ id: letter, refName: words })).toEqual(expected);
    expect(toOrderStatus({ id: words, refName: words })).toEqual(expected);
    expect(toOrderStatus(letter)).toEqual(expected);
    expect(toOrderStatus(`SalesOrd:${letter}`)).toEqual(expected);
    expect(toOrderStatus(`Sales Order : ${words}`)).toEqual(expected);
  });

  test('is passed on as it came when it is none of NetSuite’s own', () => {
    expect(toOrderStatus({ id: 'Z', refName: 'On Hold' })).toEqual({ id: 'Z', name: 'On Hold' });
    expect(toOrderStatus('On Hold')).toEqual({ id: 'On Hold', name: 'On Hold' });
    expect(toOrderStatus(undefined)).toEqual({ id: null, name: null });
  });
});
