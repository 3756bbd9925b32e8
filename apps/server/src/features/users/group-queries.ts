import { roles } from '@portal/contract/permissions';
import type { Group } from '@portal/contract/users';
import type { GroupScope } from '../../access/people-scope.ts';
import { groupsWithin } from '../../access/scope-sql.ts';
import { runSql } from '../../listing/run-sql.ts';
import { all, type Sql, sql } from '../../listing/sql.ts';
import type { Database } from '../../platform/database.ts';

/** The groups in scope, from the most powerful on, in the words that the scope names. */
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

/** Whether the name belongs to another group already, as one sees them; the portal's own must differ from all. */
export async function isNameTaken(scope: GroupScope, db: Database, id: string, name: string): Promise<boolean> {
  const isSame = (column: Sql) => sql`lower(${column} collate "und-x-icu") = lower(${name}::text collate "und-x-icu")`;
  const seen = sql`
    select groups.id
    from groups left join group_names named on named.group_id = groups.id and named.customer_id = ${scope.labelsOfCustomer}
    where ${all([groupsWithin(scope), sql`groups.id <> ${id}`, isSame(sql`coalesce(named.name, groups.name)`)])}`;
  // Who renames a group for everybody must leave each customer's names apart as well.
  const ofCustomers = sql`select group_id from group_names where group_id <> ${id} and ${isSame(sql`name`)}`;
  const statement = scope.labelsOfCustomer === null ? sql`${seen} union all ${ofCustomers}` : seen;
  return (await runSql(db, statement)).length > 0;
}

/** Names a group for everybody. */
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

/** Names a group for the people of one customer. */
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
