import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { recordActivity } from '../activity/service.ts';
import { hasActiveAdministrator } from './administrator-queries.ts';
import { insertAdministrator, lockGroups } from './first-administrator-queries.ts';
import { findPasswordFault } from './password-policy.ts';
import { hashPassword } from './passwords.ts';

const MIN_PASSWORD_LENGTH = 8;

/**
 * Creates the first administrator if there is none; returns whether it did. Safe to run in several processes at once.
 * Throws, with the reason, for an easily guessed password.
 */
export async function ensureFirstAdministrator(
  db: Database,
  clock: Clock,
  account: { email: string; password: string },
): Promise<boolean> {
  if (await hasActiveAdministrator(db, clock.now())) return false;
  const fault = findPasswordFault(account.password, account.email, MIN_PASSWORD_LENGTH);
  if (fault !== undefined) throw new Error(`No administrator was made. ${fault}.`);
  const passwordHash = await hashPassword(account.password);
  return db.transaction().execute(async (transaction) => {
    await lockGroups(transaction);
    if (await hasActiveAdministrator(transaction, clock.now())) return false;
    const { email } = account;
    const id = await insertAdministrator(transaction, email, passwordHash);
    const subject = { id, name: email, customerId: null };
    const content = `${email} became the first administrator`;
    await recordActivity(transaction, { at: clock.now(), action: 'user-created', content, subject });
    return true;
  });
}
