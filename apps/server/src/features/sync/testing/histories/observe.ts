import { type SyncKind, syncKinds } from '@portal/contract/values';
import { orderFromRecord } from '@portal/netsuite/testing/order-from-record';
import type { SandboxControl } from '@portal/netsuite-sandbox/control-client';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { findWrongCounts } from '../../../../jobs/housekeeping.ts';
import { type Database, instantToIso } from '../../../../platform/database.ts';
import { toOrderLine } from '../../order-line-queries.ts';
import { type Fields, readMirror, readSource, recordTypes } from '../records.ts';
import { type Event, expectedEvents, onceKey } from './expected-events.ts';
import { expectedProgress, type Progress } from './expected-progress.ts';
import { quietly } from './happen.ts';

export type Run = { mode: string; status: string; failed: number; message: string | null };

/** What a run says that lacks no record: the first one without some columns is partial, each nightly one names them. */
const saysOfColumns =
  /^(?:NetSuite no longer shows (?<lost>.+?), which the portal read before\.)? ?(?:NetSuite does not show (?<absent>.+), which are empty here or read from elsewhere\.)?$/;
export type Mirrors = Record<SyncKind, Map<string, Fields>>;

export async function readMirrors(db: Database): Promise<Mirrors> {
  const read = await Promise.all(syncKinds.map(async (kind) => [kind, await readMirror(db, kind)] as const));
  return Object.fromEntries(read) as Mirrors;
}

/**
 * Expects that the mirror equals the source field by field, except for records that the run calls failed. Without faults,
 * only records may fail that NetSuite refuses to show.
 */
export async function expectSame(
  { db, control }: { db: Database; control: SandboxControl },
  kind: SyncKind,
  run: Run,
  hasFaults: boolean,
): Promise<void> {
  const { features, hiddenTables, unreadable, restrictedTo } = await control.settings();
  const failures = await db.selectFrom('sync_failures').select('record_id').where('kind', '=', kind).execute();
  const missing = new Set(failures.map(({ record_id: id }) => id));
  const said = saysOfColumns.exec(run.message ?? '')?.groups;
  expect([kind, run.status, run.failed, run.message]).toEqual(
    missing.size === 0
      ? [kind, said?.lost ? 'partial' : 'complete', 0, said ? run.message : null]
      : [kind, 'partial', missing.size, expect.any(String)],
  );
  const isGone = (column: string) =>
    hiddenTables.includes(column.split('.')[0] ?? '') || (!features.locations && column.includes('location'));
  expect(said?.lost?.split(', ').filter((column) => !isGone(column)) ?? []).toEqual([]);
  if (said?.absent) {
    expect(run.mode).toBe('nightly');
    const expected = kind === 'orders' && hiddenTables.includes('transactionshippingaddress');
    expect(said.absent.includes('transactionshippingaddress.addrtext')).toBe(expected);
  }
  const shown = kind === 'orders' ? restrictedTo.salesOrder : null;
  const isHidden = (id: string) => shown != null && !shown.includes(id);
  const isRefused = (id: string) => isHidden(id) || unreadable[recordTypes[kind]]?.includes(id) === true;
  expect([...missing].filter((id) => !isRefused(id) && !hasFaults)).toEqual([]);
  // A record that the role has never been able to see is unknown to the portal.
  const known = <Row>(rows: Map<string, Row>) => new Map([...rows].filter(([id]) => !missing.has(id) && !isHidden(id)));
  const source = await quietly(control, () => readSource(control, kind));
  const asShown = (row: Fields): Fields => {
    if (kind === 'fulfillments') return { ...row, packages: shownPackages(row.packages, hiddenTables) };
    if (kind !== 'orders') return row;
    const address = hiddenTables.includes('transactionshippingaddress') ? { shipAddress: null } : {};
    const location = features.locations ? {} : { locationId: null, locationName: null };
    return { ...row, ...address, ...location };
  };
  const expected = [...known(source)].map(([id, row]) => [id, asShown(row)] as const);
  expect(known(await readMirror(db, kind))).toEqual(new Map(expected));
  if (kind !== 'orders') return;
  const stored = await db.selectFrom('order_lines').select(['order_id', 'lines']).execute();
  const lines = new Map(stored.map((row): [string, unknown] => [row.order_id, row.lines]));
  const bodies = await control.listRecords('salesOrder');
  const right = bodies.map((body): [string, unknown] => [body.id, orderFromRecord(body).lines.map(toOrderLine)]);
  expect(known(lines)).toEqual(known(new Map(right)));
}

/** Packages as far as the account has their tables: tracking numbers without a package count as one each. */
function shownPackages(packages: unknown, hiddenTables: readonly string[]): never {
  const all = packages as { trackingNumber?: string }[];
  if (!hiddenTables.includes('itemfulfillmentpackage')) return all as never;
  if (hiddenTables.includes('trackingnumber')) return [] as never;
  const numbers = new Set(all.flatMap(({ trackingNumber }) => (trackingNumber === undefined ? [] : [trackingNumber])));
  return [...numbers].toSorted().map((trackingNumber) => ({ trackingNumber })) as never;
}

/** Expects that orders show what their mirrored fulfillments and invoices say, and that lists count them so. */
export async function expectProgress(db: Database, { orders, fulfillments, invoices }: Mirrors): Promise<void> {
  const { rows } = await sql<Record<keyof Progress | 'id', string | null>>`
    select id, first_shipped as "firstShipped", last_shipped as "lastShipped", tracking, invoice_numbers as "invoiceNumbers", invoices,
      open_amount as "openAmount", due_date as "dueDate", shipping, billing from sales_orders order by id`.execute(db);
  const list = (value: string | null | undefined) => (value ? value.split(', ').toSorted() : []);
  const shown = rows.map(({ id, ...row }): [string, Progress] => [
    id ?? '',
    {
      firstShipped: row.firstShipped,
      lastShipped: row.lastShipped,
      tracking: list(row.tracking),
      invoiceNumbers: list(row.invoiceNumbers),
      invoices: Number(row.invoices),
      openAmount: row.openAmount === null ? null : Number(row.openAmount),
      dueDate: row.dueDate,
      shipping: row.shipping ?? '',
      billing: row.billing ?? '',
    },
  ]);
  expect(new Map(shown)).toEqual(expectedProgress(orders, fulfillments, invoices));
  expect(Object.values(await findWrongCounts(db)).filter((wrong) => wrong > 0)).toEqual([]);
}

export type RecordedEvent = Event & { id: string };

export async function readEvents(db: Database): Promise<RecordedEvent[]> {
  const rows = await db.selectFrom('order_events').selectAll().orderBy('id').execute();
  return rows.map(({ id, order_id: orderId, kind, record_id: recordId, state, changed_at: changedAt }) => ({
    id,
    orderId,
    kind,
    recordId,
    state,
    changedAt: changedAt === null ? null : new Date(instantToIso(changedAt)).toISOString(),
  }));
}

/** Expects one event for each change from `before` to `after`, and no other one. */
export function expectEvents(
  before: Mirrors,
  after: Mirrors,
  known: readonly RecordedEvent[],
  recorded: readonly RecordedEvent[],
): void {
  const once = new Set(known.map(onceKey));
  const expected = syncKinds
    .flatMap((kind) => expectedEvents(kind, before[kind], after[kind]))
    .filter((event) => !once.has(onceKey(event)));
  const texts = (events: readonly Event[]) =>
    events.map((event) => `order ${event.orderId}: ${event.kind} ${onceKey(event)} ${event.changedAt}`).toSorted();
  expect(texts(recorded.slice(known.length))).toEqual(texts(expected));
}
