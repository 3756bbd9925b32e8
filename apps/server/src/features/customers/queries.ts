import type pg from 'pg';
import type { CustomerScope } from '../../access/scope.ts';
import { customersWithin } from '../../access/scope-sql.ts';
import type { StoredFields } from '../../listing/custom-fields.ts';
import type { Row } from '../../listing/run-list.ts';
import { columnsOf } from '../../listing/statements.ts';
import { all, compile, raw, type Sql, sql } from '../../platform/sql.ts';
import { customerDefinition } from './customers-list.ts';

/** One customer in scope. */
export async function findCustomer(
  scope: CustomerScope,
  pool: pg.Pool,
  id: string,
): Promise<(Row & { custom_fields: StoredFields }) | undefined> {
  const definition = customerDefinition(scope);
  const conditions = all([sql`id = ${id}`, customersWithin(scope) ?? sql`true`]);
  const statement = sql`select ${columnsOf(definition)}, custom_fields from ${raw(definition.table)} where ${conditions}`;
  return (await pool.query<Row & { custom_fields: StoredFields }>(compile(statement))).rows[0];
}

/** Text without accents and case, one letter for each original letter. */
const folded = (text: Sql) =>
  sql`regexp_replace(normalize(lower(${text} collate "und-x-icu"), nfd), '[\u0300-\u036f]', '', 'g')`;

/**
 * Customers in scope that a user can be linked to: those that contain every word of the search, sorted by name, with names
 * that begin with the search first.
 */
export async function findCustomerNames(
  scope: CustomerScope,
  pool: pg.Pool,
  { search, limit }: { search: string; limit: number },
): Promise<{ id: string; name: string; email: string | null }[]> {
  const text = sql`name || E'\n' || coalesce(email, '')`;
  const words = search
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => sql`position(${folded(sql`${word}::text`)} in folded) > 0`);
  const statement = sql`
    select id, name, email
    from (
      -- The offset keeps it from being folded for each word.
      select id, name, email, ${folded(sql`(${text})`)} as folded from customers
      where ${customersWithin(scope) ?? sql`true`} offset 0
    ) customers where ${all(words)}
    order by starts_with(${folded(sql`name`)}, ${folded(sql`${search.trim()}::text`)}) desc,
      name collate natural_order, id limit ${limit}`;
  return (await pool.query(compile(statement))).rows;
}
