import { listNamedIds, saveNames } from './account-queries.ts';
import { renameInMirrors } from './mirror-queries.ts';
import type { RunContext } from './run-context.ts';

/**
 * Stores the names that the run looked up, and updates changed names in every order and customer that shows them. All
 * names in use are looked up again each night, since renaming a term or a location changes no order's date.
 */
export async function updateNames(context: RunContext): Promise<void> {
  const { db, reader, run, signal } = context;
  if (run.mode === 'nightly') {
    const inUse = await listNamedIds(db);
    await reader.loadNames(Object.fromEntries(inUse.map(({ type, ids }) => [type, ids])), { signal });
  }
  await db.transaction().execute(async (transaction) => {
    const renamed = await saveNames(transaction, reader.names());
    await renameInMirrors(transaction, renamed);
  });
}
