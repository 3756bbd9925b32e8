import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import { failedAs } from '../client/netsuite-error.ts';
import type { CallOptions } from '../client/transport.ts';
import { readId, readText } from '../values/fields.ts';
import { readBuckets, readDeleted } from './counts.ts';
import { type CustomField, customColumn, listFields, selectCustomFields } from './custom-fields.ts';
import type { Detail, ReadContext } from './details.ts';
import { conversions, type Fields, namedFields, readFields, selectFields, type ValuesOf } from './fields.ts';
import { createNames, type NamedRecord, type References, type Remember } from './names.ts';
import { isChanged, isSelected, readSummary } from './openings.ts';
import { type AccountColumns, type CandidateColumns, probeColumns, unlessRefused } from './probe-columns.ts';
import { readByIds } from './read-by-ids.ts';
import {
  everything,
  type IdBucket,
  type IdRange,
  type Page,
  type Selection,
  type TransactionType,
} from './record-source.ts';
import { allOf, day, inRange, utc } from './suiteql-text.ts';

/** How one kind of record is read: its fields, and what other tables say of it. */
export interface RecordKind<F extends Fields, Parts> {
  /** Name in the record service. */
  readonly recordType: 'salesOrder' | 'customer' | 'itemFulfillment' | 'invoice';
  /** Value of `transaction.type`; null for customers, which have a table of their own. */
  readonly type: TransactionType | null;
  readonly fields: F;
  /** Further columns to select. */
  readonly also: readonly string[];
  /** Columns beside the customer that may change without the record's date. */
  readonly sums?: readonly string[];
  readonly custom: readonly CustomField[];
  readonly configuration: readonly string[];
  readonly details: readonly Detail[];
  /** Columns of lines without which records may be wrong. */
  readonly needs?: readonly string[];
  /** Reads what belongs to the rows of a page. The function that it returns completes one record. */
  readParts(
    context: ReadContext,
    rows: readonly SuiteqlRow[],
  ): Promise<(row: SuiteqlRow, values: ValuesOf<F> & { readonly id: string }) => Parts>;
}

/** What a kind says of columns. */
type KindColumns = Omit<RecordKind<Fields, unknown>, 'readParts'>;

/** What a `readParts` adds to a record. */
export type PartsOf<Read extends (...values: never[]) => Promise<(...values: never[]) => unknown>> = ReturnType<
  Awaited<ReturnType<Read>>
>;

/** A record of a described kind. */
export type RecordOf<F extends Fields, Parts> = { readonly id: string } & ValuesOf<F> & Parts;

/** Columns that every account has; all others are looked for (suiteql-facts, sections 2 and 5). */
const always = new Set('id tranid trandate createddate lastmodifieddate entity status entityid datecreated'.split(' '));

/** Reads records for one run, and caches the names that it looks up for as long as the run lasts. */
export type Reader<Row> = ReturnType<RecordSource<Row>['open']>;

/** One kind of record in NetSuite. Every call throws NetsuiteError, or the reason of the signal that ended it. */
export type RecordSource<Row> = ReturnType<typeof createSource<Row>>;

/** Records of one kind, by SuiteQL: a row that SuiteQL returned is complete, whatever else fails. */
export function createRecordSource<F extends Fields, Parts>(
  client: NetsuiteClient,
  kind: RecordKind<F, Parts>,
): RecordSource<RecordOf<F, Parts>> {
  return createSource(client, kind, (context, rows) => completeRows(kind, context, rows));
}

type Complete<Row> = (
  context: ReadContext,
  rows: readonly SuiteqlRow[],
) => Promise<Pick<Page<Row>, 'rows' | 'failures'>>;

function createSource<Row>(client: NetsuiteClient, kind: KindColumns, complete: Complete<Row>) {
  const { recordType, type, configuration } = kind;
  const candidates = candidatesOf(kind);
  const table = tableOf(kind);
  const types = type === null ? [] : [type];
  const isOfKind = isSelected(types, everything);
  const isWithin = (selection: Selection, range: IdRange) =>
    allOf(isSelected(types, selection), isChanged(selection), inRange('r.id', range));

  return {
    /** Value of `transaction.type`; null for customers. */
    type,
    /** The optional columns that `probe` looks for, as `table.column`. */
    candidates: Object.entries(candidates).flatMap(([table, all]) => [...all.keys()].map((each) => `${table}.${each}`)),
    /** Entries of the probed columns that stand for the configured fields. */
    configuration,
    /** Finds out which of the optional columns and tables the account and the role have. */
    probe: (call?: CallOptions) => probeColumns(client, candidates, configuration, call),
    open(columns: AccountColumns, remember: Remember = async () => new Map()) {
      const hidden = kind.needs?.filter((each) => !columns.has(`transactionline.${each}`)) ?? [];
      const notes = new Set(hidden.map((each) => `NetSuite hides ${each} of lines, so records may be wrong.`));
      const names = createNames(client, referencesOf(kind, columns), notes, remember);
      const rowsPerId = new Map(kind.details.map((each) => [each, each.table === 'transactionline' ? 4 : 1]));
      const select = `SELECT ${selectedOf(kind, columns).join(', ')} FROM ${table} r`;
      const completed = (rows: readonly SuiteqlRow[], call: CallOptions | undefined) =>
        complete({ client, columns, names, rowsPerId, notes, call }, rows);
      return {
        /** Records a page holds at most. */
        pageSize: 1000,
        /** A page of a selection, by ascending id. */
        async page(selection: Selection, range: IdRange, limit: number, call?: CallOptions): Promise<Page<Row>> {
          const q = `${select} WHERE ${isWithin(selection, range)} ORDER BY r.id`;
          const { items, hasMore } = await client.suiteql({ q, limit }, call);
          const lastId = items.length === 0 ? null : readText(items.at(-1) ?? {}, 'id');
          // Clients have seen `hasMore` wrong both ways (suiteql-facts, section 1), so a range ends only with its last id, an
          // empty page, or a short page that says it is the last.
          const isLast = lastId === null || lastId === range.upTo || (!hasMore && items.length < limit);
          return { ...(await completed(items, call)), lastId, complete: isLast };
        },
        /** At most 1000 records by id, changed or not; ids that SuiteQL does not return are left out. */
        async read(ids: readonly string[], call?: CallOptions): Promise<Pick<Page<Row>, 'rows' | 'failures'>> {
          const query = (idList: string) => `${select} WHERE ${isOfKind} AND r.id IN (${idList}) ORDER BY r.id`;
          return completed(await readByIds(client, ids, query, call), call);
        },
        async loadNames(known: readonly NamedRecord[], call?: CallOptions): Promise<void> {
          const ofType = Map.groupBy(known, ({ type }) => type);
          const wanted = Object.fromEntries([...ofType].map(([type, list]) => [type, list.map(({ id }) => id)]));
          await names.load(wanted, call, false);
        },
        /** What the records lack because of the account or the role, as sentences for staff. */
        notes,
        /** Names that were read so far. */
        names: names.entries,
        /** The lowest id of a selection's records in the range; null where there is none. */
        async firstId(selection: Selection, range: IdRange, call?: CallOptions): Promise<string | null> {
          const q = `SELECT MIN(r.id) AS firstid FROM ${table} r WHERE ${isWithin(selection, range)}`;
          return readText((await client.suiteql({ q }, call)).items[0] ?? {}, 'firstid');
        },
        /** All records of the selection by ranges of ids of equal size, changed or not; null where NetSuite does not sum them. */
        async buckets(selection: Selection, bucketSize: bigint, call?: CallOptions): Promise<IdBucket[] | null> {
          const read = (sums: readonly string[]) => {
            const buckets = readBuckets(client, table, isSelected(types, selection), bucketSize, sums, call);
            return unlessRefused(client, buckets, null, call);
          };
          // No source says whether a merge of customers moves the dates of their transactions.
          const sums =
            type === null ? [] : ['entity', ...(kind.sums ?? []).filter((each) => columns.has(`${table}.${each}`))];
          // A guess: an account that shows the columns may still refuse to sum them.
          return (await read(sums)) ?? read([]);
        },
      };
    },
    /** Counts a selection in one request. */
    summarizeChanges: (selection: Selection, call?: CallOptions) => readSummary(client, type, selection, call),
    /** Ids deleted at or after; null where the role may not see deletions. */
    deletedSince: (since: Date, call?: CallOptions) => readDeleted(client, recordType, since, call),
    /**
     * Whether the record service knows the id. Any answer but "not found" counts as yes: REST loads records in edit mode, so
     * that a locked or forbidden one is refused (rest-facts, section 3), and still exists.
     */
    async exists(id: string, call?: CallOptions): Promise<boolean> {
      try {
        await client.record(recordType, id, ['id'], call);
        return true;
      } catch (error) {
        if (failedAs(error, 'not-found')) return false;
        if (failedAs(error, 'refused', 'permission')) return true;
        throw error;
      }
    },
  };
}

function tableOf({ type }: KindColumns): 'customer' | 'transaction' {
  return type === null ? 'customer' : 'transaction';
}

/** Columns to look for, as they are read: those of the table, those of the details, and the date of lines. */
function candidatesOf(kind: KindColumns): CandidateColumns {
  const found: Record<string, Map<string, string>> = {};
  const add = (table: string, columns: readonly string[], convert: (column: string) => string = String) => {
    found[table] = new Map([...(found[table] ?? []), ...columns.map((column) => [column, convert(column)] as const)]);
  };
  for (const field of Object.values(kind.fields)) add(tableOf(kind), field.columns, conversions[field.kind]);
  add(tableOf(kind), kind.also);
  for (const column of always) found[tableOf(kind)]?.delete(column);
  for (const field of kind.custom) add(tableOf(kind), [field.column], () => customColumn(field));
  for (const { table, required, optional = [], days = [] } of kind.details)
    add(table, [...required, ...optional], (column) => (days.includes(column) ? day(column) : column));
  if (kind.type !== null) add('transactionline', ['linelastmodifieddate'], utc);
  return found;
}

function selectedOf(kind: KindColumns, columns: AccountColumns): string[] {
  const hasAny = (column: string) => always.has(column) || columns.has(`${tableOf(kind)}.${column}`);
  // `total` is in the account's currency (suiteql-facts, section 2), so it counts only where there are no others.
  const has = (column: string) => hasAny(column) && !(column === 'total' && hasAny('currency'));
  const selected = new Set([
    'r.id AS id',
    ...selectFields(kind.fields, has),
    ...kind.also.filter(has).map((column) => `r.${column} AS ${column}`),
  ]);
  // A configured field may also be the project or the tax.
  const others = kind.custom.filter(({ column }) => !selected.has(`r.${column} AS ${column}`));
  return [...selected, ...selectCustomFields(others, has)];
}

/** Columns of the table with references. */
const referencing = ({ fields, custom }: KindColumns) => [...namedFields(fields), ...listFields(custom)];

/** Where records show the names of what they refer to. */
function referencesOf(kind: KindColumns, columns: AccountColumns): References {
  const own = referencing(kind).map((field) => ({ ...field, table: tableOf(kind) }));
  const ofDetails = kind.details.flatMap(({ table, key, names = {} }) =>
    Object.entries(names).map(([column, of]) => ({ table, key, column, of })),
  );
  const known = [...own, ...ofDetails].filter(
    ({ table, column }) => always.has(column) || columns.has(`${table}.${column}`),
  );
  return new Map(known.map(({ of, ...reference }) => [of, reference]));
}

/** Adds parts and names to rows. A row with a value that cannot be kept (a TypeError) becomes a failed record. */
async function completeRows<F extends Fields, Parts>(
  kind: RecordKind<F, Parts>,
  context: ReadContext,
  rows: readonly SuiteqlRow[],
): ReturnType<Complete<RecordOf<F, Parts>>> {
  const { names, call } = context;
  const wanted = Map.groupBy(referencing(kind), ({ of }) => of);
  const [partsOf] = await Promise.all([
    kind.readParts(context, rows),
    names.load(
      Object.fromEntries([...wanted].map(([of, list]) => [of, list.flatMap(({ column }) => textsOf(rows, column))])),
      call,
    ),
  ]);
  const complete: RecordOf<F, Parts>[] = [];
  const failures: { id: string; reason: string }[] = [];
  for (const row of rows) {
    try {
      const values = { id: readId(row), ...readFields(kind.fields, row, names) };
      complete.push({ ...values, ...partsOf(row, values) });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      failures.push({ id: readText(row, 'id') ?? '', reason: error.message });
    }
  }
  return { rows: complete, failures };
}

/** The texts of one column of some rows; null where a row has none. */
export function textsOf(rows: readonly SuiteqlRow[], column: string): (string | null)[] {
  return rows.map((row) => readText(row, column));
}
