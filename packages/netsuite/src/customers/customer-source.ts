import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import type { CallOptions } from '../client/transport.ts';
import { askOnce } from '../source/ask-once.ts';
import { mapPage, readByKeys } from '../source/each-page.ts';
import { findKnownColumns } from '../source/known-columns.ts';
import { readListedCount, readListedIds } from '../source/listed-ids.ts';
import { createRecordBatches, readIfThere } from '../source/record-batches.ts';
import type { IdRange, Page, RecordSource, Selection } from '../source/record-source.ts';
import { readDeleted, readFirstId, readGroups, readSurvey } from '../source/suiteql-counts.ts';
import { allOf, inRange } from '../source/suiteql-text.ts';
import { readText } from '../values/fields.ts';
import { customerFromRecord, customerFromSuiteql } from './customer-mapping.ts';
import type { CustomerRecord } from './customer-record.ts';
import {
  customerPage,
  customerTable,
  defaultAddresses,
  isChanged,
  isCustomer,
  optionalColumns,
  subsidiaries,
} from './customer-sql.ts';

const pageSize = 1000;

interface CustomerColumns {
  readonly own: ReadonlySet<string>;
  readonly addresses: boolean;
  /** Columns of `customersubsidiaryrelationship`; null where the role may not see it. */
  readonly relationship: ReadonlySet<string> | null;
}

/** Customers in bulk by SuiteQL; where SuiteQL lacks some field of them, by the record service. */
export function createCustomerSource(client: NetsuiteClient): RecordSource<CustomerRecord> {
  const batches = createRecordBatches(client, 'customer');
  const knownColumns = askOnce((call) => findColumns(client, call));

  async function readPage(
    selection: Selection,
    range: IdRange,
    limit: number,
    call?: CallOptions,
  ): Promise<Page<CustomerRecord>> {
    const known = await knownColumns({ signal: call?.signal });
    const { items } = await client.suiteql({ q: customerPage(known.own, selection, range), limit }, call);
    const complete = items.length < limit || readText(items.at(-1) ?? {}, 'id') === range.upTo;
    if (hasAll(known)) return mapPage(await addDetails(client, known, items, call), customerFromSuiteql, complete);
    const bodies = await batches.read(
      items.map((row) => readText(row, 'id') ?? ''),
      call,
    );
    const page = mapPage([...bodies.values()], customerFromRecord, complete);
    return { ...page, lastId: readText(items.at(-1) ?? {}, 'id') };
  }

  return {
    async prepare(call) {
      await knownColumns(call);
    },
    survey: (selection, call) =>
      readSurvey(client, customerTable, { where: isCustomer(selection), changed: isChanged(selection) }, call),
    open: async (selection) => ({
      pageSize,
      page: (range, limit, call) => readPage(selection, range, limit, call),
      firstId: (range, call) => {
        const where = allOf(isCustomer(selection), isChanged(selection), inRange(customerTable.id, range));
        return readFirstId(client, customerTable, where, call);
      },
    }),
    async read(id, call) {
      const body = await readIfThere(client, 'customer', id, call);
      return body === null ? null : customerFromRecord(body);
    },
    groups: (selection, width, call) => readGroups(client, customerTable, isCustomer(selection), width, call),
    deletedSince: (since, call) => readDeleted(client, 'customer', since, call),
    listedCount: (call) => readListedCount(client, 'customer', call),
    listedIds: (call) => readListedIds(client, 'customer', call),
  };
}

async function findColumns(client: NetsuiteClient, call?: CallOptions): Promise<CustomerColumns> {
  const own = optionalColumns.map((column) => `c.${column}`);
  const [known, addresses, relationship] = await Promise.all([
    findKnownColumns(client, 'customer c', own, call),
    findKnownColumns(client, 'entityaddress a', ['a.nkey', 'a.addrtext'], call),
    findKnownColumns(client, 'customersubsidiaryrelationship r', ['r.entity', 'r.subsidiary', 'r.isprimarysub'], call),
  ]);
  return {
    own: new Set([...(known ?? [])].map((column) => column.slice(2))),
    addresses: addresses?.size === 2,
    relationship,
  };
}

function hasAll({ own, addresses, relationship }: CustomerColumns): boolean {
  const hasSubsidiary = relationship?.has('r.entity') === true && relationship.has('r.subsidiary');
  return addresses && hasSubsidiary && optionalColumns.every((column) => own.has(column));
}

async function addDetails(
  client: NetsuiteClient,
  { relationship }: CustomerColumns,
  rows: readonly SuiteqlRow[],
  call: CallOptions | undefined,
): Promise<SuiteqlRow[]> {
  if (rows.length === 0) return [];
  const keys = rows.map((row) => readText(row, 'defaultbillingaddress')).filter((key) => key !== null);
  const ids = rows.map((row) => readText(row, 'id') ?? '');
  const primary = relationship?.has('r.isprimarysub') ? 'isprimarysub' : null;
  const [addresses, related] = await Promise.all([
    keys.length === 0 ? new Map<string, SuiteqlRow>() : readByKeys(client, keys, defaultAddresses, 'nkey', call),
    readByKeys(client, ids, (part) => subsidiaries(part, primary), 'entity', call),
  ]);
  return rows.map((row) => ({
    ...row,
    defaultaddress: readText(addresses.get(readText(row, 'defaultbillingaddress') ?? '') ?? {}, 'addrtext'),
    subsidiary: readText(related.get(readText(row, 'id') ?? '') ?? {}, 'subsidiary'),
    subsidiaryname: readText(related.get(readText(row, 'id') ?? '') ?? {}, 'subsidiaryname'),
  }));
}
