import { roles } from '@portal/contract/permissions';
import type { Group } from '@portal/contract/users';
import type { GroupScope } from '../../access/people-scope.ts';
import { groupsWithin } from '../../access/scope-sql.ts';
import { runSql } from '../../listing/run-sql.ts';
import { all, type Sql, sql } from '../../listing/sql.ts';
import type { Database } from '../../platform/database.ts';

/** Returns the groups in scope, the most powerful first, with the scope's labels. */
export async function findGroups(scope: GroupScope, db: Database): Promise<Group[]> {
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
export async function isNameTaken(scope: GroupScope, db: Database, id: string, name: string): Promise<boolean> {
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
export async function writeGroup(
  transaction: Database,
  { id, name, description, version }: Group,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('groups')
    .set({ name, description, version, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Renames a group for the people of one customer. */
export async function writeGroupOfCustomer(
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
