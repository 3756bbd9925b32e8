import { isConfiguredAs } from '@portal/netsuite/source/custom-fields';
import type { AccountColumns } from '@portal/netsuite/source/probe-columns';
import { hourMs } from '../../platform/clock.ts';
import type { RunBase } from './run-context.ts';

type Kind = Pick<RunBase, 'db' | 'source' | 'mirror'>;

/** Interval for probing the columns again; they are also probed each night. */
const MAX_AGE_MS = hourMs;

/**
 * Optional columns of the account. `remember` is set if they changed since the last probe, so that all records must be
 * read again: it saves them once that has begun. `lost` are those that the account or the role had before.
 */
type KnownColumns = { columns: AccountColumns; remember?: () => Promise<unknown>; lost?: string[] };

/** Columns from the last probe; undefined before the first one, once forgotten, and after the configured custom fields changed. */
export async function rememberedColumns(base: Kind): Promise<AccountColumns | undefined> {
  const known = await findColumns(base);
  return known?.isCurrent ? known.columns : undefined;
}

/**
 * Finds out which optional columns the account has, at most once an hour and when the configured custom fields have
 * changed. Switching a NetSuite feature on or off adds or removes columns.
 */
export async function probeAccount(base: RunBase, isFirstRead: boolean): Promise<KnownColumns> {
  const { db, mirror, source, run, clock, signal } = base;
  const known = await findColumns(base);
  const now = clock.now();
  const age = now.getTime() - Date.parse(known?.probedAt ?? '');
  if (known?.isCurrent && age >= 0 && age < MAX_AGE_MS && run.mode !== 'nightly') return { columns: known.columns };
  const columns = await source.probe({ signal });
  // A migration may forget the columns so that all records are read again.
  const isSame = known?.isCurrent && known.columns.symmetricDifference(columns).size === 0;
  const values = { columns: [...columns].sort(), probed_at: now };
  const remember = () =>
    db
      .insertInto('netsuite_columns')
      .values({ kind: mirror.kind, ...values })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
      .execute();
  const lost = source.candidates.filter((column) => known?.columns.has(column) && !columns.has(column));
  if (!isSame && (known !== undefined || !isFirstRead)) return { columns, remember, lost };
  await remember();
  return { columns };
}

/** Makes the next run of everything read all records again, since a run of some records read other columns; it names what was lost. */
export async function forgetColumns({ db, mirror }: Kind): Promise<void> {
  const all = db.updateTable('netsuite_columns').set({ probed_at: new Date(0) });
  await all.where('kind', '=', mirror.kind).execute();
}

async function findColumns({ db, mirror, source }: Kind) {
  const all = db.selectFrom('netsuite_columns').select(['columns', 'probed_at as probedAt']);
  const found = await all.where('kind', '=', mirror.kind).executeTakeFirst();
  if (found === undefined) return undefined;
  const isCurrent = Date.parse(found.probedAt) > 0 && isConfiguredAs(found.columns, source.configuration);
  return { columns: new Set(found.columns), probedAt: found.probedAt, isCurrent };
}
