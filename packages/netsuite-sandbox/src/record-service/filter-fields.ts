import type { RecordType } from '../record-types.ts';

export type FieldKind = 'string' | 'number' | 'date' | 'dateTime' | 'select';

/** A field that `q` can ask for, with the SQL of its value; `r` is the row derived from the record. */
export type FilterField = { kind: FieldKind; sql: string };

/** The rows that a record type's filters are run against. */
export const filterTables: Record<RecordType, string> = { salesOrder: '"transaction"', customer: 'customer' };

const fields: Record<RecordType, Record<string, FilterField>> = {
  salesOrder: {
    id: { kind: 'number', sql: 'r.id' },
    ...columns('string', { tranId: 'tranid', memo: 'memo', otherRefNum: 'otherrefnum', email: 'email' }),
    ...columns('date', { tranDate: 'trandate', salesEffectiveDate: 'saleseffectivedate' }),
    ...columns('dateTime', { createdDate: 'createddate', lastModifiedDate: 'lastmodifieddate' }),
    ...columns('number', { subtotal: 'subtotal', total: 'foreigntotal', exchangeRate: 'exchangerate' }),
    ...columns('number', { custbody_stc_tax_after_discount: 'custbody_stc_tax_after_discount' }),
    ...columns('select', { entity: 'entity', status: 'status', terms: 'terms', location: 'location' }),
    ...columns('select', { currency: 'currency', salesRep: 'employee', custbody_ns_project: 'custbody_ns_project' }),
    billAddress: address('transactionbillingaddress', 'billingaddress'),
    shipAddress: address('transactionshippingaddress', 'shippingaddress'),
  },
  customer: {
    id: { kind: 'number', sql: 'r.id' },
    ...columns('string', { entityId: 'entityid', companyName: 'companyname', email: 'email', phone: 'phone' }),
    ...columns('dateTime', { dateCreated: 'datecreated', lastModifiedDate: 'lastmodifieddate' }),
    ...columns('number', { balance: 'balancesearch', depositBalance: 'depositbalancesearch' }),
    ...columns('number', { overdueBalance: 'overduebalancesearch', unbilledOrders: 'unbilledorderssearch' }),
    ...columns('select', { category: 'category', entityStatus: 'entitystatus', terms: 'terms', currency: 'currency' }),
    ...columns('select', { priceLevel: 'pricelevel', salesRep: 'salesrep', subsidiary: 'subsidiary' }),
    ...columns('select', { language: 'language', creditHoldOverride: 'creditholdoverride' }),
    defaultAddress: address('entityaddress', 'defaultbillingaddress'),
  },
};

/** A field by its name, in whatever case it is written. */
export function findFilterField(type: RecordType, name: string): FilterField | undefined {
  const wanted = name.toLowerCase();
  return Object.entries(fields[type]).find(([field]) => field.toLowerCase() === wanted)?.[1];
}

function columns(kind: FieldKind, names: Record<string, string>): Record<string, FilterField> {
  return Object.fromEntries(Object.entries(names).map(([field, column]) => [field, { kind, sql: `r.${column}` }]));
}

function address(table: string, key: string): FilterField {
  return { kind: 'string', sql: `(SELECT a.addrtext FROM ${table} AS a WHERE a.nkey = r.${key})` };
}
