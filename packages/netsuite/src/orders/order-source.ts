import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import type { CallOptions } from '../client/transport.ts';
import { readAddresses } from '../source/addresses.ts';
import {
  type CustomField,
  configurationOf,
  defaultOrderFields,
  idsOfLists,
  type OrderFields,
} from '../source/custom-fields.ts';
import { mapEach, readByIds, type SeveralById } from '../source/read-by-ids.ts';
import type { RecordSource } from '../source/record-source.ts';
import {
  type Complete,
  createTransactionSource,
  nameByTransactions,
  type ReaderContext,
  textsOf,
} from '../source/transaction-source.ts';
import { readText } from '../values/fields.ts';
import { orderFromRow } from './order-from-row.ts';
import { orderLinesQuery, readOrderLines } from './order-lines.ts';
import type { OrderRecord } from './order-record.ts';
import { orderCandidates, selectOrders, subtypeColumns } from './order-sql.ts';

/** Sales orders with their lines. */
export function createOrderSource(
  client: NetsuiteClient,
  fields: OrderFields = defaultOrderFields,
): RecordSource<OrderRecord> {
  return createTransactionSource(client, {
    type: 'SalesOrd',
    recordType: 'salesOrder',
    candidates: orderCandidates(fields),
    configuration: configurationOf(fields),
    select: (columns) => selectOrders(columns, fields),
    createComplete: (context) => createComplete(context, fields.others),
  });
}

/** Adds addresses, the subtype's columns, lines and names, each read in parallel by lists of ids. */
function createComplete(context: ReaderContext, fields: readonly CustomField[]): Complete<OrderRecord> {
  const lines = orderLinesQuery(context.columns);
  return (rows, call) => complete(context, fields, lines, rows, call);
}

async function complete(
  context: ReaderContext,
  fields: readonly CustomField[],
  lines: SeveralById | null,
  rows: readonly SuiteqlRow[],
  call: CallOptions | undefined,
) {
  const { client, columns, names } = context;
  const ids = rows.map((row) => readText(row, 'id') ?? '');
  const of = (column: string) => textsOf(rows, column);
  const [billing, shipping, subtypes, linesOf] = await Promise.all([
    readAddresses(client, columns, 'transactionbillingaddress', of('billingaddress'), call),
    readAddresses(client, columns, 'transactionshippingaddress', of('shippingaddress'), call),
    readSubtypes(context, ids, call),
    readOrderLines(client, lines, names, ids, call),
    names.load({ customer: of('entity'), term: of('terms'), currency: of('currency'), job: of('project') }, call),
    names.load(idsOfLists(fields, rows), call),
  ]);
  await nameByTransactions(context, 'SalesOrd', { column: 'entity', of: 'customer', ids: of('entity') }, call);
  const subtypeOf = (id: string) => subtypes.get(id) ?? {};
  await names.load(
    {
      location: rows.flatMap((row, index) => {
        const id = ids[index] ?? '';
        return [readText(row, 'location') ?? readText(subtypeOf(id), 'location') ?? linesOf(id).locationId];
      }),
    },
    call,
  );
  return mapEach(
    rows,
    (row) => readText(row, 'id') ?? '',
    (row) => {
      const id = readText(row, 'id') ?? '';
      const details = {
        subtype: subtypeOf(id),
        billAddress: billing(readText(row, 'billingaddress')),
        shipAddress: shipping(readText(row, 'shippingaddress')),
        orderLines: linesOf(id),
      };
      return orderFromRow(row, details, names, fields);
    },
  );
}

async function readSubtypes(
  { client, columns }: ReaderContext,
  ids: readonly string[],
  call: CallOptions | undefined,
): Promise<Map<string, SuiteqlRow>> {
  const selected = subtypeColumns(columns);
  if (selected === null || ids.length === 0) return new Map();
  const query = (idList: string) => `SELECT ${selected} FROM salesorder s WHERE s.id IN (${idList}) ORDER BY s.id`;
  const rows = await readByIds(client, ids, query, call);
  return new Map(rows.map((row) => [readText(row, 'id') ?? '', row]));
}
