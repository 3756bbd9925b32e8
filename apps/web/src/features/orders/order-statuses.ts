import type { OrderStatus } from '@portal/contract/orders';

// A record, so that the compiler reports a status missing from it. Importing the contract's own list would add its
// schemas to the browser bundle.
const all: Record<OrderStatus, true> = {
  'Pending Approval': true,
  'Pending Fulfillment': true,
  'Partially Fulfilled': true,
  'Pending Billing': true,
  Billed: true,
  Cancelled: true,
  Closed: true,
};

/** Statuses offered by the filter, in the order that an order goes through them. */
export const orderStatuses = Object.keys(all) as OrderStatus[];
