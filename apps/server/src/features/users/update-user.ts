import type { updateUser as contract, User } from '@portal/contract/users';
import type { z } from 'zod';
import type { CurrentUser } from '../../access/current-user.ts';
import { lockAdministered, type StoredUser } from '../../access/lock-user.ts';
import { placementScope, userScope } from '../../access/people-scope.ts';
import type { Outbox } from '../../jobs/send-mail.ts';
import { type Clock, isPast } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { isDuplicate } from '../../platform/database-errors.ts';
import { conflict, invalidField, notFound } from '../../platform/errors.ts';
import { actorOf } from '../activity/record-activity.ts';
import { hasActiveAdministrator } from '../auth/administrators.ts';
import { deleteEmailChange, requestEmailChange } from '../auth/email-change.ts';
import { type AdministrationLimits, countAdministrations, countMail } from './administration-limits.ts';
import {
  changePeople,
  dropAssignments,
  endSessions,
  findUserWithin,
  isAddressTaken,
  isAmongParents,
  keepUser,
  type UserValues,
  writeUser,
} from './edit-queries.ts';
import { findAddressesWithin, isSameInstant, type Placement, placeUser, readPlacementFacts } from './placement.ts';
import { recordDeparture, recordUpdate } from './update-activity.ts';
import { findUser } from './user-rows.ts';

type WantedUser = z.output<(typeof contract)['body']>;
export type UpdateDependencies = {
  db: Database;
  clock: Clock;
  outbox: Outbox;
  publicUrl: string;
  limits: AdministrationLimits;
  /** Mails a pending user's invitation to its new address, in the same transaction. */
  mailInvitation: (transaction: Database, currentUser: CurrentUser, userId: string) => Promise<void>;
};

/**
 * Changes a user; omitted fields stay. An active user's new address stays pending until its owner confirms it. Errors:
 * 404 outside the caller's scope; 400 naming the field; 403 for a group or company that the caller may not assign; 409
 * for an address in use, for the last administrator, and for a `version` older than the user's; 429. An address that
 * belongs to a user outside the caller's scope is accepted like any other, but it gets no mail and is never assigned.
 */
export async function updateUser(
  dependencies: UpdateDependencies,
  currentUser: CurrentUser,
  id: string,
  wanted: WantedUser,
): Promise<User> {
  const { db, clock } = dependencies;
  try {
    return await changePeople(db, async (transaction) => {
      const present = await lockAdministered(transaction, currentUser, id);
      if (wanted.version !== undefined && wanted.version !== present.version) {
        throw conflict('This user was changed in the meantime. Check the current values and save again.', 'version');
      }
      await changeUser(dependencies, transaction, currentUser, present, wanted, clock.now());
      const changed = await findUser(currentUser, transaction, present.id);
      if (changed === undefined) throw notFound('There is no such user.');
      return changed;
    });
  } catch (error) {
    if (isDuplicate(error)) throw addressInUse();
    throw error;
  }
}

async function changeUser(
  dependencies: UpdateDependencies,
  transaction: Database,
  currentUser: CurrentUser,
  present: StoredUser,
  wanted: WantedUser,
  now: Date,
): Promise<void> {
  const facts = await readPlacementFacts(transaction, [wanted]);
  const placement = placeUser(placementScope(currentUser), facts, wanted, now, present);
  await refuseLosingAdministrator(transaction, present, placement, now);
  // An immediate change would let an administrator reset the password at the new address and take over the account.
  const isReaddressed = wanted.email !== present.email;
  const newAddress = present.status === 1 && isReaddressed ? wanted.email : undefined;
  const isTaken = isReaddressed && (await isTakenUnseen(transaction, currentUser, present, wanted.email));
  const next: UserValues = {
    email: newAddress === undefined ? wanted.email : present.email,
    fullName: wanted.fullName,
    groupId: placement.group.id,
    customerId: placement.customerId,
    parentId: await chooseParent(transaction, currentUser, present, wanted.parentId),
    expiresAt: placement.expiresAt,
  };
  await changeAddress(dependencies, transaction, currentUser, present, { ...wanted, newAddress, isTaken }, now);
  if (isUnchanged(present, next) && newAddress === undefined) return;
  // Logged before the move, while the user still belongs to the company that it leaves.
  await recordDeparture(transaction, currentUser, present, { ...next, role: placement.group.type }, now);
  const isMoved = next.groupId !== present.groupId || next.customerId !== present.customerId;
  const suppressed = isReaddressed && present.status === 0 ? isTaken : undefined;
  await writeUser(transaction, present.id, { ...next, suppressed }, isMoved, now);
  // Its sessions ended with its access; a later end date does not restore them.
  if (isPast(present.expiresAt, now)) await endSessions(transaction, present.id);
  // The orders were assigned to a guest of the former company, not to the user in its new role.
  const isSameGuest = placement.group.type === 'customer_guest' && next.customerId === present.customerId;
  const ordersTaken = isSameGuest ? 0 : await dropAssignments(transaction, present.id);
  await recordUpdate(transaction, currentUser, present, { ...next, newAddress }, ordersTaken, now);
  if (isReaddressed && present.status === 0) {
    await countAdministrations(transaction, dependencies.limits, currentUser, 1, now);
    await dependencies.mailInvitation(transaction, currentUser, present.id);
  }
}

/**
 * Whether a user outside the caller's scope has the address, which the caller must not learn. Throws 409 if a user in
 * the caller's scope has it.
 */
async function isTakenUnseen(
  transaction: Database,
  currentUser: CurrentUser,
  present: StoredUser,
  email: string,
): Promise<boolean> {
  if ((await findAddressesWithin(userScope(currentUser), transaction, [email])).size > 0) throw addressInUse();
  return isAddressTaken(transaction, email, present.id);
}

/** Starts the change of an active user's address, or drops the pending one if the caller asks for that. */
async function changeAddress(
  dependencies: UpdateDependencies,
  transaction: Database,
  currentUser: CurrentUser,
  present: StoredUser,
  wanted: { newAddress: string | undefined; pendingEmail?: '' | undefined; isTaken: boolean },
  now: Date,
): Promise<void> {
  const { newAddress, isTaken } = wanted;
  if (newAddress === undefined) {
    if (wanted.pendingEmail === '') await deleteEmailChange(transaction, present.id);
    return;
  }
  await countAdministrations(transaction, dependencies.limits, currentUser, 1, now);
  // Both get a mail about the change.
  for (const address of [present.email, newAddress]) await countMail(transaction, dependencies.limits, address, now);
  const requestedBy = { name: actorOf(currentUser).name, email: currentUser.email };
  const request = { email: newAddress, requestedBy, isTaken, now };
  await requestEmailChange(dependencies, transaction, present, request);
}

function addressInUse() {
  return conflict('This email address is already in use.', 'email');
}

async function refuseLosingAdministrator(
  transaction: Database,
  present: StoredUser,
  { group }: Placement,
  now: Date,
): Promise<void> {
  if (present.role !== 'admin' || present.status !== 1 || group.type === 'admin') return;
  if (!(await hasActiveAdministrator(transaction, now, present.id))) {
    throw conflict('The last administrator must remain one.', 'groupId');
  }
}

/** Returns the new parent. A parent outside the caller's scope can be neither set nor removed. */
async function chooseParent(
  transaction: Database,
  currentUser: CurrentUser,
  present: StoredUser,
  wanted: string | undefined,
): Promise<string | null> {
  if (wanted === undefined) return present.parentId;
  const visible = userScope(currentUser);
  if (wanted === '') {
    if (present.parentId === null) return null;
    const isVisible = (await findUserWithin(visible, transaction, present.parentId)) !== undefined;
    return isVisible ? null : present.parentId;
  }
  const parentId = await findUserWithin(visible, transaction, wanted);
  if (parentId === undefined) throw refusedParent('There is no such user.');
  // No lock needed: a transaction that deletes the current parent waits for this user's row in order to clear it.
  if (parentId === present.parentId) return parentId;
  if (parentId === present.id) throw refusedParent('A user cannot be its own parent.');
  if (await isAmongParents(transaction, present.id, parentId)) {
    throw refusedParent('This user is among the parents of that one already.');
  }
  if (!(await keepUser(transaction, parentId))) throw refusedParent('There is no such user.');
  return parentId;
}

function refusedParent(message: string) {
  return invalidField('parentId', message);
}

function isUnchanged(present: StoredUser, next: UserValues): boolean {
  const { expiresAt, ...others } = next;
  const names = Object.keys(others) as (keyof typeof others)[];
  return names.every((name) => next[name] === present[name]) && isSameInstant(expiresAt, present.expiresAt);
}
