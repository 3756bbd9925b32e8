import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import { failedAs } from '../client/netsuite-error.ts';
import type { CallOptions } from '../client/transport.ts';
import { readAddresses } from '../source/addresses.ts';
import { readBuckets, readChangeSummary, readDeleted, readFirstId } from '../source/counts.ts';
import { type CustomField, configurationOf, idsOfLists } from '../source/custom-fields.ts';
import { recordExists } from '../source/exists.ts';
import { readKeyedPage } from '../source/keyed-page.ts';
import { createNames, type Names } from '../source/names.ts';
import { type AccountColumns, probeColumns } from '../source/probe-columns.ts';
import { mapEach, readByIds } from '../source/read-by-ids.ts';
import type { Reader, RecordSource } from '../source/record-source.ts';
import { allOf, inRange } from '../source/suiteql-text.ts';
import { readText } from '../values/fields.ts';
import { customerFromRow } from './customer-from-row.ts';
import type { CustomerRecord } from './customer-record.ts';
import {
  customerCandidates,
  customerPage,
  customersById,
  customerTable,
  isChanged,
  isCustomer,
  languageNames,
  subsidiariesOf,
} from './customer-sql.ts';

/** Customers by SuiteQL. */
export function createCustomerSource(
  client: NetsuiteClient,
  fields: readonly CustomField[] = [],
): RecordSource<CustomerRecord> {
  const configuration = configurationOf(fields);
  return {
    candidates: customerCandidates(fields),
    configuration,
    probe: (call) => probeColumns(client, customerCandidates(fields), configuration, call),
    open: (columns) => createReader(client, columns, fields),
    summarizeChanges: (selection, call) =>
      readChangeSummary(client, customerTable, { where: isCustomer(selection), changed: isChanged(selection) }, call),
    changedByLines: async () => [],
    deletedSince: (since, call) => readDeleted(client, 'customer', since, call),
    exists: (id, call) => recordExists(client, 'customer', id, call),
  };
}

function createReader(
  client: NetsuiteClient,
  columns: AccountColumns,
  fields: readonly CustomField[],
): Reader<CustomerRecord> {
  const names = createNames(client);
  let languages: Promise<Map<string | null, string | null>> | undefined;
  const complement = async (rows: readonly SuiteqlRow[], call: CallOptions | undefined) => {
    if (columns.has('customer.language')) languages ??= readLanguages(client, call);
    return complementCustomers(client, columns, fields, names, rows, (await languages) ?? new Map(), call);
  };
  return {
    pageSize: 1000,
    async page(selection, range, limit, call) {
      const q = customerPage(columns, fields, selection, range);
      const { items, lastId, complete } = await readKeyedPage(client, q, range, limit, call);
      return { ...(await complement(items, call)), lastId, complete };
    },
    async read(ids, call) {
      const rows = await readByIds(client, ids, (idList) => customersById(columns, fields, idList), call);
      return { ...(await complement(rows, call)), lastId: ids.at(-1) ?? null, complete: true };
    },
    loadNames: names.load,
    names: names.entries,
    firstId: (selection, range, call) => {
      const where = allOf(isCustomer(selection), isChanged(selection), inRange(customerTable.id, range));
      return readFirstId(client, customerTable, where, call);
    },
    buckets: (selection, bucketSize, call) =>
      readBuckets(client, customerTable, isCustomer(selection), bucketSize, null, call),
  };
}

/** A refused question costs the languages' names, which are then shown by their ids. */
async function readLanguages(client: NetsuiteClient, call: CallOptions | undefined) {
  try {
    const { items } = await client.suiteql({ q: languageNames }, call);
    return new Map(items.map((row) => [readText(row, 'id'), readText(row, 'name')]));
  } catch (error) {
    if (failedAs(error, 'refused', 'permission')) return new Map<string | null, string | null>();
    throw error;
  }
}

/** Adds addresses, subsidiaries and names, each read in parallel by lists of ids. */
async function complementCustomers(
  client: NetsuiteClient,
  columns: AccountColumns,
  fields: readonly CustomField[],
  names: Names,
  rows: readonly SuiteqlRow[],
  languages: ReadonlyMap<string | null, string | null>,
  call: CallOptions | undefined,
) {
  const of = (column: string) => rows.map((row) => readText(row, column));
  const ids = rows.map((row) => readText(row, 'id') ?? '');
  const [addresses, subsidiaries] = await Promise.all([
    readAddresses(client, columns, 'entityaddress', of('defaultbillingaddress'), call),
    readSubsidiaries(client, columns, ids, call),
    names.load(
      {
        customercategory: of('category'),
        entitystatus: of('entitystatus'),
        term: of('terms'),
        currency: of('currency'),
        pricelevel: of('pricelevel'),
        employee: of('salesrep'),
      },
      call,
    ),
  ]);
  await names.load({ subsidiary: [...subsidiaries.values()] }, call);
  await names.load(idsOfLists(fields, rows), call);
  for (const row of rows) {
    names.add('customer', readText(row, 'id') ?? '', readText(row, 'companyname') ?? readText(row, 'entityid'));
  }
  return mapEach(
    rows,
    (row) => readText(row, 'id') ?? '',
    (row) => {
      const languageId = readText(row, 'language');
      const details = {
        defaultAddress: addresses(readText(row, 'defaultbillingaddress')),
        subsidiaryId: subsidiaries.get(readText(row, 'id') ?? '') ?? null,
        languageName: languages.get(languageId) ?? languageId,
      };
      return customerFromRow(row, details, names, fields);
    },
  );
}

async function readSubsidiaries(
  client: NetsuiteClient,
  columns: AccountColumns,
  ids: readonly string[],
  call: CallOptions | undefined,
): Promise<Map<string, string | null>> {
  if (ids.length === 0 || !columns.has('customersubsidiaryrelationship.subsidiary')) return new Map();
  const rows = await readByIds(client, ids, (idList) => subsidiariesOf(columns, idList), call);
  return new Map(rows.map((row) => [readText(row, 'entity') ?? '', readText(row, 'subsidiary')]));
}
