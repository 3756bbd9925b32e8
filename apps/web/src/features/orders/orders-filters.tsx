import type { Role } from '@portal/contract/permissions';
import type { TableFilter } from '#components/data-table/filters/table-filters.ts';
import { StatusChip } from '#components/ui/status-chip.tsx';
import { t } from '#lib/texts.ts';
import { orderStatuses } from './order-statuses.ts';
import { seesCustomerColumn, seesOrderNumbers } from './orders-columns.tsx';

/** Filters of the orders list. Fields that the role cannot see cannot be filtered either. */
export function ordersFilters(role: Role): TableFilter[] {
  return [
    {
      kind: 'options',
      id: 'status',
      label: t('orders.filter.status'),
      options: orderStatuses,
      renderOption: (status) => <StatusChip status={status} />,
      common: true,
    },
    // Must match the server's spelling.
    { kind: 'days', id: 'createdDate', label: t('orders.filter.created'), serverKey: 'createData', common: true },
    { kind: 'amount', id: 'total', label: t('orders.column.total'), common: true },
    ...(role === 'customer_guest' ? [assignment()] : []),
    ...(seesOrderNumbers(role) ? numbers() : []),
    ...(seesCustomerColumn(role) ? [text('entity', t('orders.column.entity'))] : []),
    text('email', t('orders.column.email')),
    { kind: 'days', id: 'tranDate', label: t('orders.column.tranDate') },
    { kind: 'days', id: 'lastModifiedDate', label: t('orders.column.lastModifiedDate') },
    { kind: 'days', id: 'salesEffectiveDate', label: t('orders.column.salesEffectiveDate') },
    text('terms', t('orders.column.terms')),
    text('location', t('orders.column.location')),
    text('currency', t('orders.column.currency')),
    text('custbody_ns_project', t('orders.column.project')),
    { kind: 'amount', id: 'subtotal', label: t('orders.column.subtotal') },
    { kind: 'amount', id: 'custbody_stc_tax_after_discount', label: t('orders.column.tax') },
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
  return { kind: 'text', id, label };
}

/** Filters by assignment: the link in an assignment email contains its id. */
function assignment(): TableFilter {
  return {
    kind: 'given',
    id: 'assignment',
    label: t('orders.filter.assignment'),
    summary: t('orders.filter.assignmentSummary'),
    pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  };
}
