import type { SyncKind } from '@portal/contract/sync';
import type { CustomerRecord } from '@portal/netsuite/customers/customer-source';
import type { FulfillmentRecord } from '@portal/netsuite/fulfillments/fulfillment-source';
import type { InvoiceRecord } from '@portal/netsuite/invoices/invoice-source';
import type { OrderRecord } from '@portal/netsuite/orders/order-source';
import type { Database } from '../../platform/database.ts';
import { writeOrderLines } from './order-line-queries.ts';
import { fillProgressOfWritten } from './order-progress-queries.ts';

/** A table that mirrors one kind of record, and the field for each of its columns. */
export type Mirror<Row extends { readonly id: string }> = {
  kind: SyncKind;
  table: 'sales_orders' | 'customers' | 'fulfillments' | 'invoices';
  /** Column with the record's customer. */
  customerColumn: 'customer_id' | 'id';
  /** Column with the day that date-limited runs select by; customers have none. */
  dayColumn: 'tran_date' | null;
  /** Column with what people call the record, as SQL. */
  label: string;
  /** Column of an amount that may change in NetSuite without the record's date. */
  amountColumn: 'open_amount' | null;
  /** How changes concern the orders' progress: `source` if it is made of these records, `target` for the orders. */
  progress: 'source' | 'target' | null;
  /** Writes related data that is not part of the row. */
  writeParts?(transaction: Database, rows: readonly Row[]): Promise<void>;
  columns: readonly {
    column: string;
    field: keyof Row;
    type: 'text' | 'bigint' | 'numeric' | 'date' | 'timestamptz' | 'jsonb';
  }[];
};

const text = 'text' as const;
const numeric = 'numeric' as const;
const timestamptz = 'timestamptz' as const;

export const orderMirror: Mirror<OrderRecord> = {
  kind: 'orders',
  table: 'sales_orders',
  customerColumn: 'customer_id',
  dayColumn: 'tran_date',
  label: 'tran_id',
  amountColumn: null,
  progress: 'target',
  async writeParts(transaction, orders) {
    await writeOrderLines(transaction, orders);
    await fillProgressOfWritten(
      transaction,
      orders.map(({ id }) => id),
    );
  },
  columns: [
    { column: 'customer_id', field: 'customerId', type: 'bigint' },
    { column: 'customer_name', field: 'customerName', type: text },
    { column: 'tran_id', field: 'tranId', type: text },
    { column: 'memo', field: 'memo', type: text },
    { column: 'other_ref_num', field: 'otherRefNum', type: text },
    { column: 'email', field: 'email', type: text },
    { column: 'tran_date', field: 'tranDate', type: 'date' },
    { column: 'created_date', field: 'createdDate', type: timestamptz },
    { column: 'last_modified_date', field: 'lastModifiedDate', type: timestamptz },
    { column: 'sales_effective_date', field: 'salesEffectiveDate', type: 'date' },
    { column: 'expected_date', field: 'expectedDate', type: 'date' },
    { column: 'status_id', field: 'statusId', type: text },
    { column: 'status_name', field: 'statusName', type: text },
    { column: 'terms_id', field: 'termsId', type: text },
    { column: 'terms_name', field: 'termsName', type: text },
    { column: 'location_id', field: 'locationId', type: text },
    { column: 'location_name', field: 'locationName', type: text },
    { column: 'currency_id', field: 'currencyId', type: text },
    { column: 'currency_name', field: 'currencyName', type: text },
    { column: 'project_id', field: 'projectId', type: text },
    { column: 'project_name', field: 'projectName', type: text },
    { column: 'bill_address', field: 'billAddress', type: text },
    { column: 'ship_address', field: 'shipAddress', type: text },
    { column: 'subtotal', field: 'subtotal', type: numeric },
    { column: 'total', field: 'total', type: numeric },
    { column: 'tax', field: 'tax', type: numeric },
    { column: 'ordered', field: 'ordered', type: numeric },
    { column: 'shipped', field: 'shipped', type: numeric },
    { column: 'backordered', field: 'backordered', type: numeric },
    { column: 'custom_fields', field: 'customFields', type: 'jsonb' },
  ],
};

export const customerMirror: Mirror<CustomerRecord> = {
  kind: 'customers',
  table: 'customers',
  customerColumn: 'id',
  dayColumn: null,
  label: 'coalesce(company_name, entity_id)',
  amountColumn: null,
  progress: null,
  columns: [
    { column: 'entity_id', field: 'entityId', type: text },
    { column: 'company_name', field: 'companyName', type: text },
    { column: 'email', field: 'email', type: text },
    { column: 'phone', field: 'phone', type: text },
    { column: 'category_id', field: 'categoryId', type: text },
    { column: 'category_name', field: 'categoryName', type: text },
    { column: 'date_created', field: 'dateCreated', type: timestamptz },
    { column: 'last_modified_date', field: 'lastModifiedDate', type: timestamptz },
    { column: 'entity_status_id', field: 'entityStatusId', type: text },
    { column: 'entity_status_name', field: 'entityStatusName', type: text },
    { column: 'terms_id', field: 'termsId', type: text },
    { column: 'terms_name', field: 'termsName', type: text },
    { column: 'currency_id', field: 'currencyId', type: text },
    { column: 'currency_name', field: 'currencyName', type: text },
    { column: 'language_id', field: 'languageId', type: text },
    { column: 'language_name', field: 'languageName', type: text },
    { column: 'default_address', field: 'defaultAddress', type: text },
    { column: 'balance', field: 'balance', type: numeric },
    { column: 'deposit_balance', field: 'depositBalance', type: numeric },
    { column: 'overdue_balance', field: 'overdueBalance', type: numeric },
    { column: 'unbilled_orders', field: 'unbilledOrders', type: numeric },
    { column: 'credit_hold_override_id', field: 'creditHoldOverrideId', type: text },
    { column: 'credit_hold_override_name', field: 'creditHoldOverrideName', type: text },
    { column: 'price_level_id', field: 'priceLevelId', type: text },
    { column: 'price_level_name', field: 'priceLevelName', type: text },
    { column: 'subsidiary_id', field: 'subsidiaryId', type: text },
    { column: 'subsidiary_name', field: 'subsidiaryName', type: text },
    { column: 'sales_rep_id', field: 'salesRepId', type: text },
    { column: 'sales_rep_name', field: 'salesRepName', type: text },
    { column: 'custom_fields', field: 'customFields', type: 'jsonb' },
  ],
};

export const fulfillmentMirror: Mirror<FulfillmentRecord> = {
  kind: 'fulfillments',
  table: 'fulfillments',
  customerColumn: 'customer_id',
  dayColumn: null,
  label: 'tran_id',
  amountColumn: null,
  progress: 'source',
  columns: [
    { column: 'order_id', field: 'orderId', type: 'bigint' },
    { column: 'customer_id', field: 'customerId', type: 'bigint' },
    { column: 'tran_id', field: 'tranId', type: text },
    { column: 'status_id', field: 'statusId', type: text },
    { column: 'ship_date', field: 'shipDate', type: 'date' },
    { column: 'method_id', field: 'methodId', type: text },
    { column: 'method_name', field: 'methodName', type: text },
    { column: 'carrier', field: 'carrier', type: text },
    { column: 'created_date', field: 'createdDate', type: timestamptz },
    { column: 'last_modified_date', field: 'lastModifiedDate', type: timestamptz },
    { column: 'lines', field: 'lines', type: 'jsonb' },
    { column: 'packages', field: 'packages', type: 'jsonb' },
  ],
};

export const invoiceMirror: Mirror<InvoiceRecord> = {
  kind: 'invoices',
  table: 'invoices',
  customerColumn: 'customer_id',
  dayColumn: null,
  label: 'tran_id',
  amountColumn: 'open_amount',
  progress: 'source',
  columns: [
    { column: 'order_id', field: 'orderId', type: 'bigint' },
    { column: 'customer_id', field: 'customerId', type: 'bigint' },
    { column: 'tran_id', field: 'tranId', type: text },
    { column: 'status_id', field: 'statusId', type: text },
    { column: 'tran_date', field: 'tranDate', type: 'date' },
    { column: 'due_date', field: 'dueDate', type: 'date' },
    { column: 'currency_id', field: 'currencyId', type: text },
    { column: 'currency_name', field: 'currencyName', type: text },
    { column: 'total', field: 'total', type: numeric },
    { column: 'open_amount', field: 'openAmount', type: numeric },
    { column: 'created_date', field: 'createdDate', type: timestamptz },
    { column: 'last_modified_date', field: 'lastModifiedDate', type: timestamptz },
  ],
};

/** Fields that the sync itself reads of any record. */
export type MirroredRow = { readonly id: string; readonly lastModifiedDate: string | null };

/** A mirror whose further fields only its own source knows. */
export type AnyMirror = Mirror<MirroredRow>;

/** The mirrors by kind. */
export const mirrors: Readonly<Record<SyncKind, AnyMirror>> = {
  orders: orderMirror as AnyMirror,
  customers: customerMirror as AnyMirror,
  fulfillments: fulfillmentMirror as AnyMirror,
  invoices: invoiceMirror as AnyMirror,
};

/** The order in which the schedule syncs: what belongs to an order follows the orders. */
export const syncSequence: readonly SyncKind[] = ['customers', 'orders', 'fulfillments', 'invoices'];
