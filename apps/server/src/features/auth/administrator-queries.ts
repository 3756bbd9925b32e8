import type { Database } from '../../platform/database.ts';

/**
 * Whether the portal has an active administrator other than `exceptId`: in the administrators group and not expired.
 */
export async function hasActiveAdministrator(db: Database, now: Date, exceptId?: string): Promise<boolean> {
  const administrators = db
    .selectFrom('users')
    .innerJoin('groups', 'groups.id', 'users.group_id')
    .select('users.id')
    .where('groups.type', '=', 'admin')
    .where('users.status', '=', 1)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now.toISOString())]))
    .limit(1);
  const found = exceptId === undefined ? administrators : administrators.where('users.id', '<>', exceptId);
  return (await found.executeTakeFirst()) !== undefined;
}
