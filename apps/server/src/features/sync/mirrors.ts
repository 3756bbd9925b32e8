import type { SyncKind } from '@portal/contract/sync';
import type { CustomerRecord } from '@portal/netsuite/customers/customer-source';
import type { FulfillmentRecord } from '@portal/netsuite/fulfillments/fulfillment-source';
import type { InvoiceRecord } from '@portal/netsuite/invoices/invoice-source';
import type { OrderRecord } from '@portal/netsuite/orders/order-source';
import type { Database } from '../../platform/database.ts';
import { writeOrderLines } from './order-line-queries.ts';
import { fillProgressOfWritten } from './order-progress-queries.ts';

/** Fields that the sync itself reads of any record. */
export type MirroredRow = { readonly id: string; readonly lastModifiedDate: string | null };

type ColumnType = 'text' | 'bigint' | 'numeric' | 'date' | 'timestamptz' | 'jsonb';

/** A table that mirrors one kind of record, and the field for each of its columns. */
export type Mirror = {
  kind: SyncKind;
  table: 'sales_orders' | 'customers' | 'fulfillments' | 'invoices';
  /** Column with the record's customer. */
  customerColumn: 'customer_id' | 'id';
  /** Column with the day that date-limited runs select by; only orders have one. */
  dayColumn?: 'tran_date';
  /** Column with what people call the record, as SQL. */
  label: string;
  /** Columns that may change in NetSuite without the record's date, as `IdBucket.sums`. */
  sumColumns: readonly ('customer_id' | 'open_amount')[];
  /** How changes concern the orders' progress: `source` if it is made of these records, `target` for the orders. */
  progress?: 'source' | 'target';
  /** Writes related data that is not part of the row. */
  writeParts?(transaction: Database, rows: readonly MirroredRow[]): Promise<void>;
  columns: readonly { column: string; field: string; type: ColumnType }[];
};

/** The columns for fields of a record, by type; `customer_id` has `customerId`. */
function columnsOf<Row>(fields: Partial<Record<ColumnType, readonly (keyof Row & string)[]>>): Mirror['columns'] {
  return Object.entries(fields).flatMap(([type, names]) =>
    names.map((field) => ({
      column: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      field,
      type: type as ColumnType,
    })),
  );
}

const references = <Name extends string>(...names: Name[]) =>
  names.flatMap((name) => [`${name}Id`, `${name}Name`] as const);

/** The mirrors by kind. */
export const mirrors: Readonly<Record<SyncKind, Mirror>> = {
  orders: {
    kind: 'orders',
    table: 'sales_orders',
    customerColumn: 'customer_id',
    sumColumns: ['customer_id'],
    dayColumn: 'tran_date',
    label: 'tran_id',
    progress: 'target',
    async writeParts(transaction, rows) {
      await writeOrderLines(transaction, rows as readonly OrderRecord[]);
      await fillProgressOfWritten(
        transaction,
        rows.map(({ id }) => id),
      );
    },
    columns: columnsOf<OrderRecord>({
      bigint: ['customerId'],
      text: [
        ...(['customerName', 'tranId', 'memo', 'otherRefNum', 'email', 'billAddress', 'shipAddress'] as const),
        ...references('status', 'terms', 'location', 'currency', 'project'),
      ],
      date: ['tranDate', 'salesEffectiveDate', 'expectedDate'],
      timestamptz: ['createdDate', 'lastModifiedDate'],
      numeric: ['subtotal', 'total', 'tax', 'ordered', 'shipped', 'backordered'],
      jsonb: ['customFields'],
    }),
  },
  customers: {
    kind: 'customers',
    table: 'customers',
    customerColumn: 'id',
    sumColumns: [],
    label: 'coalesce(company_name, entity_id)',
    columns: columnsOf<CustomerRecord>({
      text: [
        ...(['entityId', 'companyName', 'email', 'phone', 'defaultAddress'] as const),
        ...references('category', 'entityStatus', 'terms', 'currency', 'language'),
        ...references('creditHoldOverride', 'priceLevel', 'subsidiary', 'salesRep'),
      ],
      timestamptz: ['dateCreated', 'lastModifiedDate'],
      numeric: ['balance', 'depositBalance', 'overdueBalance', 'unbilledOrders'],
      jsonb: ['customFields'],
    }),
  },
  fulfillments: {
    kind: 'fulfillments',
    table: 'fulfillments',
    customerColumn: 'customer_id',
    sumColumns: ['customer_id'],
    label: 'tran_id',
    progress: 'source',
    columns: columnsOf<FulfillmentRecord>({
      bigint: ['orderId', 'customerId'],
      text: ['tranId', 'statusId', 'methodId', 'methodName', 'carrier'],
      date: ['shipDate'],
      timestamptz: ['createdDate', 'lastModifiedDate'],
      jsonb: ['lines', 'packages'],
    }),
  },
  invoices: {
    kind: 'invoices',
    table: 'invoices',
    customerColumn: 'customer_id',
    label: 'tran_id',
    sumColumns: ['customer_id', 'open_amount'],
    progress: 'source',
    columns: columnsOf<InvoiceRecord>({
      bigint: ['orderId', 'customerId'],
      text: ['tranId', 'statusId', 'currencyId', 'currencyName'],
      date: ['tranDate', 'dueDate'],
      timestamptz: ['createdDate', 'lastModifiedDate'],
      numeric: ['total', 'openAmount'],
    }),
  },
};

/** The order in which the schedule syncs: what belongs to an order follows the orders. */
export const syncSequence: readonly SyncKind[] = ['customers', 'orders', 'fulfillments', 'invoices'];
