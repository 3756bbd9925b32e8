import type pg from 'pg';

/** A table of the portal or of its job queue. */
export type BackupTable = {
  /** With its schema, as SQL writes it: `public.users`. */
  name: string;
  /** Columns that are stored, in order; generated ones are computed anew. */
  columns: { name: string; type: string }[];
};

/** What must be the same in the database that a backup is restored into. */
export type SchemaVersion = { migrations: string[]; queue: number | null };

/** All tables, each partitioned one as a whole. */
export async function listTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(`
    select format('%I.%I', nspname, relname) as name,
      json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod))
        order by attnum) as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
    where nspname in ('public', 'pgboss') and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by 1 order by 1`);
  return rows;
}

/** Migrations of the portal and version of the job queue's own tables; null before the queue's first start. */
export async function readSchemaVersion(client: pg.ClientBase): Promise<SchemaVersion> {
  const migrations = await client.query<{ name: string }>('select name from kysely_migration order by name');
  const queue = await client.query<{ exists: boolean }>(`select to_regclass('pgboss.version') is not null as exists`);
  const version = queue.rows[0]?.exists
    ? (await client.query<{ version: number }>('select version from pgboss.version')).rows[0]?.version
    : undefined;
  return { migrations: migrations.rows.map(({ name }) => name), queue: version ?? null };
}
