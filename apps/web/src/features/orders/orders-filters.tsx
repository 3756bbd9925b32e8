import type { TableFilter } from '#components/data-table/table-filters.ts';
import { StatusChip } from '#components/ui/status-chip.tsx';
import { t } from '#lib/texts.ts';
import { orderStatuses } from './order-statuses.ts';

/** What the list of orders can be narrowed by. */
export const ordersFilters: readonly TableFilter[] = [
  {
    kind: 'options',
    id: 'status',
    label: t('orders.filter.status'),
    options: orderStatuses,
    renderOption: (status) => <StatusChip status={status} />,
  },
  // The server's name of this one is the specification's, spelled so.
  { kind: 'days', id: 'createdDate', label: t('orders.filter.created'), serverKey: 'createData' },
];
