import type { Database } from '../../platform/database.ts';

/** A user's setting under a label; `setting` is text and is stored unchanged. */
export type PreferenceRow = { id: string; label: string; userId: string; setting: string; version: number };

/** Upserts a user's preference with a label. */
export async function writePreference(
  db: Database,
  { userId, label, setting }: { userId: string; label: string; setting: string },
  now: Date,
): Promise<PreferenceRow> {
  return db
    .insertInto('preferences')
    .values({ user_id: userId, label, setting, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'label']).doUpdateSet((set) => ({
        setting,
        updated_at: now,
        version: set('preferences.version', '+', 1),
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

/** Returns how many other labels a user has. */
export async function countOtherPreferences(db: Database, userId: string, label: string): Promise<number> {
  const { count } = await db
    .selectFrom('preferences')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('label', '<>', label)
    .executeTakeFirstOrThrow();
  return Number(count);
}
