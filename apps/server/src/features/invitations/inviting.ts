import type { Invitation, WantedInvitation } from '@portal/contract/invitations';
import { assertStillAuthorized } from '../../access/assert-still-authorized.ts';
import type { CurrentUser } from '../../access/current-user.ts';
import { administeredUsers, placementScope, userScope } from '../../access/people-scope.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, PortalError, tooManyRequests } from '../../platform/errors.ts';
import { actorOf, recordActivity } from '../activity/record-activity.ts';
import {
  type AdministrationLimits,
  countAdministrations,
  countMails,
  refundMails,
  tooManyMails,
} from '../users/administration-limits.ts';
import {
  columnsOf,
  findAddressesWithin,
  insertUsers,
  type Placement,
  placeUser,
  readPlacementFacts,
  type WantedPlacement,
} from '../users/placement.ts';
import { type LinkDependencies, linkExpiry, sendLinks } from './links.ts';
import { readInvitation } from './listing.ts';
import { findGuestGroupId, findInvited } from './queries.ts';
import { placeOf, subjectOf } from './wording.ts';

export type InvitingDependencies = LinkDependencies & { db: Database; clock: Clock; limits: AdministrationLimits };

/** 409 for an address of an active or pending user in the caller's scope. */
export const addressInUse = () => conflict('This email address is already in use.', 'email');

/**
 * Decides for each person whether and where it can be invited; writes nothing. Errors: as for `placeUser`; 409 for an
 * address of a user in the caller's scope. For other addresses it does not reveal whether they are in use.
 */
export async function placeNewcomers(
  { db, clock }: Pick<InvitingDependencies, 'db' | 'clock'>,
  currentUser: CurrentUser,
  people: readonly (WantedPlacement & { email: string })[],
): Promise<(Placement | PortalError)[]> {
  if (people.length === 0) return [];
  const facts = await readPlacementFacts(db, people);
  const emails = people.map(({ email }) => email);
  const known = await findAddressesWithin(userScope(currentUser), db, emails);
  return people.map((person) => {
    try {
      const placement = placeUser(placementScope(currentUser), facts, person, clock.now());
      return known.has(person.email) ? addressInUse() : placement;
    } catch (error) {
      if (error instanceof PortalError) return error;
      throw error;
    }
  });
}

/** Like `placeNewcomers` for one person, but throws the error. */
export async function placeNewcomer(
  dependencies: Pick<InvitingDependencies, 'db' | 'clock'>,
  currentUser: CurrentUser,
  person: WantedPlacement & { email: string },
): Promise<Placement> {
  const [placement = addressInUse()] = await placeNewcomers(dependencies, currentUser, [person]);
  if (placement instanceof PortalError) throw placement;
  return placement;
}

/** A person to invite, with the placement from `placeNewcomers`. */
export type Newcomer = WantedInvitation & { placement: Placement };

/**
 * Invites people with distinct addresses. Creates all pending users, invitations, links, log entries and mails in one
 * transaction with a fixed number of statements. Returns for each address the invitation's id or an error: 409 if the
 * address was taken meanwhile, 429 after too many mails to it. Throws 429 if they exceed the caller's hourly limit.
 */
export async function inviteAll(
  dependencies: InvitingDependencies,
  currentUser: CurrentUser,
  newcomers: readonly Newcomer[],
): Promise<Map<string, string | PortalError>> {
  const { db, clock, limits } = dependencies;
  const now = clock.now();
  return db.transaction().execute(async (transaction) => {
    await assertStillAuthorized(transaction, currentUser);
    const emails = newcomers.map(({ email }) => email);
    const overMailed = await countMails(transaction, limits, emails, now);
    const accepted = newcomers.filter(({ email }) => !overMailed.has(email));
    await countAdministrations(transaction, limits, currentUser, accepted.length, now);
    const ids = await insertNewcomers(transaction, currentUser, accepted, now);
    // Invited by someone else at the same moment.
    const unsent = accepted.map(({ email }) => email).filter((email) => !ids.has(email));
    await refundMails(transaction, unsent, [...ids.keys()]);
    const actor = actorOf(currentUser);
    const invitation = {
      invited_by: actor.id,
      invited_by_name: actor.name,
      created_at: now,
      expires_at: linkExpiry(now),
    };
    const rows = [...ids.values()].map((user_id) => ({ user_id, ...invitation }));
    if (rows.length > 0) await transaction.insertInto('invitations').values(rows).execute();
    const invited = await findInvited(administeredUsers(currentUser), transaction, [...ids.values()]);
    const entries = invited.map((one) => {
      const params = { email: one.email, place: placeOf(one) };
      return { at: now, action: 'invitation-sent' as const, params, actor, subject: subjectOf(one) };
    });
    await recordActivity(transaction, ...entries);
    await sendLinks(dependencies, transaction, invited, { name: actor.name, email: currentUser.email }, now);
    const refusalOf = (email: string) =>
      overMailed.has(email) ? tooManyRequests(tooManyMails, 60 * 60) : addressInUse();
    return new Map(emails.map((email) => [email, ids.get(email) ?? refusalOf(email)]));
  });
}

/** Invites one person. Errors: as for `placeNewcomer` and `inviteAll`. */
export async function invite(
  dependencies: InvitingDependencies,
  currentUser: CurrentUser,
  wanted: WantedInvitation,
): Promise<Invitation> {
  const placement = await placeNewcomer(dependencies, currentUser, wanted);
  const ids = await inviteAll(dependencies, currentUser, [{ ...wanted, placement }]);
  const id = ids.get(wanted.email) ?? addressInUse();
  if (id instanceof PortalError) throw id;
  return readInvitation(dependencies, currentUser, id);
}

/** Invites a guest. Always uses the guest group, whatever the request names. */
export async function inviteGuest(
  dependencies: InvitingDependencies,
  currentUser: CurrentUser,
  wanted: Omit<WantedInvitation, 'groupId'>,
): Promise<Invitation> {
  return invite(dependencies, currentUser, { ...wanted, groupId: await findGuestGroupId(dependencies.db) });
}

/**
 * Inserts pending users and returns their ids by address. If a user outside the caller's scope has an address, the new
 * user is suppressed: its invitation looks like any other to the caller, but is not mailed and cannot be accepted.
 */
async function insertNewcomers(
  transaction: Database,
  currentUser: CurrentUser,
  newcomers: readonly Newcomer[],
  now: Date,
): Promise<Map<string, string>> {
  const users = newcomers
    .map(({ email, fullName, placement }) => ({ email, full_name: fullName, ...columnsOf(placement) }))
    // A fixed order prevents deadlocks between two lists with the same people.
    .toSorted((one, other) => (one.email < other.email ? -1 : 1));
  const inserted = await insertUsers(transaction, users, now);
  const missing = users.filter(({ email }) => !inserted.has(email));
  if (missing.length === 0) return inserted;
  // The address of a user in the caller's scope was taken concurrently.
  const emails = missing.map(({ email }) => email);
  const known = await findAddressesWithin(userScope(currentUser), transaction, emails);
  const unseen = missing.filter(({ email }) => !known.has(email));
  return new Map([...inserted, ...(await insertUsers(transaction, unseen, now, { suppressed: true }))]);
}
