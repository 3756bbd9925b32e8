import { type Branded, brand } from './brand.ts';
import type { CurrentUser } from './current-user.ts';

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
export type OrderScope = Branded & { readonly orders: Reach; readonly numbers: boolean };

/** Which customers one sees, and whether their balances are among what one sees. */
export type CustomerScope = Branded & {
  readonly customers: Exclude<Reach, { kind: 'assigned' }>;
  readonly balances: boolean;
};

/** Which records a sync that one asks for may touch. */
export type SyncScope = Branded & { readonly records: Exclude<Reach, { kind: 'assigned' }> };

/**
 * Which lines of the activity log one sees: all, a customer's, or those by and about oneself; and whether the lines
 * for administrators alone are among them.
 */
export type ActivityScope = Branded & {
  readonly lines: Exclude<Reach, { kind: 'assigned' }> | { readonly kind: 'own'; readonly userId: string };
  readonly administratorsOnly: boolean;
};

const none = { kind: 'none' } as const;
const all = { kind: 'all' } as const;

function linkedCustomer(currentUser: CurrentUser) {
  return currentUser.customerId === null ? none : ({ kind: 'customer', customerId: currentUser.customerId } as const);
}

/**
 * The rows `orders` and `order numbers` of the roles in docs/product.md: a linked member sees its customer's orders.
 */
export function orderScope(currentUser: CurrentUser): OrderScope {
  switch (currentUser.role) {
    case 'admin':
      return brand({ orders: all, numbers: true });
    case 'member':
      return brand({ orders: currentUser.customerId === null ? all : linkedCustomer(currentUser), numbers: true });
    case 'customer_admin':
    case 'customer_member':
      return brand({ orders: linkedCustomer(currentUser), numbers: true });
    case 'customer_guest':
      return brand({
        orders: { kind: 'assigned', userId: currentUser.userId, at: currentUser.at } as const,
        numbers: false,
      });
    case null:
      return brand({ orders: none, numbers: false });
  }
}

/** The row `customers` of the roles there: a linked member sees all customers nevertheless. */
export function customerScope(currentUser: CurrentUser): CustomerScope {
  switch (currentUser.role) {
    case 'admin':
    case 'member':
      return brand({ customers: all, balances: true });
    case 'customer_admin':
      return brand({ customers: linkedCustomer(currentUser), balances: true });
    case 'customer_member':
      return brand({ customers: linkedCustomer(currentUser), balances: false });
    case 'customer_guest':
    case null:
      return brand({ customers: none, balances: false });
  }
}

/** The row `sync with NetSuite`: a sync of a customer's people reads that customer's records alone. */
export function syncScope(currentUser: CurrentUser): SyncScope {
  switch (currentUser.role) {
    case 'admin':
    case 'member':
      return brand({ records: all });
    case 'customer_admin':
    case 'customer_member':
      return brand({ records: linkedCustomer(currentUser) });
    case 'customer_guest':
    case null:
      return brand({ records: none });
  }
}

/** The row `activity log`: failed sign-ins are for the staff's administrators. */
export function activityScope(currentUser: CurrentUser): ActivityScope {
  switch (currentUser.role) {
    case 'admin':
      return brand({ lines: all, administratorsOnly: true });
    case 'member':
      return brand({ lines: all, administratorsOnly: false });
    case 'customer_admin':
    case 'customer_member':
      return brand({ lines: linkedCustomer(currentUser), administratorsOnly: false });
    case 'customer_guest':
      return brand({ lines: { kind: 'own', userId: currentUser.userId } as const, administratorsOnly: false });
    case null:
      return brand({ lines: none, administratorsOnly: false });
  }
}

/** For the portal's own work, that no person asked for: scheduled sync, start-up. */
export function systemSyncScope(): SyncScope {
  return brand({ records: all });
}

/** Of the records a sync may touch, those of one customer. */
export function recordsOfCustomer({ records }: SyncScope, customerId: string): SyncScope {
  const isWithin = records.kind === 'all' || (records.kind === 'customer' && records.customerId === customerId);
  return brand({ records: isWithin ? ({ kind: 'customer', customerId } as const) : none });
}

/** Of the orders one sees, those of one customer. */
export function ordersOfCustomer(scope: OrderScope, customerId: string): OrderScope {
  const { orders, numbers } = scope;
  const isOwn = orders.kind === 'customer' && orders.customerId === customerId;
  if (isOwn) return scope;
  // Whoever sees single orders only sees no customer, and so never asks for a customer's orders.
  return brand({ orders: orders.kind === 'all' ? { kind: 'customer', customerId } : none, numbers });
}

/** Of the orders a guest sees, those that one mail told it of; none where the mail was not its own. */
export function ordersOfNotice({ orders, numbers }: OrderScope, noticeId: string): OrderScope {
  return brand({ orders: orders.kind === 'assigned' ? { ...orders, noticeId } : none, numbers });
}
