import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import { linkDetail } from '../fulfillments/fulfillment-lines.ts';
import { requireLines } from '../orders/order-lines.ts';
import { type Detail, type ReadContext, readDetails } from '../source/details.ts';
import { dayOf, decimal, instant, named, text, type ValuesOf } from '../source/fields.ts';
import { createRecordSource, type PartsOf, type RecordOf, type RecordSource, textsOf } from '../source/record-kind.ts';
import { negate, sumDecimals } from '../values/decimal.ts';
import { readDecimal, readStatusLetter } from '../values/fields.ts';

const fields = {
  tranId: text('tranid'),
  tranDate: dayOf('trandate'),
  dueDate: dayOf('duedate'),
  customerId: text('entity'),
  currency: named('currency', 'currency'),
  total: decimal('foreigntotal', 'total'),
  openAmount: decimal('foreignamountunpaid'),
  createdDate: instant('createddate'),
  lastModifiedDate: instant('lastmodifieddate'),
};

/** An invoice as the portal mirrors it, in the forms of `OrderRecord`; amounts are in the invoice's currency. */
export type InvoiceRecord = RecordOf<typeof fields, PartsOf<typeof readParts>>;

const lines: Detail = {
  table: 'transactionline',
  key: 'transaction',
  required: ['createdfrom'],
  order: ['createdfrom'],
  distinct: true,
};

/** Invoices (suiteql-facts, section 4). */
export function createInvoiceSource(client: NetsuiteClient): RecordSource<InvoiceRecord> {
  return createRecordSource(client, {
    recordType: 'invoice',
    type: 'CustInvc',
    fields,
    also: ['status', 'foreignamountpaid'],
    // No source says whether a payment moves the invoice's date.
    sums: ['foreignamountunpaid'],
    custom: [],
    configuration: [],
    details: [lines, linkDetail],
    readParts,
  });
}

/** Finds the order of each invoice: by its lines, or else by what its lines follow. */
async function readParts(context: ReadContext, rows: readonly SuiteqlRow[]) {
  const ids = textsOf(rows, 'id');
  const linesOf = await readDetails(context, lines, ids);
  const namedOrder = (id: string | null) => textsOf(linesOf(id), 'createdfrom').find((order) => order !== null) ?? null;
  const unnamed = ids.filter((id) => namedOrder(id) === null);
  const linksOf = await readDetails(context, linkDetail, unnamed);
  return (row: SuiteqlRow, { id, total, openAmount }: ValuesOf<typeof fields> & { id: string }) => {
    const statusId = readStatusLetter(row);
    requireLines(context, linesOf(id), 'createdfrom');
    return {
      orderId: namedOrder(id) ?? textsOf(linksOf(id), 'previousdoc')[0] ?? null,
      /** A open, B paid in full, V voided. */
      statusId,
      /** What is unpaid; null where NetSuite does not say. */
      openAmount: openAmount ?? openAmountOf(total, readDecimal(row, 'foreignamountpaid'), statusId),
    };
  };
}

/** Where the account hides what is unpaid. */
function openAmountOf(total: string | null, paid: string | null, statusId: string | null): string | null {
  if (statusId === 'B' || statusId === 'V') return '0';
  return total === null || paid === null ? null : sumDecimals([total, negate(paid)]);
}
