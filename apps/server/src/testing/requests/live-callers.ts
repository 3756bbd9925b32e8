import type { Caller } from '../access/callers.ts';
import type { TestApp } from '../app.ts';

/** Titles of the callers that are still unchanged and signed in. */
export async function findLiveCallers(app: TestApp, callers: readonly Caller[]): Promise<Set<string>> {
  const { rows } = await app.database.pool.query<{ id: string; role: string | null; customerId: string | null }>(
    `select users.id, groups.type as role, customer_id as "customerId" from users left join groups on groups.id = group_id
     where users.id = any($1) and status = 1 and (users.expires_at is null or users.expires_at > $2)
       and exists (select from sessions where user_id = users.id)`,
    [callers.flatMap(({ user }) => user?.id ?? []), app.clock.now()],
  );
  const found = new Map(rows.map(({ id, ...rights }) => [id, rights]));
  const isLive = ({ user, role, customerId, isSignedIn }: Caller) => {
    const present = found.get(user?.id ?? '');
    return !isSignedIn || (present?.role === role && present.customerId === customerId);
  };
  return new Set(callers.filter(isLive).map(({ title }) => title));
}
