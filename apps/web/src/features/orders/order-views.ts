import type { BuiltInView } from '#components/data-table/presets/preset-view.ts';
import { isRecord, parseJson } from '#lib/json.ts';
import { readStored, writeStored } from '#lib/storage.ts';

/** A saved order view in the browser's storage. */
interface OrderView {
  id: string;
  name: string;
  /** Values by filter id; `minAmount` is the minimum total. */
  filters: Readonly<Record<string, string | number>>;
  sortBy: string;
  sortOrder: 'ASC' | 'DESC';
  isDefault: boolean;
}

const storageKey = 'orderViews';

const defaults: readonly OrderView[] = [
  { id: 'recent', name: 'Recent Orders', filters: {}, sortBy: 'createdDate', sortOrder: 'DESC', isDefault: true },
  {
    id: 'high-value',
    name: 'High Value Orders',
    filters: { minAmount: 1000 },
    sortBy: 'total',
    sortOrder: 'DESC',
    isDefault: false,
  },
];

/**
 * Reads the saved views of the orders list. If nothing or no list is stored, stores the two default views. Invalid
 * entries in a list are dropped.
 */
export function readOrCreateOrderViews(): OrderView[] {
  const stored = parseJson(readStored(storageKey));
  if (Array.isArray(stored)) return stored.filter(isOrderView);
  writeStored(storageKey, JSON.stringify(defaults));
  return [...defaults];
}

/** Saved views in the form that the orders list applies, the default first. */
export function orderViews(): BuiltInView[] {
  return readOrCreateOrderViews()
    .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
    .map(({ id, name, filters: { minAmount, ...filters }, sortBy, sortOrder, isDefault }) => ({
      id,
      name,
      isDefault,
      params: {
        ...filters,
        ...(minAmount === undefined ? {} : { total: `${minAmount},` }),
        sort: `${sortOrder === 'DESC' ? '-' : ''}${sortBy}`,
      },
    }));
}

function isOrderView(value: unknown): value is OrderView {
  if (!isRecord(value)) return false;
  const { id, name, filters, sortBy, sortOrder, isDefault } = value;
  return (
    [id, name, sortBy].every((text) => typeof text === 'string' && text !== '') &&
    (sortOrder === 'ASC' || sortOrder === 'DESC') &&
    typeof isDefault === 'boolean' &&
    isRecord(filters) &&
    Object.values(filters).every((filter) => typeof filter === 'string' || typeof filter === 'number')
  );
}
