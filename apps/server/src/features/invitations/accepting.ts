import { lockUser } from '../../access/lock-user.ts';
import { anyUserScope } from '../../access/people-scope.ts';
import type { Clock } from '../../platform/clock.ts';
import { sha256 } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database.ts';
import { badRequest, conflict, invalidField, type PortalError } from '../../platform/errors.ts';
import { consume, refund } from '../../platform/rate-limit.ts';
import type { RequestSource } from '../../platform/request-input.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { limits } from '../auth/limits.ts';
import { findPasswordFault } from '../auth/password-policy.ts';
import { hashPassword } from '../auth/passwords.ts';
import { acceptInvitation, findLink, type LinkRow } from './links.ts';
import { isOver, subjectOf } from './wording.ts';

export type AcceptingDependencies = { db: Database; clock: Clock };

const wrongLink = () => badRequest('Invalid registration link');
const accepted = () => conflict('This invitation was already accepted. Please sign in.');

/** Returns the invitation of a link; 'accepted' if it was used; undefined if it is otherwise invalid. Errors: 429. */
export async function readLink(
  { db, clock }: AcceptingDependencies,
  token: string,
  source: RequestSource,
): Promise<{ email: string; fullName: string | null; expiresAt: string } | 'accepted' | undefined> {
  const now = clock.now();
  const tries = limits.invitationLinksByNetwork(source.network);
  await consume(db, tries, now);
  const link = await findLink(db, sha256(token));
  if (link === undefined) return undefined;
  const refusal = refusalOf(link, link.mailedTo, now);
  const isAccepted = refusal?.status === 409;
  if (refusal !== undefined && !isAccepted) return undefined;
  // The holder of this address's token is not guessing.
  await refund(db, tries);
  if (isAccepted) return 'accepted';
  return { email: link.email, fullName: link.fullName, expiresAt: link.expiresAt };
}

/**
 * Activates the invited user with the chosen password; does not sign in. Errors: 400 'Invalid registration link' for a
 * token that is unknown, expired, revoked or of another address; 409 for a used token, only to its holder; 400 with the
 * reason for an easily guessed password, after which the link still works; 429.
 */
export async function completeInvitation(
  { db, clock }: AcceptingDependencies,
  given: { token: string; email: string; password: string },
  source: RequestSource,
): Promise<void> {
  const now = clock.now();
  const tries = limits.invitationLinksByNetwork(source.network);
  await consume(db, tries, now);
  const tokenHash = sha256(given.token);
  const link = await findLink(db, tokenHash);
  const refusal = refusalOf(link, given.email, now);
  // The holder of this address's token is not guessing.
  if (refusal?.status === 409) await refund(db, tries);
  if (link === undefined || refusal !== undefined) throw refusal ?? wrongLink();
  const fault = findPasswordFault(given.password, given.email);
  if (fault !== undefined) {
    await refund(db, tries);
    throw invalidField('password', fault);
  }
  const passwordHash = await hashPassword(given.password);
  await db.transaction().execute(async (transaction) => {
    await lockUser(anyUserScope(), transaction, link.id);
    // The invitation may have been accepted, revoked or readdressed since the check.
    const present = await findLink(transaction, tokenHash);
    const tooLate = refusalOf(present, given.email, now);
    if (present === undefined || tooLate !== undefined) throw tooLate ?? wrongLink();
    await acceptInvitation(transaction, present.id, passwordHash, now);
    await refund(transaction, tries);
    const actor = subjectOf(present);
    await recordActivity(transaction, { at: now, action: 'invitation-accepted', actor, subject: actor });
  });
}

/** Returns why a link cannot be accepted with this address, or undefined if it can. */
function refusalOf(link: LinkRow | undefined, email: string, now: Date): PortalError | undefined {
  if (link === undefined || link.mailedTo !== email || link.email !== email) return wrongLink();
  if (link.status !== 0) return accepted();
  return isOver(link, now) ? wrongLink() : undefined;
}
