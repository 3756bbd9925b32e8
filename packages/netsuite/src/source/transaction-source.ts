import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import type { CallOptions } from '../client/transport.ts';
import { readText } from '../values/fields.ts';
import { type RecordTable, readBuckets, readChangeSummary, readDeleted, readFirstId, readIds } from './counts.ts';
import { recordExists } from './exists.ts';
import { readKeyedPage } from './keyed-page.ts';
import { createNames, type Names } from './names.ts';
import { type AccountColumns, type CandidateColumns, probeColumns } from './probe-columns.ts';
import { readByIds } from './read-by-ids.ts';
import type { Reader, RecordFailure, RecordSource, Selection } from './record-source.ts';
import { allOf, atOrAfter, day, idLiteral, inRange, onOrAfter, onOrBefore, utc } from './suiteql-text.ts';

/** What a reader of one run needs. */
export interface ReaderContext {
  readonly client: NetsuiteClient;
  readonly columns: AccountColumns;
  readonly names: Names;
}

/** Reads what belongs to the rows of a page, and maps them. */
export type Complete<Row> = (
  rows: readonly SuiteqlRow[],
  call: CallOptions | undefined,
) => Promise<{ rows: Row[]; failures: readonly RecordFailure[] }>;

/** How one type of transaction is read. */
export interface TransactionType<Row> {
  /** Value of `transaction.type`. */
  readonly type: 'SalesOrd' | 'ItemShip' | 'CustInvc';
  /** Name in the record service. */
  readonly recordType: 'salesOrder' | 'itemFulfillment' | 'invoice';
  readonly candidates: CandidateColumns;
  readonly configuration: readonly string[];
  /** Column of `transaction` with an amount that may change without the record's date. */
  readonly amount?: string;
  /** Columns of `transaction t` to select beside those that every transaction has. */
  select(columns: AccountColumns): readonly string[];
  /** Called once for each reader. */
  createComplete(context: ReaderContext): Complete<Row>;
}

const table: RecordTable = { from: 'transaction t', id: 't.id', modified: 't.lastmodifieddate' };

/** What every type of transaction has. */
const headerColumns = [
  't.id AS id',
  't.tranid AS tranid',
  `${day('t.trandate')} AS trandate`,
  `${utc('t.createddate')} AS createddate`,
  `${utc('t.lastmodifieddate')} AS lastmodifieddate`,
  't.entity AS entity',
  't.status AS status',
];

/** Transactions of one type, by SuiteQL: a row that SuiteQL returned is complete, whatever else fails. */
export function createTransactionSource<Row extends { readonly id: string }>(
  client: NetsuiteClient,
  spec: TransactionType<Row>,
): RecordSource<Row> {
  const { type, recordType, candidates, configuration } = spec;
  const isOfType = `t.type = '${type}'`;
  const isSelected = ({ customerId, from, to }: Selection) =>
    allOf(
      isOfType,
      customerId === null ? null : `t.entity = ${idLiteral(customerId)}`,
      from === null ? null : onOrAfter('t.trandate', from),
      to === null ? null : onOrBefore('t.trandate', to),
    );

  function open(columns: AccountColumns): Reader<Row> {
    const names = createNames(client);
    const select = `SELECT ${[...headerColumns, ...spec.select(columns)].join(', ')} FROM ${table.from}`;
    const complete = spec.createComplete({ client, columns, names });
    return {
      pageSize: 1000,
      async page(selection, range, limit, call) {
        const where = allOf(isSelected(selection), isChanged(selection), inRange(table.id, range));
        const { items, ...rest } = await readKeyedPage(
          client,
          `${select} WHERE ${where} ORDER BY t.id`,
          range,
          limit,
          call,
        );
        return { ...(await complete(items, call)), ...rest };
      },
      async read(ids, call) {
        const query = (idList: string) => `${select} WHERE ${isOfType} AND t.id IN (${idList}) ORDER BY t.id`;
        const rows = await readByIds(client, ids, query, call);
        return { ...(await complete(rows, call)), lastId: ids.at(-1) ?? null, complete: true };
      },
      loadNames: names.load,
      names: names.entries,
      firstId: (selection, range, call) => {
        const where = allOf(isSelected(selection), isChanged(selection), inRange(table.id, range));
        return readFirstId(client, table, where, call);
      },
      buckets: (selection, bucketSize, call) => {
        const amount =
          spec.amount !== undefined && columns.has(`transaction.${spec.amount}`) ? `t.${spec.amount}` : null;
        return readBuckets(client, table, isSelected(selection), bucketSize, amount, call);
      },
    };
  }

  return {
    candidates,
    configuration,
    probe: (call) => probeColumns(client, candidates, configuration, call),
    open,
    summarizeChanges: (selection, call) =>
      readChangeSummary(client, table, { where: isSelected(selection), changed: isChanged(selection) }, call),
    async changedByLines(columns, since, call) {
      if (!columns.has('transactionline.linelastmodifieddate')) return [];
      return readIds(client, (after) => withChangedLines(isOfType, since, after), call);
    },
    deletedSince: (since, call) => readDeleted(client, deletedNames[recordType], since, call),
    exists: (id, call) => recordExists(client, recordType, id, call),
  };
}

const deletedNames = { salesOrder: 'salesorder', itemFulfillment: 'itemfulfillment', invoice: 'invoice' } as const;

/** Changed at or after the instant of a selection; null where any time will do. */
function isChanged({ since }: Selection): string | null {
  return since === null ? null : atOrAfter(table.modified, since);
}

/** Transactions whose lines changed at or after an instant, above an id. */
function withChangedLines(isOfType: string, since: Date, after: string): string {
  const where = allOf(
    isOfType,
    't.id = l.transaction',
    atOrAfter('l.linelastmodifieddate', since),
    `t.id > ${idLiteral(after)}`,
  );
  return `SELECT DISTINCT t.id AS id FROM transactionline l, transaction t WHERE ${where} ORDER BY t.id`;
}

/** Selects those of the columns of `transaction` that the account has. */
export function selectKnown(columns: AccountColumns, wanted: readonly string[]): string[] {
  return wanted.filter((column) => columns.has(`transaction.${column}`)).map((column) => `t.${column} AS ${column}`);
}

/** The texts of one column of some rows; null where a row has none. */
export function textsOf(rows: readonly SuiteqlRow[], column: string): (string | null)[] {
  return rows.map((row) => readText(row, column));
}

/**
 * Names ids of one column that a table of names does not hold, or that the role may not see there, as the transactions
 * show them: few enough to have NetSuite compute them.
 */
export async function nameByTransactions(
  { client, names }: ReaderContext,
  type: TransactionType<unknown>['type'],
  { column, of, ids }: { column: string; of: 'customer' | 'shipitem'; ids: readonly (string | null)[] },
  call: CallOptions | undefined,
): Promise<void> {
  const unnamed = names.unnamed(of, ids);
  if (unnamed.length === 0) return;
  const query = (idList: string) =>
    `SELECT DISTINCT t.${column} AS id, BUILTIN.DF(t.${column}) AS name FROM ${table.from} ` +
    `WHERE t.type = '${type}' AND t.${column} IN (${idList}) ORDER BY t.${column}`;
  for (const row of await readByIds(client, unnamed, query, call)) {
    names.add(of, readText(row, 'id') ?? '', readText(row, 'name'));
  }
}
