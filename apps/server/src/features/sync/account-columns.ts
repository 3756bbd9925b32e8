import type { AccountColumns } from '@portal/netsuite/source/probe-columns';
import { hourMs } from '../../platform/clock.ts';
import { findColumns, saveColumns } from './account-queries.ts';
import type { RunBase } from './run-context.ts';

/** Interval for probing the columns again; they are also probed each night. */
const MAX_AGE_MS = hourMs;

/** Optional columns of the account, and whether they changed since the last probe. */
export type KnownColumns = { columns: AccountColumns; hasChanged: boolean };

/** Columns from the last probe; undefined before the first one. */
export async function rememberedColumns<Row extends { readonly id: string }>({
  db,
  mirror,
}: Pick<RunBase<Row>, 'db' | 'mirror'>): Promise<AccountColumns | undefined> {
  const known = await findColumns(db, mirror.kind);
  return known === undefined ? undefined : new Set(known.columns);
}

/**
 * Finds out which optional columns the account has, at most once an hour. Switching a NetSuite feature on or off adds
 * or removes columns, after which all records must be read again.
 */
export async function probeAccount<Row extends { readonly id: string }>({
  db,
  mirror,
  source,
  run,
  clock,
  signal,
}: RunBase<Row>): Promise<KnownColumns> {
  const known = await findColumns(db, mirror.kind);
  const now = clock.now();
  const age = known === undefined ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(known.probedAt);
  if (known !== undefined && age >= 0 && age < MAX_AGE_MS && run.mode !== 'nightly') {
    return { columns: new Set(known.columns), hasChanged: false };
  }
  const columns = await source.probe({ signal });
  const hasChanged = known !== undefined && new Set(known.columns).symmetricDifference(columns).size > 0;
  await saveColumns(db, mirror.kind, [...columns].sort(), now);
  return { columns, hasChanged };
}
