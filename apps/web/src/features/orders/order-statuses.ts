import type { OrderStatus } from '@portal/contract/orders';

// A record, so that a status added to the contract cannot be forgotten; the contract's own list would bring its
// schemas into the browser.
const all: Record<OrderStatus, true> = {
  'Pending Approval': true,
  'Pending Fulfillment': true,
  'Partially Fulfilled': true,
  'Pending Billing': true,
  Billed: true,
  Cancelled: true,
  Closed: true,
};

/** The statuses that the filter offers, in the order in which an order passes through them. */
export const orderStatuses = Object.keys(all) as OrderStatus[];
