import type { Assignment, assignOrders as contract } from '@portal/contract/assignments';
import { MAX_GUESTS } from '@portal/contract/values';
import type { z } from 'zod';
import { assertStillAuthorized } from '../../access/assert-still-authorized.ts';
import type { CurrentUser } from '../../access/current-user.ts';
import { lockUser, type StoredUser } from '../../access/lock-user.ts';
import { userScope } from '../../access/people-scope.ts';
import { orderScope } from '../../access/scope.ts';
import type { Outbox } from '../../jobs/send-mail.ts';
import { toMoneyText } from '../../listing/raw-data.ts';
import { type Clock, isPast } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { invalidField, notFound } from '../../platform/errors.ts';
import { withoutNulls } from '../../platform/without-nulls.ts';
import { actorOf, partyOf, recordActivity } from '../activity/record-activity.ts';
import {
  describeOrders,
  findAssignments,
  findOrderIds,
  findOrdersAboveGuestLimit,
  hasGuest,
  insertNotice,
  removeAssignments,
  writeAssignments,
} from './queries.ts';

export type AssignmentDependencies = {
  db: Database;
  clock: Clock;
  outbox: Outbox;
  /** Public URL of the portal, without a trailing slash. */
  publicUrl: string;
};
type Wanted = z.output<(typeof contract)['body']>;

/**
 * Assigns orders to a guest, all of them or none, and notifies an active guest by mail. Existing assignments get the
 * new note and end. Errors: 400 naming the invalid guest, orders or end.
 */
export async function assignOrders(
  { db, clock, outbox, publicUrl }: AssignmentDependencies,
  currentUser: CurrentUser,
  wanted: Wanted,
): Promise<{ assigned: number; alreadyAssigned: number }> {
  const now = clock.now();
  const { note, endsAt } = wanted;
  if (isPast(endsAt ?? null, now)) throw invalidField('endsAt', 'The end date has already passed.');
  const orderIds = [...new Set(wanted.orderIds)];
  return db.transaction().execute(async (transaction) => {
    await assertStillAuthorized(transaction, currentUser);
    const guest = await lockGuest(transaction, currentUser, wanted.userId);
    if (guest === undefined || isPast(guest.expiresAt, now)) throw invalidField('userId', 'There is no such guest.');
    const visible = await findOrderIds(orderScope(currentUser), transaction, orderIds);
    const unknown = orderIds.filter((id) => !visible.has(id));
    if (unknown.length > 0) throw invalidField('orderIds', sayUnknown(unknown));
    const assigned = await writeAssignments(transaction, orderIds, {
      userId: guest.id,
      assignedBy: currentUser.userId,
      note: note === undefined || note === '' ? null : note,
      endsAt: endsAt ?? null,
      at: now,
    });
    // Existing assignments can be changed even if an earlier release allowed more.
    const [full] = assigned === 0 ? [] : await findOrdersAboveGuestLimit(transaction, orderIds, MAX_GUESTS, now);
    if (full !== undefined) throw invalidField('orderIds', sayTooManyGuests(full));
    // Contains no order numbers, because the guest can read it.
    const actor = actorOf(currentUser);
    const subject = partyOf(guest);
    const params = { orders: orderIds.length };
    await recordActivity(transaction, { at: now, action: 'orders-assigned', params, actor, subject });
    if (guest.status === 1) {
      await outbox.post(transaction, {
        kind: 'orders-assigned',
        to: guest.email,
        name: guest.fullName,
        by: actor.name,
        orders: orderIds.length,
        listed: await describeOrders(transaction, orderIds.slice(0, listed)),
        note: note ?? '',
        endsAt: endsAt ?? null,
        link: `${publicUrl}/orders?${await linkTo(transaction, guest, orderIds, now)}`,
      });
    }
    return { assigned, alreadyAssigned: orderIds.length - assigned };
  });
}

/** Unassigns orders; returns how many were assigned. 404 unless the id is a guest in scope. */
export async function unassignOrders(
  { db, clock }: AssignmentDependencies,
  currentUser: CurrentUser,
  userId: string,
  ids: readonly string[],
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await assertStillAuthorized(transaction, currentUser);
    const guest = await lockGuest(transaction, currentUser, userId);
    if (guest === undefined) throw noGuest();
    const now = clock.now();
    const removed = await removeAssignments(orderScope(currentUser), transaction, guest.id, ids, now);
    if (removed === 0) return 0;
    const actor = actorOf(currentUser);
    const subject = partyOf(guest);
    const params = { orders: removed };
    await recordActivity(transaction, { at: now, action: 'orders-unassigned', params, actor, subject });
    return removed;
  });
}

/** Returns a page of the guest's orders within the caller's scope. 404 unless the id is a guest in scope. */
export async function listAssignments(
  { db, clock }: AssignmentDependencies,
  currentUser: CurrentUser,
  userId: string,
  after: string | undefined,
): Promise<Assignment[]> {
  if (!(await hasGuest(userScope(currentUser), db, userId))) throw noGuest();
  const rows = await findAssignments(orderScope(currentUser), db, userId, clock.now(), after);
  return rows.map(({ total, endsAt, ...row }) => {
    return { ...withoutNulls({ ...row, total: total === null ? null : toMoneyText(total) }), endsAt };
  });
}

async function lockGuest(transaction: Database, currentUser: CurrentUser, id: string): Promise<StoredUser | undefined> {
  const user = await lockUser(userScope(currentUser), transaction, id);
  return user?.role === 'customer_guest' ? user : undefined;
}

/** Links to a single order directly; links several as a filtered list. */
async function linkTo(
  transaction: Database,
  guest: StoredUser,
  orderIds: readonly string[],
  at: Date,
): Promise<string> {
  const [id] = orderIds;
  if (orderIds.length === 1) return `order=${id}`;
  return `assignment=${await insertNotice(transaction, { userId: guest.id, at }, orderIds)}`;
}

const noGuest = () => notFound('There is no such guest.');

/** Maximum number of orders described in the mail. */
const listed = 10;

const sayTooManyGuests = (id: string) => `At most ${MAX_GUESTS} guests can have access to order ${id}.`;

/** Maximum number of ids listed individually. */
const named = 10;

function sayUnknown(ids: readonly string[]): string {
  const more = ids.length > named ? ` and ${ids.length - named} more` : '';
  const list = ids.slice(0, named).join(', ');
  return ids.length === 1 ? `There is no order ${list}.` : `There are no orders ${list}${more}.`;
}
