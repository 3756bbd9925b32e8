import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Migration, Migrator } from 'kysely/migration';
import packageOfPortal from '../../../../package.json' with { type: 'json' };
import type { Database } from './database.ts';
import { raw, runSql, sql } from './sql.ts';

const { version: release } = packageOfPortal;
const defaultFolder = fileURLToPath(new URL('../../migrations/', import.meta.url));

/**
 * Migrates the database to the latest version, all or nothing, and returns the names of the applied migrations. Safe to
 * call from several processes at once: one migrates while the others wait. A database that a newer release has migrated
 * is left alone, so that this release can restart during an upgrade or a return from it; throws if it lacks what this
 * release needs.
 */
export async function migrate(db: Database, folder: string = defaultFolder): Promise<string[]> {
  const newer = await listNewerMigrations(db, folder);
  const breaking = newer.filter((name) => !suits(name, release));
  if (breaking.length > 0) throw new Error(newerVersion(breaking));
  if (newer.length > 0 && (await listPendingMigrations(db, folder)).length === 0) return [];
  const { error, results = [] } = await createMigrator(db, folder).migrateToLatest();
  if (error !== undefined) {
    const failed = results.find((result) => result.status === 'Error');
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration ${failed?.migrationName ?? ''} failed: ${reason}`, { cause: error });
  }
  return results.map((result) => result.migrationName);
}

/** Names of this version's migrations that the database does not have. */
export async function listPendingMigrations(db: Database, folder: string = defaultFolder): Promise<string[]> {
  const migrations = await createMigrator(db, folder).getMigrations();
  return migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

/** Throws unless the database has exactly the migrations of this version. */
export async function assertOwnVersion(db: Database): Promise<void> {
  const pending = await listPendingMigrations(db);
  const newer = await listNewerMigrations(db, defaultFolder);
  if (pending.length === 0 && newer.length === 0) return;
  const lacks = pending.length === 0 ? '' : ` It lacks: ${pending.join(', ')}.`;
  const has = newer.length === 0 ? '' : ` It also has: ${newer.join(', ')}.`;
  throw new Error(`The database is of another release: use the commands of that release.${lacks}${has}`);
}

/** Names of migrations in the database that this version does not have. */
async function listNewerMigrations(db: Database, folder: string): Promise<string[]> {
  const own = await readMigrations(folder);
  const isMigrated = sql`select to_regclass('kysely_migration') is not null as found`;
  const [table] = await runSql<{ found: boolean }>(db, isMigrated);
  if (table?.found !== true) return [];
  const rows = await runSql<{ name: string }>(db, sql`select name from kysely_migration order by name`);
  return rows.map(({ name }) => name).filter((name) => !(name in own));
}

/** A migration that removes something has the first release that does without it in its name: `0050_x.since-1.2.0`. */
function suits(name: string, version: string): boolean {
  const since = /\.since-([\d.]+)$/.exec(name)?.[1];
  return since === undefined || since.localeCompare(version, 'en', { numeric: true }) <= 0;
}

const newerVersion = (names: string[]) =>
  `A newer version of the portal has migrated this database (${names.join(', ')}) and removed what this one needs. ` +
  'Start that version, or restore the backup that was made before the upgrade.';

function createMigrator(db: Database, folder: string): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } });
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, name), 'utf8');
    return [name.slice(0, -'.sql'.length), { up: async (db) => void (await runSql(db, raw(text))) }];
  });
  return Object.fromEntries(await Promise.all(migrations));
}
