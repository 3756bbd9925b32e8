import { type Decided, decide } from './decision.ts';
import type { Viewer } from './viewer.ts';

type Reach =
  | { readonly kind: 'all' }
  | { readonly kind: 'customer'; readonly customerId: string }
  | {
      readonly kind: 'assigned';
      readonly userId: string;
      readonly at: string;
      /** Of these, those that one mail told the guest of. */
      readonly noticeId?: string;
    }
  | { readonly kind: 'none' };

/** Which orders one sees, and whether their numbers (tranId, memo, otherRefNum) are among what one sees. */
export type OrderScope = Decided & { readonly orders: Reach; readonly numbers: boolean };

/** Which customers one sees, and whether their balances are among what one sees. */
export type CustomerScope = Decided & {
  readonly customers: Exclude<Reach, { kind: 'assigned' }>;
  readonly balances: boolean;
};

/** Which records a sync that one asks for may touch. */
export type SyncScope = Decided & { readonly records: Exclude<Reach, { kind: 'assigned' }> };

/**
 * Which lines of the activity log one sees: all, a customer's, or those by and about oneself; and whether the lines
 * for administrators alone are among them.
 */
export type ActivityScope = Decided & {
  readonly lines: Exclude<Reach, { kind: 'assigned' }> | { readonly kind: 'own'; readonly userId: string };
  readonly administratorsOnly: boolean;
};

const none = { kind: 'none' } as const;
const all = { kind: 'all' } as const;

function linkedCustomer(viewer: Viewer) {
  return viewer.customerId === null ? none : ({ kind: 'customer', customerId: viewer.customerId } as const);
}

/**
 * The rows `orders` and `order numbers` of the roles in docs/product.md: a linked member sees its customer's orders.
 */
export function orderScope(viewer: Viewer): OrderScope {
  switch (viewer.role) {
    case 'admin':
      return decide({ orders: all, numbers: true });
    case 'member':
      return decide({ orders: viewer.customerId === null ? all : linkedCustomer(viewer), numbers: true });
    case 'customer_admin':
    case 'customer_member':
      return decide({ orders: linkedCustomer(viewer), numbers: true });
    case 'customer_guest':
      return decide({ orders: { kind: 'assigned', userId: viewer.userId, at: viewer.at } as const, numbers: false });
    case null:
      return decide({ orders: none, numbers: false });
  }
}

/** The row `customers` of the roles there: a linked member sees all customers nevertheless. */
export function customerScope(viewer: Viewer): CustomerScope {
  switch (viewer.role) {
    case 'admin':
    case 'member':
      return decide({ customers: all, balances: true });
    case 'customer_admin':
      return decide({ customers: linkedCustomer(viewer), balances: true });
    case 'customer_member':
      return decide({ customers: linkedCustomer(viewer), balances: false });
    case 'customer_guest':
    case null:
      return decide({ customers: none, balances: false });
  }
}

/** The row `sync with NetSuite`: a sync of a customer's people reads that customer's records alone. */
export function syncScope(viewer: Viewer): SyncScope {
  switch (viewer.role) {
    case 'admin':
    case 'member':
      return decide({ records: all });
    case 'customer_admin':
    case 'customer_member':
      return decide({ records: linkedCustomer(viewer) });
    case 'customer_guest':
    case null:
      return decide({ records: none });
  }
}

/** The row `activity log`: failed sign-ins are for the staff's administrators. */
export function activityScope(viewer: Viewer): ActivityScope {
  switch (viewer.role) {
    case 'admin':
      return decide({ lines: all, administratorsOnly: true });
    case 'member':
      return decide({ lines: all, administratorsOnly: false });
    case 'customer_admin':
    case 'customer_member':
      return decide({ lines: linkedCustomer(viewer), administratorsOnly: false });
    case 'customer_guest':
      return decide({ lines: { kind: 'own', userId: viewer.userId } as const, administratorsOnly: false });
    case null:
      return decide({ lines: none, administratorsOnly: false });
  }
}

/** For the portal's own work, that no person asked for: scheduled sync, start-up. */
export function systemSyncScope(): SyncScope {
  return decide({ records: all });
}

/** Of the records a sync may touch, those of one customer. */
export function recordsOfCustomer({ records }: SyncScope, customerId: string): SyncScope {
  const isWithin = records.kind === 'all' || (records.kind === 'customer' && records.customerId === customerId);
  return decide({ records: isWithin ? ({ kind: 'customer', customerId } as const) : none });
}

/** Of the orders one sees, those of one customer. */
export function ordersOfCustomer(scope: OrderScope, customerId: string): OrderScope {
  const { orders, numbers } = scope;
  const isOwn = orders.kind === 'customer' && orders.customerId === customerId;
  if (isOwn) return scope;
  // Whoever sees single orders only sees no customer, and so never asks for a customer's orders.
  return decide({ orders: orders.kind === 'all' ? { kind: 'customer', customerId } : none, numbers });
}

/** Of the orders a guest sees, those that one mail told it of; none where the mail was not its own. */
export function ordersOfNotice({ orders, numbers }: OrderScope, noticeId: string): OrderScope {
  return decide({ orders: orders.kind === 'assigned' ? { ...orders, noticeId } : none, numbers });
}
