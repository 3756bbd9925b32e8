import type pg from 'pg';
import type { CustomerScope } from '../../access/scope.ts';
import { customersWithin } from '../../access/scope-sql.ts';
import type { ListRequest } from '../../listing/definition.ts';
import type { Export, WantedExport } from '../../listing/export/exporter.ts';
import type { Row, RunList } from '../../listing/run-list.ts';
import { all, compile, raw, sql } from '../../listing/sql.ts';
import { columnsOf } from '../../listing/statements.ts';
import type { Database } from '../../platform/database.ts';
import { customerDefinition, customerSource } from './customers-list.ts';

/** A page of the customers in scope. */
export function findCustomers<Item>(
  scope: CustomerScope,
  runList: RunList,
  request: ListRequest,
  toItem: (row: Row) => Item,
) {
  return runList(customerSource(scope), request, toItem);
}

/** All customers in scope that a request asks for, as a file; refuses as `Export` does. */
export function exportCustomers(
  scope: CustomerScope,
  exportList: Export,
  wanted: Omit<WantedExport, 'subject' | 'source'>,
) {
  return exportList({ subject: 'customers', source: customerSource(scope), ...wanted });
}

/** One customer in scope. */
export async function findCustomer(scope: CustomerScope, pool: pg.Pool, id: string): Promise<Row | undefined> {
  const definition = customerDefinition(scope);
  const conditions = all([sql`id = ${id}`, customersWithin(scope) ?? sql`true`]);
  const statement = sql`select ${columnsOf(definition)} from ${raw(definition.table)} where ${conditions}`;
  return (await pool.query<Row>(compile(statement))).rows[0];
}

/** The customers in scope that a user can be linked to, by name. */
export async function findCustomerNames(
  scope: CustomerScope,
  pool: pg.Pool,
): Promise<{ id: string; name: string; email: string | null }[]> {
  const statement = sql`
    select id, name, email
    from customers where ${customersWithin(scope) ?? sql`true`}
    order by name collate natural_order, id`;
  return (await pool.query(compile(statement))).rows;
}

/** What a customer is called, for a line of the log; null for one that has left the mirror. */
export async function findCustomerName(db: Database, id: string): Promise<string | null> {
  const found = await db.selectFrom('customers').select('name').where('id', '=', id).executeTakeFirst();
  return found?.name ?? null;
}
