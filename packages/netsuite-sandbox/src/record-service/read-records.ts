import type pg from 'pg';
import type { Paging } from '../http/respond.ts';
import type { RecordType } from '../records.ts';
import type { Queryable } from '../store/database.ts';

/** The kept body of a record; undefined when there is none. */
export async function readBody(pool: Queryable, type: RecordType, id: string): Promise<string | undefined> {
  const found = await pool.query<{ body: string }>('SELECT body::text FROM record WHERE type = $1 AND id = $2', [
    type,
    id,
  ]);
  return found.rows[0]?.body;
}

/** The kept bodies of all records of a type, by ascending id. */
export async function readAllBodies(pool: pg.Pool, type: RecordType): Promise<string[]> {
  const found = await pool.query<{ body: string }>('SELECT body::text FROM record WHERE type = $1 ORDER BY id', [type]);
  return found.rows.map(({ body }) => body);
}

/** One page of ids with the total of all. */
export async function readIds(pool: pg.Pool, type: RecordType, { limit, offset }: Paging) {
  const found = await pool.query<{ ids: string[]; total: number }>(
    `SELECT ARRAY(SELECT id::text FROM record WHERE type = $1 ORDER BY record.id LIMIT $2 OFFSET $3) AS ids,
       (SELECT count(*)::int FROM record WHERE type = $1) AS total`,
    [type, limit, offset],
  );
  return found.rows[0] ?? { ids: [], total: 0 };
}
