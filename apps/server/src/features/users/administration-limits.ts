import { type CurrentUser, limitFor } from '../../access/current-user.ts';
import { hourMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { tooManyRequests } from '../../platform/errors.ts';
import { atMost, consume, countTries, refund } from '../../platform/rate-limit.ts';

/** Rate limits for administrators' actions, shared by all processes. */
export type AdministrationLimits = {
  /** Invitations, registrations, resends, address changes and password settings combined, per user; ten times as many for staff. */
  administrationsPerHour: number;
  /** Mails to one address caused by administrators, across all of them and including revoked invitations. */
  mailsPerAddressPerDay: number;
};

/** Message for one address. */
export const tooManyMails = 'Too many emails were sent to this address today. Try again tomorrow.';

/** Counts invitations or changes of one user; throws 429 if they exceed the hourly limit. */
export async function countAdministrations(
  db: Database,
  limits: AdministrationLimits,
  currentUser: CurrentUser,
  count: number,
  now: Date,
): Promise<void> {
  const most = limitFor(currentUser, limits.administrationsPerHour);
  if (count === 0) return;
  const message = `You can invite people and change their access ${most} times an hour. Try again later.`;
  await consume(db, { key: `administration:${currentUser.userId}`, limit: atMost(most, hourMs), message }, now, count);
}

/** Counts one mail to each address; returns the addresses that have reached the daily limit. */
export async function countMails(
  db: Database,
  limits: AdministrationLimits,
  emails: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const keys = new Map(emails.map((email) => [email, mailKey(email)]));
  const limit = atMost(limits.mailsPerAddressPerDay, 24 * hourMs);
  const refused = await countTries(db, [...new Set(keys.values())], limit, now);
  return new Set(emails.filter((email) => refused.has(keys.get(email) ?? '')));
}

/** Takes back the counts of `unsent` addresses, unless they share a mailbox with one of `sent`. */
export async function refundMails(db: Database, unsent: readonly string[], sent: readonly string[]): Promise<void> {
  const kept = new Set(sent.map(mailKey));
  const keys = new Set(unsent.map(mailKey).filter((key) => !kept.has(key)));
  if (keys.size > 0) await refund(db, ...[...keys].map((key) => ({ key })));
}

/** Counts one mail to one address; throws 429 at the daily limit. */
export async function countMail(db: Database, limits: AdministrationLimits, email: string, now: Date): Promise<void> {
  const refused = await countMails(db, limits, [email], now);
  if (refused.size > 0) throw tooManyRequests(tooManyMails, 60 * 60);
}

/** Most mail servers ignore the part after a plus sign and deliver to the same mailbox. */
function mailKey(email: string): string {
  return `administration:mails-to:${email.replace(/\+[^@]*@/, '@')}`;
}
