import type { Database } from '../../platform/database.ts';

type Problem = 'stale' | 'held';

/** Stores an alert. Returns false if it is raised already; waits for another process that is raising it. */
export async function raiseAlert(transaction: Database, problem: Problem, now: Date): Promise<boolean> {
  const raised = await transaction
    .insertInto('sync_alerts')
    .values({ problem, raised_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(raised.numInsertedOrUpdatedRows ?? 0) > 0;
}

/** Removes an alert. Returns false if there is none. */
export async function closeAlert(transaction: Database, problem: Problem): Promise<boolean> {
  const closed = await transaction.deleteFrom('sync_alerts').where('problem', '=', problem).executeTakeFirst();
  return Number(closed.numDeletedRows) > 0;
}

/** Administrators who can sign in. */
export async function findAdministrators(db: Database, now: Date): Promise<{ email: string; name: string | null }[]> {
  return db
    .selectFrom('users')
    .innerJoin('groups', 'groups.id', 'users.group_id')
    .select(['email', 'full_name as name'])
    .where('groups.type', '=', 'admin')
    .where('status', '=', 1)
    .where('suppressed', '=', false)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now.toISOString())]))
    .orderBy('email')
    .execute();
}
