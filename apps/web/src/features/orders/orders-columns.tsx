import type { Order } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import { type DataTableColumn, dateColumn, moneyColumn } from '#components/data-table/columns.ts';
import { StatusChip } from '#components/ui/status-chip.tsx';
import { t } from '#lib/texts.ts';

type Column = DataTableColumn<Order>;

/** Returns whether the role can see the numbers by which customers and carriers identify an order. Guests cannot. */
export function seesOrderNumbers(role: Role): boolean {
  return role !== 'customer_guest';
}

/** Returns whether the role's list can contain more than one customer. */
export function seesCustomerColumn(role: Role): boolean {
  return role === 'admin' || role === 'member';
}

/** Columns of the orders list, in order. Columns that the role cannot see are never built. */
export function ordersColumns(role: Role): Column[] {
  return [
    ...(seesOrderNumbers(role) ? numbers(role) : []),
    ...(seesCustomerColumn(role) ? [customer()] : []),
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
      grow: !seesCustomerColumn(role),
    },
    {
      id: 'otherRefNum',
      header: t('orders.column.otherRefNum'),
      cell: ({ rawData }) => rawData.otherRefNum,
      width: 156,
      tone: 'quiet',
      grow: !seesCustomerColumn(role),
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
