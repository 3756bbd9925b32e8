import type { Role } from '@portal/contract/permissions';
import { runSql } from '../listing/run-sql.ts';
import { sql } from '../listing/sql.ts';
import type { Database } from '../platform/database.ts';
import { unauthorized, unavailable } from '../platform/errors.ts';
import type { CurrentUser } from './current-user.ts';

/**
 * For every transaction that changes something on somebody's word: whoever asked still is who it was when the request
 * was let in, and stays so until the transaction ends. Without it, somebody who is demoted meanwhile could undo that by
 * a request that was waiting. Refusals: 401 once its session is over; 503 after another change, since the same request
 * is then judged anew.
 */
export async function assertStillAuthorized(transaction: Database, currentUser: CurrentUser): Promise<void> {
  const { userId, sessionId, at } = currentUser;
  // On its own: waiting for who changes the row, the statement would still see the group of before.
  await runSql(transaction, sql`select from users where id = ${userId} for share`);
  const [present] = await runSql<{ role: Role | null; customer_id: string | null }>(
    transaction,
    sql`select g.type as role, u.customer_id from users u left join groups g on g.id = u.group_id
      where u.id = ${userId} and u.status = 1 and (u.expires_at is null or u.expires_at > ${at})
        and exists (select from sessions where id = ${sessionId} and user_id = u.id)`,
  );
  if (present === undefined) throw unauthorized();
  if (present.role === currentUser.role && present.customer_id === currentUser.customerId) return;
  throw unavailable('Your rights were changed at this moment. Please try again.');
}
