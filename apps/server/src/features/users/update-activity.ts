import type { Role } from '@portal/contract/permissions';
import type { CurrentUser } from '../../access/current-user.ts';
import type { StoredUser } from '../../access/lock-user.ts';
import type { Database } from '../../platform/database.ts';
import { actorOf, partyOf, recordActivity } from '../activity/record-activity.ts';
import type { UserChanges } from '../activity/wording.ts';
import { findCustomerName } from '../customers/service.ts';
import { findGroupName, type UserValues } from './edit-queries.ts';
import { isSameInstant } from './placement.ts';

/**
 * Logs for a company that one of its people leaves for another company or the staff, without saying where. Call it
 * before the user is moved.
 */
export async function recordDeparture(
  transaction: Database,
  currentUser: CurrentUser,
  present: StoredUser,
  next: { customerId: string | null; role: Role },
  at: Date,
): Promise<void> {
  const company = companyOf(present);
  if (company === null || company === companyOf(next)) return;
  const actor = actorOf(currentUser);
  const subject = partyOf(present);
  const params = { movedOut: true } as const;
  await recordActivity(transaction, { at, action: 'user-updated', params, actor, subject });
}

/** Staff who are linked to a customer do not count as its people. */
function companyOf({ customerId, role }: { customerId: string | null; role: Role | null }): string | null {
  return role?.startsWith('customer_') ? customerId : null;
}

/** `newAddress` is a new address that still needs confirmation. */
type ChangedValues = UserValues & { newAddress: string | undefined };

/** Logs what was changed. Call it after the change: the entry belongs to the user's new company. */
export async function recordUpdate(
  transaction: Database,
  currentUser: CurrentUser,
  present: StoredUser,
  next: ChangedValues,
  ordersTaken: number,
  at: Date,
): Promise<void> {
  const actor = actorOf(currentUser);
  // The new company must not learn the user's former values.
  const isNewcomer = next.customerId !== present.customerId;
  const known = isNewcomer ? { ...present, fullName: next.fullName, email: next.email } : present;
  const subject = { ...partyOf(known), customerId: next.customerId };
  const changes = await findChanges(transaction, known, next);
  if (ordersTaken > 0) changes.ordersRemoved = ordersTaken;
  await recordActivity(transaction, { at, action: 'user-updated', params: { changes }, actor, subject });
}

/** Returns only the new values, with the group's label in the user's new company. */
async function findChanges(db: Database, present: StoredUser, next: ChangedValues): Promise<UserChanges> {
  const changes: UserChanges = {};
  if (next.fullName !== present.fullName) changes.name = next.fullName;
  if (next.email !== present.email) changes.email = next.email;
  if (next.newAddress !== undefined) changes.pendingEmail = next.newAddress;
  if (next.groupId !== null && next.groupId !== present.groupId) {
    changes.group = await findGroupName(db, next.groupId, next.customerId);
  }
  if (next.customerId !== present.customerId) {
    changes.customer =
      next.customerId === null ? null : ((await findCustomerName(db, next.customerId)) ?? next.customerId);
  }
  if (next.parentId !== present.parentId) changes.parent = next.parentId === null ? 'removed' : 'changed';
  if (!isSameInstant(next.expiresAt, present.expiresAt)) changes.accessEnd = next.expiresAt;
  return changes;
}
