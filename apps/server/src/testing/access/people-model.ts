import type { Role } from '@portal/contract/permissions';
import type { SignedIn } from '../app.ts';

/**
 * Visibility rules over plain arrays, written from the rules alone, without SQL or code of access/, so that a mistake
 * there shows as a difference.
 */
export type Person = SignedIn & { role: Role | null; customerId: string | null };
export type ModelOrder = { id: string; customerId: string | null };
/** All data that determines visibility. */
export type Model = {
  people: Person[];
  orders: ModelOrder[];
  customers: string[];
  /** Guest id and order id. */
  assignments: Set<string>;
};

/** The user as it is in the model's assignments. */
export const assignment = (userId: string, orderId: string) => `${userId} ${orderId}`;
const isCustomerSide = ({ role }: Person) => role?.startsWith('customer_') ?? false;

/** The row `orders` of the roles in docs/product.md. */
export function seesOrder(model: Model, who: Person, order: ModelOrder): boolean {
  switch (who.role) {
    case 'admin':
      return true;
    case 'member':
      return who.customerId === null || who.customerId === order.customerId;
    case 'customer_admin':
    case 'customer_member':
      return who.customerId !== null && who.customerId === order.customerId;
    case 'customer_guest':
      return model.assignments.has(assignment(who.id, order.id));
    case null:
      return false;
  }
}

/** The row `customers`. */
export function seesCustomer(who: Person, customerId: string): boolean {
  if (who.role === 'admin' || who.role === 'member') return true;
  const isOfCompany = who.role === 'customer_admin' || who.role === 'customer_member';
  return isOfCompany && who.customerId === customerId;
}

/** The row `users and invitations: read`. */
export function seesPerson(who: Person, other: Person): boolean {
  if (who.role === 'admin' || who.role === 'member') return true;
  if (who.role === null) return false;
  if (who.id === other.id) return true;
  if (who.role === 'customer_guest' || who.customerId === null) return false;
  return isCustomerSide(other) && other.customerId === who.customerId;
}
