import type { Role } from '@portal/contract/permissions';
import type { Database } from '../platform/database.ts';
import { unauthorized, unavailable } from '../platform/errors.ts';
import { runSql, sql } from '../platform/sql.ts';
import type { CurrentUser } from './current-user.ts';
import { isActiveAt } from './scope-sql.ts';

/**
 * Re-checks inside the transaction that the user still has the rights that the request was authorized with, and keeps
 * them unchanged until the transaction ends. Without it, a user who is demoted meanwhile could undo that with a request
 * that was waiting. Throws 401 if the session has ended; 503 after any other change, since a retry is authorized anew.
 */
export async function assertStillAuthorized(transaction: Database, currentUser: CurrentUser): Promise<void> {
  const { userId, sessionId, at } = currentUser;
  // A separate statement: after waiting for a row lock, a combined one would still see the old group.
  await runSql(transaction, sql`select from users where id = ${userId} for share`);
  const [present] = await runSql<{ role: Role | null; customer_id: string | null }>(
    transaction,
    sql`select groups.type as role, customer_id from users left join groups on groups.id = group_id
      where users.id = ${userId} and ${isActiveAt(at)}
        and exists (select from sessions where id = ${sessionId} and user_id = users.id)`,
  );
  if (present === undefined) throw unauthorized();
  if (present.role === currentUser.role && present.customer_id === currentUser.customerId) return;
  throw unavailable('Your rights were changed at this moment. Please try again.');
}
