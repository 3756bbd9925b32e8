import type { register as contract } from '@portal/contract/auth';
import type { z } from 'zod';
import { holdRights } from '../../access/hold-rights.ts';
import type { Viewer } from '../../access/viewer.ts';
import { invalidField } from '../../platform/errors.ts';
import { actorOf, recordActivity } from '../activity/service.ts';
import { findPasswordFault, hashPassword } from '../auth/service.ts';
import { findCustomerName } from '../customers/service.ts';
import { insertUsers } from '../users/service.ts';
import { addressInUse, type InvitingDependencies, placeNewcomer } from './inviting.ts';
import { placeOf } from './wording.ts';

/**
 * Makes an active user, without an invitation, and returns its id. Refusals: as for an invitation; 400 with the reason
 * for a password that is easily guessed.
 */
export async function registerUser(
  dependencies: Pick<InvitingDependencies, 'db' | 'clock'>,
  viewer: Viewer,
  wanted: z.output<typeof contract.body>,
): Promise<string> {
  const { db, clock } = dependencies;
  const { email, fullName } = wanted;
  const { group, customerId, expiresAt } = await placeNewcomer(dependencies, viewer, wanted);
  const fault = findPasswordFault(wanted.password, email);
  if (fault !== undefined) throw invalidField('password', fault);
  const passwordHash = await hashPassword(wanted.password);
  const now = clock.now();
  return db.transaction().execute(async (transaction) => {
    await holdRights(transaction, viewer);
    const user = { email, fullName, groupId: group.id, customerId, expiresAt, passwordHash };
    const id = (await insertUsers(transaction, [user], now)).get(email);
    if (id === undefined) throw addressInUse();
    const actor = actorOf(viewer);
    const subject = { id, name: fullName, customerId };
    const customer_name = customerId === null ? null : await findCustomerName(transaction, customerId);
    const place = placeOf({ group_name: group.name, customer_id: customerId, customer_name });
    const content = `${actor.name} created ${email} as ${place}`;
    await recordActivity(transaction, { at: now, action: 'user-created', content, actor, subject });
    return id;
  });
}
