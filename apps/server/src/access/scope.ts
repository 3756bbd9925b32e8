import type { PaperKind } from '@portal/contract/values';
import { type Branded, brand } from './brand.ts';
import type { CurrentUser } from './current-user.ts';

/** Which records of a kind a user sees: all, those of one customer, the orders assigned to a guest, or none. */
type Reach =
  | { readonly kind: 'all' }
  | { readonly kind: 'customer'; readonly customerId: string }
  | {
      readonly kind: 'assigned';
      readonly userId: string;
      readonly at: string;
      /** Limits the orders to those in one email to the guest. */
      readonly noticeId?: string;
    }
  | { readonly kind: 'none' };

export type OrderScope = Branded & {
  /** Visible orders. */
  readonly orders: Reach;
  /** Whether their numbers (tranId, memo, otherRefNum) and custom fields not configured for guests are visible. */
  readonly seesOrderNumbers: boolean;
  /** Whether invoices and what they bill are visible. */
  readonly seesInvoices: boolean;
  /** Set before invoices were read: orders do not say that they are not billed. */
  readonly hidesUnbilled?: true;
  /** Whether the unpaid amounts of invoices are visible. */
  readonly seesOpenAmounts: boolean;
  /** Visible requests for papers of visible orders. */
  readonly paperRequests: PaperRequestReach;
  /** Limits the orders to those with a visible open request for one of these. */
  readonly missingPapers?: readonly PaperKind[];
};

/** All, the open ones to a guest, or none; `at` is when the access of the guests who are asked is checked. */
type PaperRequestReach =
  | { readonly kind: 'all'; readonly at: string }
  | { readonly kind: 'own'; readonly userId: string }
  | { readonly kind: 'none' };

/** Visible customers, and whether their balances and other amounts are visible. */
export type CustomerScope = Branded & {
  readonly customers: Exclude<Reach, { kind: 'assigned' }>;
  readonly balances: boolean;
};

/** Records that a sync requested by the user may change. */
export type SyncScope = Branded & { readonly records: Exclude<Reach, { kind: 'assigned' }> };

/**
 * Visible log entries: all, a customer's, or those by and about the user; and whether they include the entries for
 * administrators only and name orders by their number.
 */
export type ActivityScope = Branded & {
  readonly entries: Exclude<Reach, { kind: 'assigned' }> | { readonly kind: 'own'; readonly userId: string };
  readonly administratorsOnly: boolean;
  readonly seesOrderNumbers: boolean;
};

const none = { kind: 'none' } as const;
const all = { kind: 'all' } as const;
const seesAmounts = { seesOrderNumbers: true, seesInvoices: true, seesOpenAmounts: true, paperRequests: none };
const seesShippingOnly = { seesOrderNumbers: false, seesInvoices: false, seesOpenAmounts: false, paperRequests: none };

function seesEverything({ at }: CurrentUser) {
  return { ...seesAmounts, paperRequests: { kind: 'all', at } as const };
}

function linkedCustomer(currentUser: CurrentUser) {
  return currentUser.customerId === null ? none : ({ kind: 'customer', customerId: currentUser.customerId } as const);
}

/**
 * The rows `orders` and `order numbers` of the roles in docs/product.md: a linked member sees its customer's orders.
 */
export function orderScope(currentUser: CurrentUser): OrderScope {
  switch (currentUser.role) {
    case 'admin':
      return brand({ orders: all, ...seesEverything(currentUser) });
    case 'member':
      return brand({
        orders: currentUser.customerId === null ? all : linkedCustomer(currentUser),
        ...seesEverything(currentUser),
      });
    case 'customer_admin':
      return brand({ orders: linkedCustomer(currentUser), ...seesAmounts });
    case 'customer_member':
      return brand({ orders: linkedCustomer(currentUser), ...seesAmounts, seesOpenAmounts: false });
    case 'customer_guest':
      return brand({
        orders: { kind: 'assigned', userId: currentUser.userId, at: currentUser.at } as const,
        ...seesShippingOnly,
        paperRequests: { kind: 'own', userId: currentUser.userId } as const,
      });
    case null:
      return brand({ orders: none, ...seesShippingOnly });
  }
}

/** The row `customers` of the roles there: a linked member still sees all customers. */
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

/** The row `sync with NetSuite`: a sync requested by a customer's people reads only that customer's records. */
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

/** The row `activity log`: only staff administrators see failed sign-ins. */
export function activityScope(currentUser: CurrentUser): ActivityScope {
  switch (currentUser.role) {
    case 'admin':
      return brand({ entries: all, administratorsOnly: true, seesOrderNumbers: true });
    case 'member':
      return brand({ entries: all, administratorsOnly: false, seesOrderNumbers: true });
    case 'customer_admin':
    case 'customer_member':
      return brand({ entries: linkedCustomer(currentUser), administratorsOnly: false, seesOrderNumbers: true });
    case 'customer_guest': {
      const own = { kind: 'own', userId: currentUser.userId } as const;
      return brand({ entries: own, administratorsOnly: false, seesOrderNumbers: false });
    }
    case null:
      return brand({ entries: none, administratorsOnly: false, seesOrderNumbers: false });
  }
}

/** For the portal's own work, such as scheduled syncs and startup. */
export function systemSyncScope(): SyncScope {
  return brand({ records: all });
}

/** Narrows a sync scope to one customer. */
export function recordsOfCustomer({ records }: SyncScope, customerId: string): SyncScope {
  const isWithin = records.kind === 'all' || (records.kind === 'customer' && records.customerId === customerId);
  return brand({ records: isWithin ? ({ kind: 'customer', customerId } as const) : none });
}

/** Narrows an order scope to one customer. */
export function ordersOfCustomer(scope: OrderScope, customerId: string): OrderScope {
  const { orders, ...sees } = scope;
  const isOwn = orders.kind === 'customer' && orders.customerId === customerId;
  if (isOwn) return scope;
  // Users who see only assigned orders see no customers, so they never request a customer's orders.
  return brand({ ...sees, orders: orders.kind === 'all' ? { kind: 'customer', customerId } : none });
}

/** Narrows a guest's orders to those in one email; empty if the email was not sent to this guest. */
export function ordersOfNotice({ orders, ...sees }: OrderScope, noticeId: string): OrderScope {
  return brand({ ...sees, orders: orders.kind === 'assigned' ? { ...orders, noticeId } : none });
}

/** Narrows an order scope to orders with a visible open request for one of these papers. */
export function ordersMissingPapers(scope: OrderScope, missingPapers: readonly PaperKind[]): OrderScope {
  return brand({ ...scope, missingPapers });
}

/** The same scope before invoices were read. */
export function hidingUnbilled(scope: OrderScope): OrderScope {
  return brand({ ...scope, hidesUnbilled: true });
}

/**
 * Whether the user may delete a file of a visible order that `uploadedBy` added (null: a deleted user). Guests and customer
 * members delete their own files; all others any.
 */
export function mayDeleteFile({ role, userId }: CurrentUser, uploadedBy: string | null): boolean {
  if (role === null) return false;
  return uploadedBy === userId || (role !== 'customer_member' && role !== 'customer_guest');
}
