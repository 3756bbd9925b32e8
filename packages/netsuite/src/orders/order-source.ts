import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import { configurationOf, defaultOrderFields, type OrderFields, readCustomFields } from '../source/custom-fields.ts';
import { type Detail, type ReadContext, readDetails } from '../source/details.ts';
import { dayOf, decimal, instant, memo, named, text, type ValuesOf } from '../source/fields.ts';
import { createRecordSource, type PartsOf, type RecordOf, type RecordSource, textsOf } from '../source/record-kind.ts';
import { readDay, readStatusLetter, readText } from '../values/fields.ts';
import { lineDetail, readOrderLines } from './order-lines.ts';
import { orderStatusName } from './order-status.ts';

const fieldsOf = ({ project, tax }: Pick<OrderFields, 'project' | 'tax'>) => ({
  customer: named('entity', 'customer'),
  tranId: text('tranid'),
  memo: memo('memo'),
  otherRefNum: text('otherrefnum'),
  email: text('email'),
  tranDate: dayOf('trandate'),
  createdDate: instant('createddate'),
  lastModifiedDate: instant('lastmodifieddate'),
  salesEffectiveDate: dayOf('saleseffectivedate'),
  /** Day on which the order is expected to be shipped. */
  expectedDate: dayOf('shipdate'),
  terms: named('terms', 'term'),
  location: named('location', 'location'),
  currency: named('currency', 'currency'),
  project: named(project, 'job'),
  total: decimal('foreigntotal', 'total'),
  tax: decimal(tax),
});

/**
 * A sales order as the portal mirrors it: NetSuite's fields laid flat. Money is canonical decimal text, instants are ISO
 * 8601 UTC, days `YYYY-MM-DD`, texts exactly as they stand; null is what NetSuite left out.
 */
export type OrderRecord = RecordOf<ReturnType<typeof fieldsOf>, PartsOf<typeof readParts>>;

const billing: Detail = { table: 'transactionbillingaddress', key: 'nkey', required: ['nkey', 'addrtext'] };
const shipping: Detail = { ...billing, table: 'transactionshippingaddress' };
/** The subtype table, which has columns that `transaction` may lack or leave empty. */
const subtype: Detail = {
  table: 'salesorder',
  key: 'id',
  required: ['id'],
  optional: ['saleseffectivedate', 'location'],
  days: ['saleseffectivedate'],
};

/** Sales orders with their lines. */
export function createOrderSource(
  client: NetsuiteClient,
  fields: OrderFields = defaultOrderFields,
): RecordSource<OrderRecord> {
  return createRecordSource(client, {
    recordType: 'salesOrder',
    type: 'SalesOrd',
    fields: fieldsOf(fields),
    also: ['status', 'billingaddress', 'shippingaddress'],
    custom: fields.others,
    configuration: configurationOf(fields),
    details: [billing, shipping, subtype, lineDetail],
    needs: ['iscogs', 'donotdisplayline', 'kitmemberof', 'transactiondiscount', 'isclosed', 'fulfillable'],
    readParts: (context, rows) => readParts(context, fields, rows),
  });
}

type Values = ValuesOf<ReturnType<typeof fieldsOf>>;

/** Reads addresses and subtype columns, then lines: an order that the role has lost sight of meanwhile has none. */
async function readParts(context: ReadContext, { others }: OrderFields, rows: readonly SuiteqlRow[]) {
  const { columns, names, call } = context;
  const ids = textsOf(rows, 'id');
  const lacks = (row: SuiteqlRow) => !columns.has('transaction.location') || !readText(row, 'saleseffectivedate');
  const [billingOf, shippingOf, subtypeOf] = await Promise.all([
    readDetails(context, billing, textsOf(rows, 'billingaddress')),
    readDetails(context, shipping, textsOf(rows, 'shippingaddress')),
    readDetails(context, subtype, textsOf(rows.filter(lacks), 'id')),
  ]);
  const lines = await readOrderLines(context, ids);
  const subtypeRowOf = (row: SuiteqlRow) => subtypeOf(readText(row, 'id'))[0] ?? {};
  const locationOf = (row: SuiteqlRow) =>
    readText(row, 'location') ?? readText(subtypeRowOf(row), 'location') ?? lines.locationOf(readText(row, 'id'));
  await names.load({ location: rows.map(locationOf) }, call);
  const addressOf = (found: readonly SuiteqlRow[]) => readText(found[0] ?? {}, 'addrtext');
  return (row: SuiteqlRow, values: Values) => {
    const statusId = readStatusLetter(row);
    const locationId = locationOf(row);
    const { quantities, ...ofLines } = lines.linesOf(readText(row, 'id'));
    return {
      /** NetSuite's letter, A to H, and one of the seven statuses of the portal. */
      statusId,
      statusName: orderStatusName(statusId),
      salesEffectiveDate: values.salesEffectiveDate ?? readDay(subtypeRowOf(row), 'saleseffectivedate'),
      locationId,
      locationName: names.of('location', locationId),
      billAddress: addressOf(billingOf(readText(row, 'billingaddress'))),
      shipAddress: addressOf(shippingOf(readText(row, 'shippingaddress'))),
      ...ofLines,
      ...quantities,
      /** Further `custbody_*` fields that are configured. */
      customFields: readCustomFields(others, row),
    };
  };
}
