import type { Order } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import { orderStatuses } from '@portal/contract/values';
import { type DataTableColumn, dateColumn, moneyColumn } from '#components/data-table/columns.ts';
import { amountFilter } from '#components/data-table/filters/amount-filter.tsx';
import { daysFilter } from '#components/data-table/filters/days-filter.tsx';
import { optionsFilter } from '#components/data-table/filters/options-filter.tsx';
import { linkFilter, type TableFilter } from '#components/data-table/filters/table-filters.ts';
import { textFilter } from '#components/data-table/filters/text-filter.tsx';
import { StatusChip } from '#components/ui/status-chip.tsx';
import { isStaff, seesOrderNumbers } from '#lib/role.ts';
import { t } from '#lib/texts.ts';

type Column = DataTableColumn<Order>;

/** Columns of the orders list, in order. Columns that the role cannot see are never built. */
export function ordersColumns(role: Role): Column[] {
  return [
    ...(seesOrderNumbers(role) ? numbers(role) : []),
    ...(isStaff(role) ? [customer()] : []),
    {
      id: 'status',
      header: t('orders.column.status'),
      cell: ({ rawData: { status } }) => (status === undefined ? undefined : <StatusChip status={status.refName} />),
      // The first column of a row has wider padding.
      width: seesOrderNumbers(role) ? 176 : 192,
      grow: !seesOrderNumbers(role),
      card: 'line',
    },
    date('tranDate', t('orders.column.tranDate'), { hidden: true }),
    date('createdDate', t('orders.column.createdDate'), {
      card: 'note',
      ...(seesOrderNumbers(role) ? {} : { width: 192, grow: true }),
    }),
    date('lastModifiedDate', t('orders.column.lastModifiedDate'), { hidden: true }),
    date('salesEffectiveDate', t('orders.column.salesEffectiveDate'), { hidden: true, width: 172 }),
    {
      id: 'email',
      header: t('orders.column.email'),
      cell: ({ rawData }) => rawData.email,
      width: 230,
      tone: 'quiet',
      hidden: true,
    },
    reference('terms', t('orders.column.terms'), 130),
    reference('location', t('orders.column.location'), 170),
    reference('currency', t('orders.column.currency'), 110),
    reference('custbody_ns_project', t('orders.column.project'), 190),
    money('subtotal', t('orders.column.subtotal'), { hidden: true }),
    money('custbody_stc_tax_after_discount', t('orders.column.tax'), { hidden: true }),
    money('total', t('orders.column.total'), { card: 'figure', tone: 'plain' }),
  ];
}

function numbers(role: Role): Column[] {
  return [
    {
      id: 'tranId',
      header: t('orders.column.tranId'),
      cell: ({ rawData }) => rawData.tranId,
      width: 140,
      tone: 'strong',
      card: 'title',
    },
    {
      id: 'memo',
      header: t('orders.column.memo'),
      cell: ({ rawData }) => rawData.memo,
      width: 176,
      tone: 'quiet',
      grow: !isStaff(role),
    },
    {
      id: 'otherRefNum',
      header: t('orders.column.otherRefNum'),
      cell: ({ rawData }) => rawData.otherRefNum,
      width: 156,
      tone: 'quiet',
      grow: !isStaff(role),
    },
  ];
}

function customer(): Column {
  return {
    id: 'entity',
    header: t('orders.column.entity'),
    cell: ({ rawData }) => rawData.entity?.refName,
    width: 200,
    grow: true,
    card: 'line',
  };
}

type DateField = 'tranDate' | 'createdDate' | 'lastModifiedDate' | 'salesEffectiveDate';

function date(id: DateField, header: string, rest: Partial<Column>): Column {
  return dateColumn(id, header, ({ rawData }) => rawData[id], rest);
}

type ReferenceField = 'terms' | 'location' | 'currency' | 'custbody_ns_project';

function reference(id: ReferenceField, header: string, width: number): Column {
  return { id, header, cell: ({ rawData }) => rawData[id]?.refName, width, tone: 'quiet', hidden: true };
}

type MoneyField = 'subtotal' | 'custbody_stc_tax_after_discount' | 'total';

function money(id: MoneyField, header: string, rest: Partial<Column>): Column {
  return moneyColumn(id, header, ({ rawData }) => rawData[id], rest);
}

/** Filters of the orders list. Fields that the role cannot see cannot be filtered either. */
export function ordersFilters(role: Role): TableFilter[] {
  return [
    {
      kind: optionsFilter(orderStatuses, { renderOption: (status) => <StatusChip status={status} /> }),
      id: 'status',
      label: t('orders.filter.status'),
      common: true,
    },
    // `createData` is the API's fixed name (docs/api.md, Fixed names).
    { kind: daysFilter, id: 'createdDate', label: t('orders.filter.created'), serverKey: 'createData', common: true },
    { kind: amountFilter, id: 'total', label: t('orders.column.total'), common: true },
    ...(role === 'customer_guest' ? [assignment()] : []),
    ...(seesOrderNumbers(role) ? numberFilters() : []),
    ...(isStaff(role) ? [textFor('entity', t('orders.column.entity'))] : []),
    textFor('email', t('orders.column.email')),
    { kind: daysFilter, id: 'tranDate', label: t('orders.column.tranDate') },
    { kind: daysFilter, id: 'lastModifiedDate', label: t('orders.column.lastModifiedDate') },
    { kind: daysFilter, id: 'salesEffectiveDate', label: t('orders.column.salesEffectiveDate') },
    textFor('terms', t('orders.column.terms')),
    textFor('location', t('orders.column.location')),
    textFor('currency', t('orders.column.currency')),
    textFor('custbody_ns_project', t('orders.column.project')),
    { kind: amountFilter, id: 'subtotal', label: t('orders.column.subtotal') },
    { kind: amountFilter, id: 'custbody_stc_tax_after_discount', label: t('orders.column.tax') },
  ];
}

function numberFilters(): TableFilter[] {
  return [
    textFor('tranId', t('orders.column.tranId')),
    textFor('memo', t('orders.column.memo')),
    textFor('otherRefNum', t('orders.column.otherRefNum')),
  ];
}

function textFor(id: string, label: string): TableFilter {
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
