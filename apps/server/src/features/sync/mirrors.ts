import type { SyncKind } from '@portal/contract/sync';
import type { CustomerRecord } from '@portal/netsuite/customers/customer-record';
import type { OrderRecord } from '@portal/netsuite/orders/order-record';
import type { Database } from '../../platform/database.ts';
import { writeOrderLines } from './order-line-queries.ts';

/** A table that mirrors one kind of record, and the field for each of its columns. */
export type Mirror<Row extends { readonly id: string }> = {
  kind: SyncKind;
  table: 'sales_orders' | 'customers';
  /** Column with the record's customer. */
  customerColumn: 'customer_id' | 'id';
  /** Column with the day that date-limited runs select by; customers have none. */
  dayColumn: 'tran_date' | null;
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
  writeParts: writeOrderLines,
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
    { column: 'custom_fields', field: 'customFields', type: 'jsonb' },
  ],
};

export const customerMirror: Mirror<CustomerRecord> = {
  kind: 'customers',
  table: 'customers',
  customerColumn: 'id',
  dayColumn: null,
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
