import { isConfiguredAs } from '@portal/netsuite/source/custom-fields';
import type { AccountColumns } from '@portal/netsuite/source/probe-columns';
import { hourMs } from '../../platform/clock.ts';
import { findColumns, saveColumns } from './account-queries.ts';
import type { RunBase } from './run-context.ts';

/** Interval for probing the columns again; they are also probed each night. */
const MAX_AGE_MS = hourMs;

/**
 * Optional columns of the account. If they changed since the last probe, all records must be read again: `remember`
 * saves the new ones once that has begun.
 */
export type KnownColumns = { columns: AccountColumns; hasChanged: boolean; remember: () => Promise<void> };

/** Columns from the last probe; undefined before the first one, and after the configured custom fields changed. */
export async function rememberedColumns({
  db,
  mirror,
  source,
}: Pick<RunBase, 'db' | 'source' | 'mirror'>): Promise<AccountColumns | undefined> {
  const known = await findColumns(db, mirror.kind);
  return known !== undefined && isConfiguredAs(known.columns, source.configuration)
    ? new Set(known.columns)
    : undefined;
}

/**
 * Finds out which optional columns the account has, at most once an hour and when the configured custom fields have
 * changed. Switching a NetSuite feature on or off adds or removes columns.
 */
export async function probeAccount(
  { db, mirror, source, run, clock, signal }: RunBase,
  isFirstRead: boolean,
): Promise<KnownColumns> {
  const known = await findColumns(db, mirror.kind);
  const now = clock.now();
  const age = known === undefined ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(known.probedAt);
  const isCurrent = known !== undefined && isConfiguredAs(known.columns, source.configuration);
  if (isCurrent && age >= 0 && age < MAX_AGE_MS && run.mode !== 'nightly') {
    return { columns: new Set(known.columns), hasChanged: false, remember: async () => undefined };
  }
  const columns = await source.probe({ signal });
  // A migration may forget the columns so that all records are read again.
  const hasChanged = known === undefined ? !isFirstRead : new Set(known.columns).symmetricDifference(columns).size > 0;
  const remember = () => saveColumns(db, mirror.kind, [...columns].sort(), now);
  if (!hasChanged) await remember();
  return { columns, hasChanged, remember };
}
