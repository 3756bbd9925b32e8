import type { Role } from '@portal/contract/permissions';
import { amountFilter } from '#components/data-table/filters/amount-filter.tsx';
import { daysFilter } from '#components/data-table/filters/days-filter.tsx';
import { optionsFilter } from '#components/data-table/filters/options-filter.tsx';
import { linkFilter, type TableFilter } from '#components/data-table/filters/table-filters.ts';
import { textFilter } from '#components/data-table/filters/text-filter.tsx';
import { StatusChip } from '#components/ui/status-chip.tsx';
import { t } from '#lib/texts.ts';
import { orderStatuses } from './order-statuses.ts';
import { seesCustomerColumn, seesOrderNumbers } from './orders-columns.tsx';

/** Filters of the orders list. Fields that the role cannot see cannot be filtered either. */
export function ordersFilters(role: Role): TableFilter[] {
  return [
    {
      kind: optionsFilter(orderStatuses, { renderOption: (status) => <StatusChip status={status} /> }),
      id: 'status',
      label: t('orders.filter.status'),
      common: true,
    },
    // Must match the server's spelling.
    { kind: daysFilter, id: 'createdDate', label: t('orders.filter.created'), serverKey: 'createData', common: true },
    { kind: amountFilter, id: 'total', label: t('orders.column.total'), common: true },
    ...(role === 'customer_guest' ? [assignment()] : []),
    ...(seesOrderNumbers(role) ? numbers() : []),
    ...(seesCustomerColumn(role) ? [text('entity', t('orders.column.entity'))] : []),
    text('email', t('orders.column.email')),
    { kind: daysFilter, id: 'tranDate', label: t('orders.column.tranDate') },
    { kind: daysFilter, id: 'lastModifiedDate', label: t('orders.column.lastModifiedDate') },
    { kind: daysFilter, id: 'salesEffectiveDate', label: t('orders.column.salesEffectiveDate') },
    text('terms', t('orders.column.terms')),
    text('location', t('orders.column.location')),
    text('currency', t('orders.column.currency')),
    text('custbody_ns_project', t('orders.column.project')),
    { kind: amountFilter, id: 'subtotal', label: t('orders.column.subtotal') },
    { kind: amountFilter, id: 'custbody_stc_tax_after_discount', label: t('orders.column.tax') },
  ];
}

function numbers(): TableFilter[] {
  return [
    text('tranId', t('orders.column.tranId')),
    text('memo', t('orders.column.memo')),
    text('otherRefNum', t('orders.column.otherRefNum')),
  ];
}

function text(id: string, label: string): TableFilter {
  return { kind: textFilter, id, label };
}

/** Filters by assignment: the link in an assignment email contains its id. */
function assignment(): TableFilter {
  return {
    kind: linkFilter(t('orders.filter.assignmentSummary'), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    id: 'assignment',
    label: t('orders.filter.assignment'),
  };
}
