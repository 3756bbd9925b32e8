import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import type { CallOptions } from '../client/transport.ts';
import { mapEach, readByIds } from '../source/read-by-ids.ts';
import type { RecordSource } from '../source/record-source.ts';
import { day } from '../source/suiteql-text.ts';
import {
  type Complete,
  createTransactionSource,
  nameByTransactions,
  type ReaderContext,
  selectKnown,
  textsOf,
} from '../source/transaction-source.ts';
import { readDay, readId, readInstant, readText } from '../values/fields.ts';
import { toStatusLetter } from '../values/status-letter.ts';
import {
  type FulfillmentLineQueries,
  fulfillmentLineCandidates,
  fulfillmentLineQueries,
  linkColumns,
  readFulfillmentLines,
} from './fulfillment-lines.ts';
import type { FulfillmentRecord } from './fulfillment-record.ts';
import { packageColumns, readPackages } from './packages.ts';

/** Fulfillments with their packages (suiteql-facts, section 4). */
export function createFulfillmentSource(client: NetsuiteClient): RecordSource<FulfillmentRecord> {
  return createTransactionSource(client, {
    type: 'ItemShip',
    recordType: 'itemFulfillment',
    configuration: [],
    candidates: {
      transaction: ['shipmethod', 'shipcarrier'],
      itemfulfillment: ['id', 'shippeddate'],
      transactionline: fulfillmentLineCandidates,
      previoustransactionlinelink: linkColumns,
      ...packageColumns,
    },
    select: (columns) => selectKnown(columns, ['shipmethod', 'shipcarrier']),
    createComplete,
  });
}

function createComplete(context: ReaderContext): Complete<FulfillmentRecord> {
  const queries = fulfillmentLineQueries(context.columns);
  return (rows, call) => complete(context, queries, rows, call);
}

async function complete(
  context: ReaderContext,
  queries: FulfillmentLineQueries,
  rows: readonly SuiteqlRow[],
  call: CallOptions | undefined,
) {
  const { names } = context;
  const ids = rows.map((row) => readText(row, 'id') ?? '');
  const methods = textsOf(rows, 'shipmethod');
  const [shippedOn, linesOf, packagesOf] = await Promise.all([
    readShippedDays(context, ids, call),
    readFulfillmentLines(context, queries, ids, call),
    readPackages(context, ids, call),
    names.load({ shipitem: methods }, call),
  ]);
  await nameByTransactions(context, 'ItemShip', { column: 'shipmethod', of: 'shipitem', ids: methods }, call);
  return mapEach(
    rows,
    (row) => readText(row, 'id') ?? '',
    (row): FulfillmentRecord => {
      const id = readId(row);
      const methodId = readText(row, 'shipmethod');
      return {
        id,
        ...linesOf(id),
        customerId: readText(row, 'entity'),
        tranId: readText(row, 'tranid'),
        statusId: toStatusLetter(row),
        shipDate: shippedOn.get(id) ?? readDay(row, 'trandate'),
        methodId,
        methodName: names.of('shipitem', methodId),
        carrier: readText(row, 'shipcarrier'),
        createdDate: readInstant(row, 'createddate'),
        lastModifiedDate: readInstant(row, 'lastmodifieddate'),
        packages: packagesOf(id),
      };
    },
  );
}

/** Ship dates of the subtype table, by fulfillment. */
async function readShippedDays(
  { client, columns }: ReaderContext,
  ids: readonly string[],
  call: CallOptions | undefined,
): Promise<Map<string, string | null>> {
  if (!columns.has('itemfulfillment.id') || !columns.has('itemfulfillment.shippeddate') || ids.length === 0)
    return new Map();
  const query = (idList: string) =>
    `SELECT f.id AS id, ${day('f.shippeddate')} AS shippeddate FROM itemfulfillment f WHERE f.id IN (${idList}) ORDER BY f.id`;
  const rows = await readByIds(client, ids, query, call);
  return new Map(rows.map((row) => [readText(row, 'id') ?? '', readDay(row, 'shippeddate')]));
}
