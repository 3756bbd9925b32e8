import { Eye, ReceiptText } from 'lucide-react';
import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { anyOf } from '#components/data-table/client-rows.ts';
import type { DataTableColumn } from '#components/data-table/columns.ts';
import { DataTable } from '#components/data-table/data-table.tsx';
import type { DataTableProps } from '#components/data-table/data-table-props.ts';
import { daysFilter } from '#components/data-table/filters/days-filter.tsx';
import { optionsFilter } from '#components/data-table/filters/options-filter.tsx';
import type { TableFilter } from '#components/data-table/filters/table-filters.ts';
import type { PageRequest, RowPage } from '#components/data-table/page-request.ts';
import type { RowAction, RowBehavior } from '#components/data-table/row-behavior.ts';
import { useRowSelection } from '#components/data-table/selection/row-selection.ts';
import type { ClientSource, ServerSource } from '#components/data-table/use-table-rows.ts';
import { renderPage } from './render-page.tsx';

export interface Fruit {
  id: string;
  name: string;
  colour: string;
  weight: number;
}

const colours = ['red', 'green', 'yellow'];
/** Sample rows for table tests: 45 fruit. */
export const basket: Fruit[] = Array.from({ length: 45 }, (_, index) => ({
  id: String(index + 1),
  name: `Fruit ${String(index + 1).padStart(2, '0')}`,
  colour: colours[index % 3] ?? '',
  weight: (index * 7) % 45,
}));

const columns: DataTableColumn<Fruit>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, width: 160, card: 'title', tone: 'strong' },
  { id: 'colour', header: 'Colour', cell: (row) => row.colour, width: 120, card: 'line' },
  { id: 'origin', header: 'Origin', cell: () => undefined, width: 120, sortable: false },
  { id: 'weight', header: 'Weight', cell: (row) => String(row.weight), width: 100, align: 'end', card: 'figure' },
  { id: 'note', header: 'Note', cell: (row) => `Note on ${row.name}`, width: 200, hidden: true },
];
const filters: readonly TableFilter[] = [
  { kind: optionsFilter(colours), id: 'colour', label: 'Colour' },
  { kind: daysFilter, id: 'picked', label: 'Picked' },
];
const texts = { empty: 'No fruit found.', emptyIcon: ReceiptText, failed: 'The fruit could not be loaded.' };

/** Searches, filters, sorts and pages as the server does. */
export function fetchPage(rows: Fruit[]) {
  return async ({ page, limit, sortBy, sortOrder, search = '', filter }: PageRequest): Promise<RowPage<Fruit>> => {
    const colour: string | undefined = JSON.parse(filter ?? '{}').colour;
    const found = rows.filter((row) => row.name.includes(search) && (colour?.split(',').includes(row.colour) ?? true));
    const key = sortBy as 'name' | 'weight';
    const sorted = found.toSorted((a, b) => (a[key] < b[key] ? -1 : 1) * (sortOrder === 'ASC' ? 1 : -1));
    const items = sorted.slice((page - 1) * limit, page * limit);
    return { items, total: found.length, pages: Math.ceil(found.length / limit), page, limit };
  };
}

/** The same rows, loaded at once: the table searches, sorts and pages them. */
export function basketSource(read: () => Promise<Fruit[]> = async () => basket): ClientSource<Fruit> {
  return {
    query: { queryKey: ['fruit'], queryFn: read },
    rules: {
      id: (row) => row.id,
      searched: (row) => [row.name],
      sortKeys: { name: (row) => row.name, weight: (row) => row.weight, colour: (row) => row.colour },
      filters: { colour: anyOf((row) => row.colour) },
    },
  };
}

interface Options {
  source?: Partial<ServerSource<Fruit>> | ClientSource<Fruit>;
  rows?: Fruit[];
  actions?: readonly RowAction<Fruit>[];
  /** Makes the rows selectable. */
  selectable?: boolean;
}

function SelectableTable(props: DataTableProps<Fruit>) {
  return <DataTable {...props} selection={useRowSelection(props.behavior.id)} />;
}

/** Renders the fruit table at an address. */
export async function show(
  address: string,
  { source = {}, rows = basket, actions = [], selectable = false }: Options = {},
) {
  const onOpen = vi.fn<(row: Fruit) => void>();
  const behavior: RowBehavior<Fruit> = {
    id: (row) => row.id,
    label: (row) => row.name,
    href: (row) => `/fruit?open=${row.id}`,
    onOpen,
    onIntent: () => undefined,
    actions: [{ label: 'View Details', icon: Eye, onSelect: onOpen }, ...actions],
  };
  const all = 'rules' in source ? source : { queryKey: ['fruit'], fetchPage: fetchPage(rows), ...source };
  const Table = selectable ? SelectableTable : DataTable<Fruit>;
  const rendered = await renderPage(
    <Table
      tableKey="fruit"
      label="Fruit"
      searchLabel="Search fruit..."
      texts={texts}
      columns={columns}
      source={all}
      filters={filters}
      defaultSort={{ id: 'name', descending: false }}
      behavior={behavior}
    />,
    address,
  );
  return { ...rendered, onOpen };
}

export const row = (name: string) => page.getByRole('row').filter({ hasText: name });
export const count = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible();
export const header = (name: string) => page.getByRole('columnheader', { name });
