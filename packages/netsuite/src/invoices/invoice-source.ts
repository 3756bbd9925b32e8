import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import type { CallOptions } from '../client/transport.ts';
import { readOrderIds } from '../source/order-ids.ts';
import { mapEach, readByIds } from '../source/read-by-ids.ts';
import type { RecordSource } from '../source/record-source.ts';
import { day } from '../source/suiteql-text.ts';
import { createTransactionSource, type ReaderContext, selectKnown, textsOf } from '../source/transaction-source.ts';
import { negate, sumDecimals } from '../values/decimal.ts';
import { type RecordBody, readDay, readDecimal, readId, readInstant, readText } from '../values/fields.ts';
import { toStatusLetter } from '../values/status-letter.ts';
import type { InvoiceRecord } from './invoice-record.ts';

const amounts = ['currency', 'foreigntotal', 'total', 'foreignamountpaid', 'foreignamountunpaid'];

/** Invoices (suiteql-facts, section 4). */
export function createInvoiceSource(client: NetsuiteClient): RecordSource<InvoiceRecord> {
  return createTransactionSource(client, {
    type: 'CustInvc',
    recordType: 'invoice',
    configuration: [],
    // No source says whether a payment moves the invoice's date.
    amount: 'foreignamountunpaid',
    candidates: {
      transaction: [...amounts, 'duedate'],
      transactionline: ['createdfrom', 'linelastmodifieddate'],
      previoustransactionlinelink: ['previousdoc', 'nextdoc'],
    },
    select: (columns) => [
      ...selectKnown(columns, amounts),
      ...(columns.has('transaction.duedate') ? [`${day('t.duedate')} AS duedate`] : []),
    ],
    createComplete: (context) => (rows, call) => complete(context, rows, call),
  });
}

async function complete(context: ReaderContext, rows: readonly SuiteqlRow[], call: CallOptions | undefined) {
  const { names } = context;
  const ids = rows.map((row) => readText(row, 'id') ?? '');
  const [orders] = await Promise.all([
    readOrders(context, ids, call),
    names.load({ currency: textsOf(rows, 'currency') }, call),
  ]);
  return mapEach(
    rows,
    (row) => readText(row, 'id') ?? '',
    (row): InvoiceRecord => {
      const id = readId(row);
      const currencyId = readText(row, 'currency');
      const statusId = toStatusLetter(row);
      return {
        id,
        orderId: orders(id),
        customerId: readText(row, 'entity'),
        tranId: readText(row, 'tranid'),
        statusId,
        tranDate: readDay(row, 'trandate'),
        dueDate: readDay(row, 'duedate'),
        currencyId,
        currencyName: names.of('currency', currencyId),
        total: totalOf(row),
        openAmount: readDecimal(row, 'foreignamountunpaid') ?? openAmountOf(row, statusId),
        createdDate: readInstant(row, 'createddate'),
        lastModifiedDate: readInstant(row, 'lastmodifieddate'),
      };
    },
  );
}

/** `total` is in the account's currency (suiteql-facts, section 2), so it counts only where there are no others. */
function totalOf(row: RecordBody): string | null {
  return readDecimal(row, 'foreigntotal') ?? readDecimal(row, 'total');
}

/** Where the account hides what is unpaid. */
function openAmountOf(row: RecordBody, statusId: string | null): string | null {
  if (statusId === 'B') return '0';
  const [total, paid] = [totalOf(row), readDecimal(row, 'foreignamountpaid')];
  return total === null || paid === null ? null : sumDecimals([total, negate(paid)]);
}

/** The order of each invoice: from its lines, or else from what its lines follow. */
async function readOrders({ client, columns }: ReaderContext, ids: readonly string[], call: CallOptions | undefined) {
  if (ids.length === 0) return readOrderIds([]);
  if (columns.has('transactionline.createdfrom')) {
    const query = (idList: string) =>
      'SELECT DISTINCT l.transaction AS transaction, l.createdfrom AS createdfrom FROM transactionline l ' +
      `WHERE l.createdfrom IS NOT NULL AND l.transaction IN (${idList}) ORDER BY l.transaction, l.createdfrom`;
    return readOrderIds(await readByIds(client, ids, query, call));
  }
  if (!['previousdoc', 'nextdoc'].every((column) => columns.has(`previoustransactionlinelink.${column}`)))
    return readOrderIds([]);
  const query = (idList: string) =>
    'SELECT DISTINCT k.nextdoc AS transaction, k.previousdoc AS createdfrom FROM previoustransactionlinelink k ' +
    `WHERE k.nextdoc IN (${idList}) ORDER BY k.nextdoc, k.previousdoc`;
  return readOrderIds(await readByIds(client, ids, query, call));
}
