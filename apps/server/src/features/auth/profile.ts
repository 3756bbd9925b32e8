import type { Profile } from '@portal/contract/auth';
import type { CurrentUser } from '../../access/current-user.ts';
import type { Database } from '../../platform/database.ts';
import { unauthorized } from '../../platform/errors.ts';
import { withoutNulls } from '../../platform/without-nulls.ts';

/** The current user with its customer's name; `attachmentMaxBytes` is the limit for uploads. */
export async function readProfile(
  { db, attachmentMaxBytes }: { db: Database; attachmentMaxBytes: number },
  { userId }: CurrentUser,
): Promise<Profile> {
  const found = await db
    .selectFrom('users')
    .leftJoin('groups', 'groups.id', 'users.group_id')
    .leftJoin('customers', 'customers.id', 'users.customer_id')
    .select(['users.id', 'users.email', 'users.full_name as fullName', 'users.created_at as createdAt'])
    .select(['users.customer_id as customerNetsuiteId', 'customers.name as customerName', 'groups.type as role'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (found === undefined) throw unauthorized();
  const { role, ...user } = found;
  return { ...withoutNulls(user), groups: role === null ? [] : [role], limits: { attachmentMaxBytes } };
}
