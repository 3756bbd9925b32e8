import { NetsuiteError } from '@portal/netsuite/client/netsuite-error';
import { systemSyncScope } from '../../access/scope.ts';
import { hourMs } from '../../platform/clock.ts';
import { rememberedColumns } from './account-columns.ts';
import { saveNames } from './account-queries.ts';
import { findOutdated, findUnmirrored, renameInMirrors } from './mirror-queries.ts';
import { type RunBase, writeRecords } from './run-context.ts';

/**
 * Reads records by id outside of a sync and updates the mirror. Never replaces a newer version with an older one. A
 * record is removed only if NetSuite has a deletion record of it; any other doubt is left to the next sync, as is
 * everything when NetSuite does not answer.
 */
export async function readAnnounced(
  base: Pick<RunBase, 'db' | 'clock' | 'log' | 'source' | 'mirror'>,
  ids: readonly string[],
): Promise<void> {
  const { db, clock, log, source, mirror } = base;
  const scope = systemSyncScope();
  const columns = await rememberedColumns(base);
  // The first sync reads everything.
  if (columns === undefined) return;
  const reader = source.open(columns);
  try {
    const { rows, failures } = await reader.read(ids);
    const returned = new Set([...rows, ...failures].map(({ id }) => id));
    const missing = ids.filter((id) => !returned.has(id));
    const unmirrored = new Set(await findUnmirrored(scope, db, mirror, missing));
    const gone = missing.filter((id) => !unmirrored.has(id));
    const dayAgo = new Date(clock.now().getTime() - 24 * hourMs);
    const deleted = new Set(gone.length === 0 ? [] : await source.deletedSince(dayAgo));
    await db.transaction().execute(async (transaction) => {
      const outdated = new Set(await findOutdated(scope, transaction, mirror, rows));
      const result = {
        rows: rows.filter(({ id }) => !outdated.has(id)),
        deletedIds: gone.filter((id) => deleted.has(id)),
        failures,
      };
      await writeRecords(transaction, { scope, mirror, clock }, result);
      await renameInMirrors(transaction, await saveNames(transaction, reader.names()));
    });
  } catch (error) {
    if (!(error instanceof NetsuiteError)) throw error;
    log.warn({ err: error, kind: mirror.kind, records: ids.length }, 'announced records wait for the next sync');
  }
}
