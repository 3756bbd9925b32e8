import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { runSql, sql } from './sql.ts';

const { database, url, drop } = await createTestDatabase();
afterAll(drop);

describe('values from the database', () => {
  test('are exact and in the format of the API', async () => {
    const statement = sql`select 9007199254740993::bigint as big, 0.10::numeric as money, '2026-02-29'::text as text,
      date '2026-02-28' as day, timestamptz '2026-03-01 08:15:00.123456+02' as moment,
      timestamptz '2026-03-01 08:15:00Z' as whole, '\\x00ff'::bytea as bytes, '{"a": [1]}'::jsonb as json,
      null::date as nothing`;
    expect(await runSql(database.db, statement)).toEqual([
      {
        big: '9007199254740993',
        money: '0.10',
        text: '2026-02-29',
        day: '2026-02-28',
        moment: '2026-03-01T06:15:00.123456Z',
        whole: '2026-03-01T08:15:00Z',
        bytes: Buffer.from([0, 255]),
        json: { a: [1] },
        nothing: null,
      },
    ]);
  });
});

describe('migrations', () => {
  test('several processes can start at the same time', async () => {
    const admin = openDatabase({ url, maxConnections: 1 });
    await admin.pool.query('create database fresh');
    const fresh = new URL(url);
    fresh.pathname = '/fresh';
    const processes = Array.from({ length: 4 }, () => openDatabase({ url: fresh.href, maxConnections: 2 }));
    const applied = await Promise.all(processes.map(({ db }) => migrate(db)));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    expect(await migrate(processes[0]?.db ?? admin.db)).toEqual([]);
    await Promise.all(processes.map((process) => process.close()));
    await admin.pool.query('drop database fresh');
    await admin.close();
  });

  test('a failed migration is rolled back and named, and only newer ones that remove something stop a start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'order-portal-migrations-'));
    await writeFile(join(folder, '0001_fine.sql'), 'create table fine (id int);');
    await writeFile(join(folder, '0002_broken.sql'), 'create table half (id int); create tabel broken (id int);');
    const admin = openDatabase({ url, maxConnections: 1 });
    await admin.pool.query('create database broken');
    const other = new URL(url);
    other.pathname = '/broken';
    const client = openDatabase({ url: other.href, maxConnections: 2 });
    await expect(migrate(client.db, folder)).rejects.toThrow(/^Migration 0002_broken failed: /);
    const { rows } = await client.pool.query("select tablename from pg_tables where tablename in ('fine', 'half')");
    expect(rows).toEqual([]);

    await rm(join(folder, '0002_broken.sql'));
    const later = {
      '0002_newer': 'create table newer (id int);',
      '0003_unused.since-0.9.0': 'drop table fine;',
      '0004_used.since-99.10.0': 'drop table newer;',
    };
    const [adds, unused, removes] = Object.keys(later);
    for (const [name, statement] of Object.entries(later)) await writeFile(join(folder, `${name}.sql`), statement);
    expect(await migrate(client.db, folder)).toEqual(['0001_fine', adds, unused, removes]);
    for (const name of [adds, unused]) await rm(join(folder, `${name}.sql`));
    expect(await migrate(client.db, folder)).toEqual([]);
    await rm(join(folder, `${removes}.sql`));
    await expect(migrate(client.db, folder)).rejects.toThrow(
      'A newer version of the portal has migrated this database (0004_used.since-99.10.0) and removed what this one needs. ' +
        'Start that version, or restore the backup that was made before the upgrade.',
    );
    await client.close();
    await admin.pool.query('drop database broken');
    await admin.close();
    await rm(folder, { recursive: true });
  });
});
