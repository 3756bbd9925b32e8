import type { Role } from '@portal/contract/permissions';
import { listUsers, type User, updateUser } from '@portal/contract/users';
import type { ActivityAction } from '@portal/contract/values';
import type { Database } from '../../../platform/database.ts';
import { readEntriesAbout } from '../../../testing/activity.ts';
import type { TestApp } from '../../../testing/app.ts';

export type GroupIds = Record<Role, string>;

export async function findGroupIds(db: Database): Promise<GroupIds> {
  const groups = await db.selectFrom('groups').select(['type', 'id']).execute();
  return Object.fromEntries(groups.map(({ type, id }) => [type, id])) as GroupIds;
}

/** A user as listed for the given caller. */
export async function findListed(app: TestApp, token: string, id: string): Promise<User | undefined> {
  const { body } = await app.call(listUsers, { token });
  return body.data.find((user: User) => user.id === id);
}

/** Sends an update with a user's stored values and these changes. */
export async function change(app: TestApp, token: string, id: string, changes: Record<string, unknown>) {
  const { email, full_name, group_id } = await app.database.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const body = { email, fullName: full_name ?? 'Nameless', groupId: group_id, ...changes };
  return app.call(updateUser, { token, params: { id }, body });
}

/** Log entries about a user, oldest first, read from the table. */
export async function linesAbout(db: Database, subjectId: string, wanted: ActivityAction) {
  return (await readEntriesAbout(db, subjectId))
    .filter(({ action }) => action === wanted)
    .map(({ content, actor_name, subject_name, subject_customer_id }) => {
      return { content, actor_name, subject_name, subject_customer_id };
    });
}
