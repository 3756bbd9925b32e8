import type { AccountColumns } from '@portal/netsuite/source/probe-columns';
import { hourMs } from '../../platform/clock.ts';
import { findColumns, saveColumns } from './account-queries.ts';
import type { RunBase } from './run-context.ts';

/** Columns are probed again after this time, and each night. */
const MAX_AGE_MS = hourMs;

/** Which optional columns the account has, and whether that differs from the last time. */
export type KnownColumns = { columns: AccountColumns; hasChanged: boolean };

/** The columns as they were last probed; undefined before the first time. */
export async function rememberedColumns<Row extends { readonly id: string }>({
  db,
  mirror,
}: RunBase<Row>): Promise<AccountColumns | undefined> {
  const known = await findColumns(db, mirror.kind);
  return known === undefined ? undefined : new Set(known.columns);
}

/**
 * Finds out which optional columns the account has, unless that was done within the last hour. A feature that was switched
 * on or off adds or removes columns, after which all records are to be read anew.
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
