import { booleansOf, isRecord, parseJson } from '#lib/json.ts';
import { readOwner } from '#lib/session.ts';
import { readStored, writeStored } from '#lib/storage.ts';

/** Explicit visibility of columns by id. Columns without an entry, such as new ones, keep their default. */
export type ColumnChoices = Readonly<Record<string, boolean>>;

interface StoredTable {
  /** The last state without its page, as URL parameters. */
  params: Readonly<Record<string, unknown>>;
  columns: ColumnChoices;
  /** Column ids in the user's order; empty for the default order. */
  order: readonly string[];
}

const empty: StoredTable = { params: {}, columns: {}, order: [] };

/** Stored data of a table; empty if there is none, if it belongs to another user, or if it is invalid. */
export function readStoredTable(tableKey: string): StoredTable {
  const stored = parseJson(readStored(storageKey(tableKey)));
  if (!isRecord(stored) || (stored.owner ?? readOwner()) !== readOwner()) return empty;
  return {
    params: isRecord(stored.params) ? stored.params : {},
    columns: isRecord(stored.columns) ? booleansOf(stored.columns) : {},
    order: Array.isArray(stored.order) ? stored.order.filter((id) => typeof id === 'string') : [],
  };
}

/** Updates part of a table's stored data and keeps the rest. */
export function storeTable(tableKey: string, part: Partial<StoredTable>): void {
  writeStored(storageKey(tableKey), JSON.stringify({ owner: readOwner(), ...readStoredTable(tableKey), ...part }));
}

function storageKey(tableKey: string): string {
  return `table-${tableKey}`;
}
