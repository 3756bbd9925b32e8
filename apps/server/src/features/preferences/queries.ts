import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';

/** What a user keeps under a label; `setting` is text, as it came. */
export type PreferenceRow = { id: string; label: string; userId: string; setting: string; version: number };

/** Creates or replaces a user's preference of a label. */
export async function writePreference(
  db: Database,
  { userId, label, setting }: { userId: string; label: string; setting: string },
  now: Date,
): Promise<PreferenceRow> {
  return db
    .insertInto('preferences')
    .values({ user_id: userId, label, setting, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'label']).doUpdateSet(({ ref }) => ({
        setting,
        updated_at: now,
        version: sql<number>`${ref('preferences.version')} + 1`,
      })),
    )
    .returning(['id', 'label', 'user_id as userId', 'setting', 'version'])
    .executeTakeFirstOrThrow();
}

export async function findPreference(db: Database, userId: string, label: string): Promise<PreferenceRow | undefined> {
  return db
    .selectFrom('preferences')
    .select(['id', 'label', 'user_id as userId', 'setting', 'version'])
    .where('user_id', '=', userId)
    .where('label', '=', label)
    .executeTakeFirst();
}

/** How many labels a user keeps, beside this one. */
export async function countOtherPreferences(db: Database, userId: string, label: string): Promise<number> {
  const { count } = await db
    .selectFrom('preferences')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('label', '<>', label)
    .executeTakeFirstOrThrow();
  return Number(count);
}
