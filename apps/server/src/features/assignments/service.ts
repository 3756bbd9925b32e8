import type { Assignment, assignOrders } from '@portal/contract/assignments';
import type { z } from 'zod';
import { assertStillAuthorized } from '../../access/assert-still-authorized.ts';
import type { CurrentUser } from '../../access/current-user.ts';
import { userScope } from '../../access/people-scope.ts';
import { orderScope } from '../../access/scope.ts';
import type { Outbox } from '../../jobs/send-mail.ts';
import { toMoneyText } from '../../listing/money-text.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { invalidField, notFound } from '../../platform/errors.ts';
import { actorOf, partyOf, recordActivity } from '../activity/service.ts';
import {
  findAssignments,
  findOrderIds,
  type Guest,
  hasGuest,
  insertNotice,
  lockGuest,
  removeAssignments,
  writeAssignments,
} from './queries.ts';

export type AssignmentDependencies = {
  db: Database;
  clock: Clock;
  outbox: Outbox;
  /** Where people reach the portal, without a slash at the end. */
  publicUrl: string;
};
export type AssignmentService = ReturnType<typeof createAssignmentService>;
type Wanted = z.output<(typeof assignOrders)['body']>;

/** Which orders guests see. */
export function createAssignmentService({ db, clock, outbox, publicUrl }: AssignmentDependencies) {
  /**
   * Lets a guest see orders, all of them or none, and tells an active guest by mail. Those it had already get the note
   * and the end of this time. Refusals: 400 naming the guest, the orders or the end that will not do.
   */
  async function assign(
    currentUser: CurrentUser,
    wanted: Wanted,
  ): Promise<{ assigned: number; alreadyAssigned: number }> {
    const now = clock.now();
    const { note, endsAt } = wanted;
    if (endsAt !== undefined && new Date(endsAt) <= now)
      throw invalidField('endsAt', 'The end date has already passed.');
    const orderIds = [...new Set(wanted.orderIds)];
    return db.transaction().execute(async (transaction) => {
      await assertStillAuthorized(transaction, currentUser);
      const guest = await lockGuest(userScope(currentUser), transaction, wanted.userId);
      if (guest === undefined || hasEnded(guest, now)) throw invalidField('userId', 'There is no such guest.');
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
      // No numbers of orders in it: the guest reads it.
      const actor = actorOf(currentUser);
      const subject = partyOf(guest);
      const content = `${actor.name} assigned ${count(orderIds.length)} to ${subject.name}`;
      await recordActivity(transaction, { at: now, action: 'orders-assigned', content, actor, subject });
      if (guest.status === 1) {
        await outbox.post(transaction, {
          kind: 'orders-assigned',
          to: guest.email,
          name: guest.fullName,
          by: actor.name,
          orders: orderIds.length,
          note: note ?? '',
          endsAt: endsAt ?? null,
          link: `${publicUrl}/orders?${await linkTo(transaction, guest, orderIds, now)}`,
        });
      }
      return { assigned, alreadyAssigned: orderIds.length - assigned };
    });
  }

  /** Takes orders back; returns how many the guest had of them. 404 for who is no guest in scope. */
  async function unassign(currentUser: CurrentUser, userId: string, ids: readonly string[]): Promise<number> {
    return db.transaction().execute(async (transaction) => {
      await assertStillAuthorized(transaction, currentUser);
      const guest = await lockGuest(userScope(currentUser), transaction, userId);
      if (guest === undefined) throw noGuest();
      const now = clock.now();
      const removed = await removeAssignments(orderScope(currentUser), transaction, guest.id, ids, now);
      if (removed === 0) return 0;
      const actor = actorOf(currentUser);
      const subject = partyOf(guest);
      const content = `${actor.name} removed ${subject.name}'s access to ${count(removed)}`;
      await recordActivity(transaction, { at: now, action: 'orders-unassigned', content, actor, subject });
      return removed;
    });
  }

  /** What a guest sees of the orders in the caller's scope. 404 for who is no guest in scope. */
  async function list(currentUser: CurrentUser, userId: string): Promise<Assignment[]> {
    if (!(await hasGuest(userScope(currentUser), db, userId))) throw noGuest();
    const rows = await findAssignments(orderScope(currentUser), db, userId, clock.now());
    return rows.map(({ tranId, customer, total, assignedBy, note, ...row }) => ({
      ...row,
      ...(tranId === null ? {} : { tranId }),
      ...(customer === null ? {} : { customer }),
      ...(total === null ? {} : { total: toMoneyText(total) }),
      ...(assignedBy === null ? {} : { assignedBy }),
      ...(note === null ? {} : { note }),
    }));
  }

  return { assign, unassign, list };
}

/** One order is opened; of several the list shows these alone. */
async function linkTo(transaction: Database, guest: Guest, orderIds: readonly string[], at: Date): Promise<string> {
  const [id] = orderIds;
  if (orderIds.length === 1) return `order=${id}`;
  return `assignment=${await insertNotice(transaction, { userId: guest.id, at }, orderIds)}`;
}

const noGuest = () => notFound('There is no such guest.');
const count = (orders: number) => `${orders} ${orders === 1 ? 'order' : 'orders'}`;

function hasEnded({ expiresAt }: Guest, now: Date): boolean {
  return expiresAt !== null && new Date(expiresAt) <= now;
}

/** So many ids are named one by one. */
const named = 10;

function sayUnknown(ids: readonly string[]): string {
  const more = ids.length > named ? ` and ${ids.length - named} more` : '';
  const list = ids.slice(0, named).join(', ');
  return ids.length === 1 ? `There is no order ${list}.` : `There are no orders ${list}${more}.`;
}
