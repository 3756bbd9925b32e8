import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import type { CallOptions } from '../client/transport.ts';
import { readText } from '../values/fields.ts';
import { readAllById } from './counts.ts';
import { type AccountColumns, unlessRefused } from './probe-columns.ts';
import { readAll } from './read-by-ids.ts';
import type { ChangeSummary, Selection, TransactionType } from './record-source.ts';
import { allOf, atOrAfter, idLiteral, onOrAfter, onOrBefore, utc } from './suiteql-text.ts';

/** What is asked first of a kind: NetSuite's clock, and what has changed. */
export interface Opening {
  readonly serverTime: Date;
  readonly summary: ChangeSummary;
  /**
   * Ids of records whose lines changed since, ascending: a fulfillment changes an order's lines and not its own date. Empty
   * for one customer; null where the account has no such date, or has it no more.
   */
  readonly changedByLines: readonly string[] | null;
}

/** A kind to open, by the columns that are known of its account. */
export interface OpenedKind {
  readonly type: TransactionType | null;
  readonly columns: AccountColumns | undefined;
}

/**
 * Asks about customers, or about several kinds of transactions in the requests of one. All kinds of transactions are rows
 * of one table: of a type that the role may not see there are none, as in a query of that type alone.
 */
export async function readOpenings(
  client: NetsuiteClient,
  kinds: readonly OpenedKind[],
  selection: Selection,
  call?: CallOptions,
): Promise<Opening[]> {
  const types = typesOf(kinds);
  const [{ rows, serverTime }, lines] = await Promise.all([
    readClockAndSummaries(client, types, selection, call),
    readChangedLines(client, kinds, selection, call),
  ]);
  return kinds.map((kind) => {
    const ofKind = hasLineDate(kind) ? lines?.filter((row) => readText(row, 'type') === kind.type) : undefined;
    const changedByLines = ofKind?.flatMap((row) => readText(row, 'id') ?? []) ?? null;
    return { serverTime, summary: toSummary(rows, kind.type), changedByLines };
  });
}

/** Counts a selection of one kind. */
export async function readSummary(
  client: NetsuiteClient,
  type: TransactionType | null,
  selection: Selection,
  call?: CallOptions,
): Promise<ChangeSummary> {
  return toSummary(await readSummaries(client, typesOf([{ type }]), selection, [], call), type);
}

/** Records of a selection, changed or not: transactions of some types, or customers if there is none. */
export function isSelected(types: readonly TransactionType[], { customerId, from, to }: Selection): string {
  const areCustomers = types.length === 0;
  return allOf(
    areCustomers ? 'r.id > 0' : `r.type IN ('${types.join("', '")}')`,
    customerId === null ? null : `r.${areCustomers ? 'id' : 'entity'} = ${idLiteral(customerId)}`,
    from === null || areCustomers ? null : onOrAfter('r.trandate', from),
    to === null || areCustomers ? null : onOrBefore('r.trandate', to),
  );
}

/** Changed since; null where all are meant. */
export function isChanged({ since }: Selection): string | null {
  return since === null ? null : atOrAfter('r.lastmodifieddate', since);
}

/** Greatest difference between the time within a summary and NetSuite's clock, apart from the time that both take. */
const MAX_DIFFERENCE_MS = 60_000;

/** Whether the time within a summary is the clock's, for clients of accounts where both were compared. */
const isClockInSummary = new WeakMap<NetsuiteClient, boolean>();

/**
 * `CURRENT_TIMESTAMP` is known from DUAL (suiteql-facts, section 1). That a summary takes it and shows it in UTC is a guess,
 * so the first time is compared with NetSuite's clock.
 */
async function readClockAndSummaries(
  client: NetsuiteClient,
  types: readonly TransactionType[],
  selection: Selection,
  call: CallOptions | undefined,
): Promise<{ rows: readonly SuiteqlRow[]; serverTime: Date }> {
  const begun = performance.now();
  const isCompared = isClockInSummary.get(client);
  // The clock goes first, so that it is not later than what the summary saw.
  const clock = isCompared ? undefined : await client.serverTime(call);
  const readWith = (columns: readonly string[]) => readSummaries(client, types, selection, columns, call);
  const column = `${utc('MAX(CURRENT_TIMESTAMP)')} AS servertime`;
  const rows = isCompared === false ? null : await unlessRefused(client, readWith([column]), null, call);
  if (rows === null) {
    const opening = { serverTime: clock ?? (await client.serverTime(call)), rows: await readWith([]) };
    // If this had failed too, the first failure would say nothing about the clock.
    isClockInSummary.set(client, false);
    return opening;
  }
  const time = Date.parse(readText(rows[0] ?? {}, 'servertime') ?? '');
  if (clock === undefined)
    return { rows, serverTime: Number.isNaN(time) ? await client.serverTime(call) : new Date(time) };
  const taken = performance.now() - begun;
  // Without any record there is no row to compare.
  if (rows.length > 0) isClockInSummary.set(client, Math.abs(time - clock.getTime()) <= MAX_DIFFERENCE_MS + taken);
  return { rows, serverTime: clock };
}

/** Counts records and those of them that changed, by type. */
async function readSummaries(
  client: NetsuiteClient,
  types: readonly TransactionType[],
  selection: Selection,
  columns: readonly string[],
  call: CallOptions | undefined,
): Promise<readonly SuiteqlRow[]> {
  const changed = isChanged(selection);
  const counted = changed === null ? 'r.id' : `CASE WHEN ${changed} THEN r.id END`;
  const [table, type, group] =
    types.length === 0 ? ['customer', [], ''] : ['transaction', ['r.type AS type'], ' GROUP BY r.type ORDER BY r.type'];
  const list = [
    ...type,
    // COUNT(*) on transaction is refused in some accounts (suiteql-facts, section 1); COUNT of the id is not.
    'COUNT(r.id) AS total',
    `COUNT(${counted}) AS changed`,
    `MIN(${counted}) AS firstid`,
    `MAX(${counted}) AS lastid`,
    ...columns,
  ];
  const q = `SELECT ${list.join(', ')} FROM ${table} r WHERE ${isSelected(types, selection)}${group}`;
  return readAll(client, q, call);
}

async function readChangedLines(
  client: NetsuiteClient,
  kinds: readonly OpenedKind[],
  selection: Selection,
  call: CallOptions | undefined,
): Promise<readonly SuiteqlRow[] | null> {
  const { since, customerId } = selection;
  const types = typesOf(kinds.filter(hasLineDate));
  if (since === null || customerId !== null || types.length === 0) return [];
  const isNew = allOf(isSelected(types, selection), 'r.id = l.transaction', atOrAfter('l.linelastmodifieddate', since));
  const query = (after: string) =>
    `SELECT DISTINCT r.id AS id, r.type AS type FROM transactionline l, transaction r WHERE ${isNew} AND r.id > ${idLiteral(after)} ORDER BY r.id`;
  // A feature or permission may be gone since the last probe. Asked for often, since few attempts fail by chance.
  return unlessRefused(client, readAllById(client, query, { ...call, attempts: undefined }), null, call);
}

const hasLineDate = ({ columns }: OpenedKind) => columns?.has('transactionline.linelastmodifieddate') === true;

function typesOf(kinds: readonly { type: TransactionType | null }[]): TransactionType[] {
  return kinds.flatMap(({ type }) => type ?? []);
}

function toSummary(rows: readonly SuiteqlRow[], type: TransactionType | null): ChangeSummary {
  const row = rows.find((each) => readText(each, 'type') === type) ?? {};
  return {
    total: Number(row.total ?? 0),
    changed: Number(row.changed ?? 0),
    firstId: readText(row, 'firstid'),
    lastId: readText(row, 'lastid'),
  };
}
