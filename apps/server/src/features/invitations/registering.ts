import type { register as contract } from '@portal/contract/auth';
import type { z } from 'zod';
import { assertStillAuthorized } from '../../access/assert-still-authorized.ts';
import type { CurrentUser } from '../../access/current-user.ts';
import { invalidField } from '../../platform/errors.ts';
import { actorOf, recordActivity } from '../activity/record-activity.ts';
import { findPasswordFault } from '../auth/password-policy.ts';
import { hashPassword } from '../auth/passwords.ts';
import { findCustomerName } from '../customers/service.ts';
import { countAdministrations } from '../users/administration-limits.ts';
import { columnsOf, insertUsers } from '../users/placement.ts';
import { addressInUse, type InvitingDependencies, placeNewcomer } from './inviting.ts';

/**
 * Creates an active user without an invitation and returns its id. Errors: as for an invitation; 400 with the reason
 * for an easily guessed password; 429 beyond the hourly limit.
 */
export async function registerUser(
  dependencies: Pick<InvitingDependencies, 'db' | 'clock' | 'limits'>,
  currentUser: CurrentUser,
  wanted: z.output<typeof contract.body>,
): Promise<string> {
  const { db, clock } = dependencies;
  const { email, fullName } = wanted;
  const placement = await placeNewcomer(dependencies, currentUser, wanted);
  const { group, customerId } = placement;
  const fault = findPasswordFault(wanted.password, email);
  if (fault !== undefined) throw invalidField('password', fault);
  await countAdministrations(db, dependencies.limits, currentUser, 1, clock.now());
  const passwordHash = await hashPassword(wanted.password);
  const now = clock.now();
  return db.transaction().execute(async (transaction) => {
    await assertStillAuthorized(transaction, currentUser);
    const user = { email, full_name: fullName, password_hash: passwordHash, ...columnsOf(placement) };
    const id = (await insertUsers(transaction, [user], now)).get(email);
    if (id === undefined) throw addressInUse();
    const actor = actorOf(currentUser);
    const subject = { id, name: fullName, customerId };
    const customerName = customerId === null ? null : await findCustomerName(transaction, customerId);
    const params = { email, place: { group: group.name, customerId, customerName } };
    await recordActivity(transaction, { at: now, action: 'user-created', params, actor, subject });
    return id;
  });
}
