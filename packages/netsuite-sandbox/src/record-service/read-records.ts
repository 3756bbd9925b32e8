import type pg from 'pg';
import type { RecordType } from '../record-types.ts';
import { bodyTables } from '../store/tables.ts';
import type { CollectionFilter } from './collection-filter.ts';
import { filterTables } from './filter-fields.ts';

/** The kept bodies of the records that exist, by id. */
export async function readBodies(
  pool: pg.Pool,
  type: RecordType,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = await pool.query<{ id: string; body: string }>(
    `SELECT id::text AS id, body FROM ${bodyTables[type]} WHERE id = ANY ($1::bigint[])`,
    [ids],
  );
  return new Map(found.rows.map(({ id, body }) => [id, body]));
}

/** The kept bodies of all records of a type, by ascending id. */
export async function readAllBodies(pool: pg.Pool, type: RecordType): Promise<string[]> {
  const found = await pool.query<{ body: string }>(`SELECT body FROM ${bodyTables[type]} ORDER BY id`);
  return found.rows.map(({ body }) => body);
}

/** One page of ids with their total, which ends at `most`. */
export async function readIds(
  pool: pg.Pool,
  type: RecordType,
  filter: CollectionFilter,
  page: { limit: number; offset: number; most: number },
): Promise<{ ids: string[]; total: number }> {
  const from = `FROM ${filterTables[type]} AS r WHERE ${filter.sql}`;
  const found = await pool.query<{ id: string }>(
    `SELECT r.id::text AS id ${from} ORDER BY r.id LIMIT ${page.limit} OFFSET ${page.offset}`,
    filter.values,
  );
  const counted = await pool.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM (SELECT 1 ${from} LIMIT ${page.most}) AS counted`,
    filter.values,
  );
  return { ids: found.rows.map(({ id }) => id), total: counted.rows[0]?.total ?? 0 };
}
