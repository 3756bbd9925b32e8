import type { OpenOrders } from '@portal/contract/orders';
import type { PaperRequest, requestPaper } from '@portal/contract/paper-requests';
import { MAX_PAPER_REQUESTS, paperKinds } from '@portal/contract/values';
import type pg from 'pg';
import type { z } from 'zod';
import { assertStillAuthorized } from '../../access/assert-still-authorized.ts';
import type { CurrentUser } from '../../access/current-user.ts';
import { lockUser } from '../../access/lock-user.ts';
import { userScope } from '../../access/people-scope.ts';
import { type OrderScope, orderScope } from '../../access/scope.ts';
import { type Clock, isPast } from '../../platform/clock.ts';
import { type Database, jsonInstantToIso } from '../../platform/database.ts';
import { conflict, invalidField, notFound } from '../../platform/errors.ts';
import { runPrepared, runSql, type Sql, sql } from '../../platform/sql.ts';
import { withoutNulls } from '../../platform/without-nulls.ts';
import { hasOrder } from '../orders/matching-orders.ts';
import {
  countMissing,
  countOthers,
  deleteCompleted,
  deleteRequest,
  insertRequest,
  lockAssignments,
  selectRequests,
} from './queries.ts';

/** A row of `selectRequests`. */
export type RequestRow = Pick<PaperRequest, 'id' | 'kind' | 'askedAt' | 'completedAt'> & {
  note: string | null;
  guest: PaperRequest['guest'] | null;
  endedAt: string | null;
  askedBy: string | null;
};

/** Requests are completed by triggers, which also record what happens to them (migration 0038). */
export type PaperRequestDependencies = { db: Database; clock: Clock };

const tooManyRequests = `An order can have ${MAX_PAPER_REQUESTS} requests for papers. Withdraw one that is no longer needed first.`;

/**
 * Asks a guest for a paper; an open request for it gets the new note. Errors: 404 for an order outside the caller's
 * scope; 400 for a user who is no guest or cannot see the order; 409 if the order has too many requests.
 */
export async function askForPaper(
  { db, clock }: PaperRequestDependencies,
  currentUser: CurrentUser,
  orderId: string,
  { userId, kind, note }: z.output<(typeof requestPaper)['body']>,
): Promise<PaperRequest> {
  const scope = orderScope(currentUser);
  const now = clock.now();
  return db.transaction().execute(async (transaction) => {
    await assertStillAuthorized(transaction, currentUser);
    if (!(await hasOrder(scope, transaction, orderId))) throw notFound('There is no such order.');
    // Serializes with assignments of the guest, so that none is removed meanwhile.
    const guest = await lockUser(userScope(currentUser), transaction, userId);
    if (guest?.role !== 'customer_guest' || isPast(guest.expiresAt, now))
      throw invalidField('userId', 'There is no such guest.');
    const request = { orderId, userId, kind, note: note === undefined || note === '' ? null : note };
    await runSql(transaction, lockAssignments(request));
    const [count] = await runSql<{ others: number }>(transaction, countOthers(request));
    if ((count?.others ?? 0) >= MAX_PAPER_REQUESTS) throw conflict(tooManyRequests);
    await runSql(transaction, deleteCompleted(request));
    const statement = insertRequest(scope, request, currentUser.userId, now);
    const [made] = await runSql<{ id: string }>(transaction, statement);
    if (made === undefined) throw invalidField('userId', 'This guest cannot see the order.');
    const [row] = await runSql<RequestRow>(transaction, selectRequests(scope, orderId, made.id));
    if (row === undefined) throw new Error('A request is not visible to the user who made it.');
    return toPaperRequest(row);
  });
}

/** Withdraws a request; 404 for one of an order outside the caller's scope. */
export async function withdrawRequest(
  { db }: PaperRequestDependencies,
  currentUser: CurrentUser,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await assertStillAuthorized(transaction, currentUser);
    const deleted = await runSql(transaction, deleteRequest(orderScope(currentUser), id));
    if (deleted.length === 0) throw notFound('There is no such request.');
  });
}

/** An expression for the requests of an order that the scope shows, as JSON for `toPaperRequests`; null for scopes that see none. */
export function paperRequestsOf(scope: OrderScope, orderId: string): Sql {
  if (scope.paperRequests.kind === 'none') return sql`null::json`;
  return sql`(select coalesce(json_agg(requests), '[]') from (${selectRequests(scope, orderId)}) requests)`;
}

/** The oldest first. */
export function toPaperRequests(rows: readonly RequestRow[]): PaperRequest[] {
  return rows.map(({ askedAt, completedAt, endedAt, ...row }) =>
    toPaperRequest({
      ...row,
      askedAt: jsonInstantToIso(askedAt),
      completedAt: completedAt === null ? null : jsonInstantToIso(completedAt),
      endedAt: endedAt === null ? null : jsonInstantToIso(endedAt),
    }),
  );
}

/** Numbers of orders that miss requested papers; empty for users who see no requests. */
export async function countMissingPapers(
  scope: OrderScope,
  pool: pg.Pool,
): Promise<Pick<OpenOrders, 'missingPapers' | 'missingProofs'>> {
  if (scope.paperRequests.kind === 'none') return {};
  const statement = sql`select ${countMissing(scope, paperKinds)} as "missingPapers",
    ${countMissing(scope, ['proof-of-delivery'])} as "missingProofs"`;
  const [counts] = await runPrepared<{ missingPapers: number; missingProofs: number }>(pool, statement);
  return counts ?? {};
}

function toPaperRequest({ note, guest, endedAt, askedBy, ...row }: RequestRow): PaperRequest {
  return { ...row, ...withoutNulls({ note, guest, endedAt, askedBy }) };
}
