import type { Invitation } from '@portal/contract/invitations';
import type pg from 'pg';
import type { CurrentUser } from '../../access/current-user.ts';
import { groupScope, relatedUsers, type UserScope, userScope } from '../../access/people-scope.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { findInvitation, findInvitations, type InvitationRow, type WantedInvitations } from './queries.ts';
import { isOver } from './wording.ts';

type ListingDependencies = { db: Database; pool: pg.Pool; clock: Clock };

/** A page of the invitations in scope, the latest first. */
export function listInvitations(
  dependencies: ListingDependencies,
  currentUser: CurrentUser,
  after: string | undefined,
): Promise<Invitation[]> {
  return list(dependencies, currentUser, userScope(currentUser), { after });
}

/** Invitations of the caller's customer; for staff, of all customers. */
export function listRelatedInvitations(
  dependencies: ListingDependencies,
  currentUser: CurrentUser,
  after: string | undefined,
): Promise<Invitation[]> {
  return list(dependencies, currentUser, relatedUsers(currentUser), { after });
}

/** Invitations in scope that can still be accepted. */
export function listActiveInvitations(
  dependencies: ListingDependencies,
  currentUser: CurrentUser,
  after: string | undefined,
): Promise<Invitation[]> {
  return list(dependencies, currentUser, userScope(currentUser), { after, openAt: currentUser.at });
}

/** One invitation in scope; 404 for any other id. */
export async function readInvitation(
  { db, clock }: Pick<ListingDependencies, 'db' | 'clock'>,
  currentUser: CurrentUser,
  id: string,
): Promise<Invitation> {
  const found = await findInvitation(userScope(currentUser), groupScope(currentUser), db, id);
  if (found === undefined) throw notFound('There is no such invitation.');
  return toInvitation(found, clock.now());
}

async function list(
  { pool, clock }: ListingDependencies,
  currentUser: CurrentUser,
  scope: UserScope,
  wanted: WantedInvitations,
): Promise<Invitation[]> {
  const rows = await findInvitations(scope, groupScope(currentUser), pool, wanted);
  return rows.map((row) => toInvitation(row, clock.now()));
}

function toInvitation({ suppressed: _, ...row }: InvitationRow, now: Date): Invitation {
  const status = row.status !== 0 ? 'accepted' : isOver(row, now) ? 'expired' : 'pending';
  return { ...row, fullName: row.fullName ?? '', status };
}
