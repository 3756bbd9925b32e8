import type { Profile } from '@portal/contract/auth';
import type { CurrentUser } from '../../access/current-user.ts';
import type { Database } from '../../platform/database.ts';
import { unauthorized } from '../../platform/errors.ts';

/** The current user with its customer's name; `attachmentMaxBytes` tells the web app the limit for uploads. */
export async function readProfile(
  { db, attachmentMaxBytes }: { db: Database; attachmentMaxBytes: number },
  { userId }: CurrentUser,
): Promise<Profile> {
  const found = await db
    .selectFrom('users')
    .leftJoin('groups', 'groups.id', 'users.group_id')
    .leftJoin('customers', 'customers.id', 'users.customer_id')
    .select(['users.id', 'users.email', 'users.full_name', 'groups.type as role', 'users.customer_id'])
    .select(['customers.name as customer_name', 'users.created_at'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (found === undefined) throw unauthorized();
  return {
    id: found.id,
    email: found.email,
    groups: found.role === null ? [] : [found.role],
    createdAt: found.created_at,
    limits: { attachmentMaxBytes },
    ...(found.full_name === null ? {} : { fullName: found.full_name }),
    ...(found.customer_id === null ? {} : { customerNetsuiteId: found.customer_id }),
    ...(found.customer_name === null ? {} : { customerName: found.customer_name }),
  };
}
