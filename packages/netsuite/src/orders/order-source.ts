import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import type { CallOptions } from '../client/transport.ts';
import { readAddresses } from '../source/addresses.ts';
import { readBuckets, readChangeSummary, readDeleted, readFirstId, readIds } from '../source/counts.ts';
import {
  type CustomField,
  configurationOf,
  defaultOrderFields,
  idsOfLists,
  type OrderFields,
} from '../source/custom-fields.ts';
import { recordExists } from '../source/exists.ts';
import { readKeyedPage } from '../source/keyed-page.ts';
import { createNames, type Names } from '../source/names.ts';
import { type AccountColumns, probeColumns } from '../source/probe-columns.ts';
import { mapEach, readByIds, type SeveralById } from '../source/read-by-ids.ts';
import type { Reader, RecordSource } from '../source/record-source.ts';
import { allOf, inRange } from '../source/suiteql-text.ts';
import { readText } from '../values/fields.ts';
import { orderFromRow } from './order-from-row.ts';
import { orderLinesQuery, readOrderLines } from './order-lines.ts';
import type { OrderRecord } from './order-record.ts';
import {
  customerNamesOfOrders,
  isChanged,
  isOrder,
  orderCandidates,
  orderPage,
  ordersById,
  ordersWithChangedLines,
  orderTable,
  subtypeColumns,
} from './order-sql.ts';

/** Sales orders with their lines, by SuiteQL: a row that SuiteQL returned is complete, whatever else fails. */
export function createOrderSource(
  client: NetsuiteClient,
  fields: OrderFields = defaultOrderFields,
): RecordSource<OrderRecord> {
  const configuration = configurationOf(fields);
  return {
    candidates: orderCandidates(fields),
    configuration,
    probe: (call) => probeColumns(client, orderCandidates(fields), configuration, call),
    open: (columns) => createReader(client, columns, fields),
    summarizeChanges: (selection, call) =>
      readChangeSummary(client, orderTable, { where: isOrder(selection), changed: isChanged(selection) }, call),
    async changedByLines(columns, since, call) {
      if (!columns.has('transactionline.linelastmodifieddate')) return [];
      return readIds(client, (after) => ordersWithChangedLines(since, after), call);
    },
    buckets: (selection, bucketSize, call) => readBuckets(client, orderTable, isOrder(selection), bucketSize, call),
    deletedSince: (since, call) => readDeleted(client, 'salesorder', since, call),
    exists: (id, call) => recordExists(client, 'salesOrder', id, call),
  };
}

function createReader(client: NetsuiteClient, columns: AccountColumns, fields: OrderFields): Reader<OrderRecord> {
  const names = createNames(client);
  const lines = orderLinesQuery(columns);
  return {
    pageSize: 1000,
    async page(selection, range, limit, call) {
      const { items, lastId, complete } = await readKeyedPage(
        client,
        orderPage(columns, fields, selection, range),
        range,
        limit,
        call,
      );
      return { ...(await complement(client, columns, fields.others, names, lines, items, call)), lastId, complete };
    },
    async read(ids, call) {
      const rows = await readByIds(client, ids, (idList) => ordersById(columns, fields, idList), call);
      return {
        ...(await complement(client, columns, fields.others, names, lines, rows, call)),
        lastId: ids.at(-1) ?? null,
        complete: true,
      };
    },
    loadNames: names.load,
    names: names.entries,
    firstId: (selection, range, call) => {
      const where = allOf(isOrder(selection), isChanged(selection), inRange(orderTable.id, range));
      return readFirstId(client, orderTable, where, call);
    },
  };
}

/** Adds addresses, the subtype's columns, lines and names, each read in parallel by lists of ids. */
async function complement(
  client: NetsuiteClient,
  columns: AccountColumns,
  fields: readonly CustomField[],
  names: Names,
  lines: SeveralById | null,
  rows: readonly SuiteqlRow[],
  call: CallOptions | undefined,
) {
  const ids = rows.map((row) => readText(row, 'id') ?? '');
  const of = (column: string) => rows.map((row) => readText(row, column));
  const [billing, shipping, subtypes, linesOf] = await Promise.all([
    readAddresses(client, columns, 'transactionbillingaddress', of('billingaddress'), call),
    readAddresses(client, columns, 'transactionshippingaddress', of('shippingaddress'), call),
    readSubtypes(client, columns, ids, call),
    readOrderLines(client, lines, names, ids, call),
    names.load({ customer: of('entity'), term: of('terms'), currency: of('currency'), job: of('project') }, call),
    names.load(idsOfLists(fields, rows), call),
  ]);
  await nameHiddenCustomers(client, names, of('entity'), call);
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

/** Customers that the role may not see are named by their orders: few enough to have NetSuite compute the names. */
async function nameHiddenCustomers(
  client: NetsuiteClient,
  names: Names,
  customerIds: readonly (string | null)[],
  call: CallOptions | undefined,
): Promise<void> {
  const hidden = names.unnamed('customer', customerIds);
  if (hidden.length === 0) return;
  const rows = await readByIds(client, hidden, customerNamesOfOrders, call);
  for (const row of rows) names.add('customer', readText(row, 'id') ?? '', readText(row, 'name'));
}

async function readSubtypes(
  client: NetsuiteClient,
  columns: AccountColumns,
  ids: readonly string[],
  call: CallOptions | undefined,
): Promise<Map<string, SuiteqlRow>> {
  const selected = subtypeColumns(columns);
  if (selected === null || ids.length === 0) return new Map();
  const query = (idList: string) => `SELECT ${selected} FROM salesorder s WHERE s.id IN (${idList}) ORDER BY s.id`;
  const rows = await readByIds(client, ids, query, call);
  return new Map(rows.map((row) => [readText(row, 'id') ?? '', row]));
}
