import { findWrongCounts, rebuildCounts } from '../jobs/housekeeping.ts';
import { migrate } from '../platform/migrate.ts';
import { type Command, withDatabase } from './command.ts';

/** Commands that need the database only. */
export const databaseCommands: Record<string, Command> = {
  migrate: {
    summary: 'Bring the database to the version of this release, as a start of the portal does',
    run: () =>
      withDatabase(async ({ db }) => {
        const applied = await migrate(db);
        console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
        return 0;
      }),
  },
  'mirror rebuild-counts': {
    summary: 'Count all mirrored orders anew; safe while the portal runs',
    run: () =>
      withDatabase(async ({ db }) => {
        const wrong = Object.entries(await findWrongCounts(db));
        await rebuildCounts(db);
        const corrected = wrong.map(([table, count]) => `${count} in ${table}`).join(', ');
        console.log(`Order counts are rebuilt. Wrong before: ${corrected || 'none'}.`);
        return 0;
      }),
  },
};
