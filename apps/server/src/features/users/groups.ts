import { roles } from '@portal/contract/permissions';
import type { updateGroup as contract, Group } from '@portal/contract/users';
import type { z } from 'zod';
import { assertStillAuthorized } from '../../access/assert-still-authorized.ts';
import type { CurrentUser } from '../../access/current-user.ts';
import { groupLabel } from '../../access/group-label.ts';
import { editableGroups, type GroupScope, groupScope } from '../../access/people-scope.ts';
import { groupsWithin } from '../../access/scope-sql.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { all, runSql, type Sql, sql } from '../../platform/sql.ts';
import { actorOf, recordActivity } from '../activity/record-activity.ts';
import { changePeople } from './edit-queries.ts';

/** Returns the visible groups, the most powerful first. */
export function listGroups({ db }: { db: Database }, currentUser: CurrentUser): Promise<Group[]> {
  return findGroups(groupScope(currentUser), db);
}

/** New name and description of a group, and optionally the version that they were edited from. */
type WantedGroup = z.output<(typeof contract)['body']>;

/**
 * Changes a group's name and description, for everyone or only for the caller's own customer. Its type, and so the
 * permissions of its users, stays. Errors: 404 for a group that the caller may not rename; 409 if the name is in use or
 * `version` is older than the group's.
 */
export async function editGroup(
  { db, clock }: { db: Database; clock: Clock },
  currentUser: CurrentUser,
  id: string,
  { version, ...words }: WantedGroup,
): Promise<Group> {
  const scope = editableGroups(currentUser);
  return changePeople(db, async (transaction) => {
    await assertStillAuthorized(transaction, currentUser);
    const groups = await findGroups(scope, transaction);
    const group = groups.find((one) => one.id === id);
    if (group === undefined) throw notFound('There is no such group.');
    if (version !== undefined && version !== group.version) {
      throw conflict('This group was changed in the meantime. Check the current values and save again.', 'version');
    }
    const isRenamed = words.name !== group.name;
    if (!isRenamed && words.description === group.description) return group;
    const isLabelTaken = groups.some(({ id, name }) => id !== group.id && isSameText(groupLabel(name), words.name));
    if (isRenamed && (isLabelTaken || (await isNameTaken(scope, transaction, group.id, words.name)))) {
      throw conflict('Another group has this name already.', 'name');
    }
    const now = clock.now();
    const changed = { ...group, ...words, version: group.version + 1 };
    if (scope.labelsOfCustomer === null) await writeGroup(transaction, changed, now);
    else await writeGroupOfCustomer(transaction, changed, scope.labelsOfCustomer, now);
    const actor = actorOf(currentUser);
    const subject = { id: group.id, name: groupLabel(group.name), customerId: scope.labelsOfCustomer };
    const params = isRenamed ? { newName: words.name } : {};
    await recordActivity(transaction, { at: now, action: 'group-edited', params, actor, subject });
    return changed;
  });
}

function isSameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Returns the groups in scope, the most powerful first, with the scope's labels. */
async function findGroups(scope: GroupScope, db: Database): Promise<Group[]> {
  const statement = sql`
    select groups.id, coalesce(named.name, groups.name) as name,
      coalesce(named.description, groups.description) as description, groups.type,
      coalesce(named.version, groups.version) as version
    from groups left join group_names named on named.group_id = groups.id and named.customer_id = ${scope.labelsOfCustomer}
    where ${groupsWithin(scope)}
    order by array_position(${roles}::text[], groups.type)`;
  return runSql<Group>(db, statement);
}

/** Whether another group visible in the scope has the name; for a portal-wide name, whether any group has it. */
async function isNameTaken(scope: GroupScope, db: Database, id: string, name: string): Promise<boolean> {
  const isSame = (column: Sql) => sql`lower(${column} collate "und-x-icu") = lower(${name}::text collate "und-x-icu")`;
  const seen = sql`
    select groups.id
    from groups left join group_names named on named.group_id = groups.id and named.customer_id = ${scope.labelsOfCustomer}
    where ${all([groupsWithin(scope), sql`groups.id <> ${id}`, isSame(sql`coalesce(named.name, groups.name)`)])}`;
  // A portal-wide rename must not collide with any customer's own name either.
  const ofCustomers = sql`select group_id from group_names where group_id <> ${id} and ${isSame(sql`name`)}`;
  const statement = scope.labelsOfCustomer === null ? sql`${seen} union all ${ofCustomers}` : seen;
  return (await runSql(db, statement)).length > 0;
}

/** Renames a group for everyone. */
async function writeGroup(transaction: Database, { id, name, description, version }: Group, now: Date): Promise<void> {
  await transaction
    .updateTable('groups')
    .set({ name, description, version, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Renames a group for the people of one customer. */
async function writeGroupOfCustomer(
  transaction: Database,
  { id, name, description, version }: Group,
  customerId: string,
  now: Date,
): Promise<void> {
  const values = { name, description, version, updated_at: now };
  await transaction
    .insertInto('group_names')
    .values({ group_id: id, customer_id: customerId, ...values })
    .onConflict((conflict) => conflict.columns(['group_id', 'customer_id']).doUpdateSet(values))
    .execute();
}
