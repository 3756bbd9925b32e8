import type { SavedView } from '#components/data-table/presets/preset-view.ts';
import { readStored, writeStored } from '#lib/storage.ts';

/** A saved order view, as it is kept in this browser. */
interface OrderView {
  id: string;
  name: string;
  /** By the list's filters; `minAmount` is the least total. */
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
 * The views of the orders list. The first reading writes the two that it comes with, and so does one that finds no
 * list; what is no view in a list is left out.
 */
export function readOrderViews(): OrderView[] {
  const stored = parse(readStored(storageKey));
  if (Array.isArray(stored)) return stored.filter(isOrderView);
  writeStored(storageKey, JSON.stringify(defaults));
  return [...defaults];
}

/** The views, the default first, as the list of orders applies them. */
export function orderViews(): SavedView[] {
  return readOrderViews()
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

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}

function isOrderView(value: unknown): value is OrderView {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name, filters, sortBy, sortOrder, isDefault } = value as Record<string, unknown>;
  return (
    [id, name, sortBy].every((text) => typeof text === 'string' && text !== '') &&
    (sortOrder === 'ASC' || sortOrder === 'DESC') &&
    typeof isDefault === 'boolean' &&
    typeof filters === 'object' &&
    filters !== null &&
    Object.values(filters).every((filter) => typeof filter === 'string' || typeof filter === 'number')
  );
}
