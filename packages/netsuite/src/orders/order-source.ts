import type { NetsuiteClient } from '../client/netsuite-client.ts';
import type { CallOptions } from '../client/transport.ts';
import { askOnce } from '../source/ask-once.ts';
import { mapEach, mapPage } from '../source/each-page.ts';
import { readListedCount, readListedIds } from '../source/listed-ids.ts';
import { createRecordBatches, type RecordBatches, readIfThere } from '../source/record-batches.ts';
import type { IdRange, Page, Reader, RecordSource, Selection, Survey } from '../source/record-source.ts';
import { readDeleted, readFirstId, readGroups, readSurvey } from '../source/suiteql-counts.ts';
import { allOf, inRange } from '../source/suiteql-text.ts';
import { allUnknown, type EffectiveDates, findEffectiveDates } from './effective-dates.ts';
import { findOrderColumns, linesTellLocation, linesTellSubtotal, type OrderColumns } from './order-columns.ts';
import { orderFromRecord } from './order-from-record.ts';
import { orderFromSuiteql } from './order-from-suiteql.ts';
import { readOrderRows } from './order-pages.ts';
import type { OrderRecord } from './order-record.ts';
import { isChanged, isOrder, orderTable } from './order-sql.ts';
import { createWayChoice, type WayChoice } from './way-choice.ts';

const pageSize = 1000;
/** From so many orders on, asking for the effective dates by groups of days is quicker than reading the records. */
const manyOrders = 3000;

/** Sales orders in bulk by SuiteQL; what SuiteQL does not have of them, by the record service. */
export function createOrderSource(client: NetsuiteClient): RecordSource<OrderRecord> {
  const batches = createRecordBatches(client, 'salesOrder');
  const ways = createWayChoice();
  // Asked once: an account's columns change with its features, which a restart of the server may follow.
  const knownColumns = askOnce((call) => findOrderColumns(client, call));

  return {
    async prepare(call) {
      await knownColumns(call);
    },
    survey: (selection, call) =>
      readSurvey(client, orderTable, { where: isOrder(selection), changed: isChanged(selection) }, call),
    async open(selection, survey, serverTime) {
      return createReader({ client, batches, ways, selection, survey, serverTime, knownColumns });
    },
    async read(id, call) {
      const body = await readIfThere(client, 'salesOrder', id, call);
      return body === null ? null : orderFromRecord(body);
    },
    groups: (selection, width, call) => readGroups(client, orderTable, isOrder(selection), width, call),
    deletedSince: (since, call) => readDeleted(client, 'salesorder', since, call),
    listedCount: (call) => readListedCount(client, 'salesOrder', call),
    listedIds: (call) => readListedIds(client, 'salesOrder', call),
  };
}

interface ReaderParts {
  readonly client: NetsuiteClient;
  readonly batches: RecordBatches;
  readonly ways: WayChoice;
  readonly selection: Selection;
  readonly survey: Survey;
  readonly serverTime: Date;
  readonly knownColumns: (call?: CallOptions) => Promise<OrderColumns>;
}

function createReader({ client, batches, ways, selection, survey, serverTime, knownColumns }: ReaderParts) {
  const knownDates = askOnce(async (call) =>
    survey.changed < manyOrders ? allUnknown : findEffectiveDates(client, selection, call),
  );

  async function page(range: IdRange, limit: number, call?: CallOptions): Promise<Page<OrderRecord>> {
    // What holds for all pages is asked with more patience than one of them.
    const patient = { signal: call?.signal };
    const columns = await knownColumns(patient);
    const lacksDates = !columns.own.has('saleseffectivedate') && hasAll(columns);
    // Asked for beside the first pages, and waited for with them in hand.
    if (lacksDates) knownDates(patient).catch(() => undefined);
    const rows = await readOrderRows(client, columns, ways, { selection, range, limit }, call);
    const mapped = mapPage(rows, orderFromSuiteql, rows.length < limit);
    const complete = mapped.complete || mapped.lastId === range.upTo;
    if (columns.own.has('saleseffectivedate') && hasAll(columns)) return { ...mapped, complete };
    const known = lacksDates ? await knownDates(patient) : allUnknown;
    const filled = await fillFromRecords(mapped.rows, known, call);
    return { ...mapped, complete, rows: filled.rows, faults: [...mapped.faults, ...filled.faults] };
  }

  /** Takes from the record service what SuiteQL lacks, for the orders of which it is not known otherwise. */
  async function fillFromRecords(rows: readonly OrderRecord[], known: EffectiveDates, call?: CallOptions) {
    const knowledge = rows.map((row) => (isOlderThan(row, serverTime) ? known(row) : 'unknown'));
    const ids = rows.filter((_, index) => knowledge[index] === 'unknown').map(({ id }) => id);
    const bodies = await batches.read(ids, call);
    // A record that is not there any more has been deleted since the page was read.
    const left = rows.filter(({ id }, index) => knowledge[index] !== 'unknown' || bodies.has(id));
    return mapEach(
      left,
      ({ id }) => id,
      (row) => {
        const body = bodies.get(row.id);
        if (body !== undefined) return orderFromRecord(body);
        return known(row) === 'order date' ? { ...row, salesEffectiveDate: row.tranDate } : row;
      },
    );
  }

  const reader: Reader<OrderRecord> = {
    pageSize,
    page,
    firstId: (range, call) => {
      const where = allOf(isOrder(selection), isChanged(selection), inRange(orderTable.id, range));
      return readFirstId(client, orderTable, where, call);
    },
  };
  return reader;
}

/** What is known of the dates was asked after the server's time: an order changed since may have another one. */
function isOlderThan({ lastModifiedDate }: OrderRecord, time: Date): boolean {
  return lastModifiedDate !== null && Date.parse(lastModifiedDate) < time.getTime() - 1000;
}

/** Whether SuiteQL has everything but the effective date. */
function hasAll(columns: OrderColumns): boolean {
  const hasSubtotal = columns.own.has('subtotal') || linesTellSubtotal(columns);
  const hasLocation = columns.own.has('location') || linesTellLocation(columns);
  const hasRest = ['email', 'otherrefnum', 'terms', 'currency'].every((column) => columns.own.has(column));
  return hasSubtotal && hasLocation && hasRest && columns.addresses;
}
