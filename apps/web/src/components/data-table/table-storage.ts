import { readUser } from '#lib/session.ts';
import { readStored, writeStored } from '#lib/storage.ts';
import type { SearchParams } from './table-state.ts';

/** Columns shown or hidden against their default, by id: a column of a later version appears as it was meant to. */
export type ColumnChoices = Readonly<Record<string, boolean>>;

interface StoredTable {
  /** The last state but its page, as its URL said it. */
  params: SearchParams;
  columns: ColumnChoices;
  /** Ids of the columns as the reader ordered them; empty for the usual order. */
  order: readonly string[];
}

const empty: StoredTable = { params: {}, columns: {}, order: [] };

/** What this browser kept of a table; nothing when it never did, did so for somebody else, or when it cannot be read. */
export function readStoredTable(tableKey: string): StoredTable {
  try {
    const stored: unknown = JSON.parse(readStored(storageKey(tableKey)) ?? 'null');
    if (!isRecord(stored) || (stored.owner ?? owner()) !== owner()) return empty;
    return {
      params: isRecord(stored.params) ? stored.params : {},
      columns: isRecord(stored.columns) ? booleansOf(stored.columns) : {},
      order: Array.isArray(stored.order) ? stored.order.filter((id) => typeof id === 'string') : [],
    };
  } catch {
    return empty;
  }
}

/** Keeps a part of what there is of a table and leaves the rest as it is. */
export function storeTable(tableKey: string, part: Partial<StoredTable>): void {
  writeStored(storageKey(tableKey), JSON.stringify({ owner: owner(), ...readStoredTable(tableKey), ...part }));
}

/** Several people may use a browser: what one looked for is not what the next sees. */
function owner(): string {
  return readUser()?.id ?? '';
}

function storageKey(tableKey: string): string {
  return `table-${tableKey}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function booleansOf(record: Record<string, unknown>): ColumnChoices {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, boolean] => entry[1] === !!entry[1]),
  );
}
