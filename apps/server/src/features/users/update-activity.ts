import type { Role } from '@portal/contract/permissions';
import type { CurrentUser } from '../../access/current-user.ts';
import type { StoredUser } from '../../access/lock-user.ts';
import type { Database } from '../../platform/database.ts';
import { actorOf, partyOf, recordActivity } from '../activity/service.ts';
import { findCustomerName } from '../customers/service.ts';
import { findGroupName, type UserValues } from './edit-queries.ts';
import { groupLabel } from './groups.ts';
import { isSameInstant } from './placement.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

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
  const content = `${actor.name} moved ${subject.name} out of this company`;
  await recordActivity(transaction, { at, action: 'user-updated', content, actor, subject });
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
  const changes = await describeChanges(transaction, known, next);
  if (ordersTaken > 0)
    changes.push(`access to ${ordersTaken} assigned ${ordersTaken === 1 ? 'order' : 'orders'} removed`);
  const content = `${actor.name} updated ${subject.name}: ${changes.join(', ')}`;
  await recordActivity(transaction, { at, action: 'user-updated', content, actor, subject });
}

/** Returns only the new values, with the group's label in the user's new company. */
async function describeChanges(db: Database, present: StoredUser, next: ChangedValues): Promise<string[]> {
  const changes: string[] = [];
  if (next.fullName !== present.fullName) changes.push(`name is now ${next.fullName}`);
  if (next.email !== present.email) changes.push(`email is now ${next.email}`);
  if (next.newAddress !== undefined) changes.push(`email will be ${next.newAddress} once it is confirmed`);
  if (next.groupId !== null && next.groupId !== present.groupId) {
    changes.push(`group is now ${groupLabel(await findGroupName(db, next.groupId, next.customerId))}`);
  }
  if (next.customerId !== present.customerId) {
    const name = next.customerId === null ? 'none' : await findCustomerName(db, next.customerId);
    changes.push(`customer is now ${name ?? next.customerId}`);
  }
  if (next.parentId !== present.parentId) changes.push(next.parentId === null ? 'parent removed' : 'parent changed');
  if (!isSameInstant(next.expiresAt, present.expiresAt)) {
    const end = next.expiresAt === null ? 'has no end' : `ends on ${day.format(new Date(next.expiresAt))}`;
    changes.push(`access ${end}`);
  }
  return changes;
}
