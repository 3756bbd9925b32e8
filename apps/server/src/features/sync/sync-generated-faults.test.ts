import { syncCustomers } from '@portal/contract/customers';
import { syncOrders } from '@portal/contract/orders';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { readMirror, readSource } from './testing/records.ts';
import { startSyncFixture } from './testing/sync-fixture.ts';

const { app, control, close } = await startSyncFixture({
  data: { generate: { orders: 80, customers: 20, seed: 61 } },
});
afterAll(close);

const { db, pool } = app.database;
const { token } = await app.signIn('admin');
const runs = Number(process.env.FAULT_RUNS ?? 1);
const share = 0.1;

const lists = { orders: syncOrders, customers: syncCustomers };
const types = { orders: 'salesOrder', customers: 'customer' } as const;
type Kind = keyof typeof lists;

/** Position of a record in the list of its kind, from 0 to 1. */
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const changes = fc.record({
  edited: fc.array(place, { maxLength: 8 }),
  deleted: fc.array(place, { maxLength: 3 }),
  /** Selects a tenth of the records by position. */
  lockedFrom: fc.integer({ min: 0, max: 9 }),
});
type Changes = typeof changes extends fc.Arbitrary<infer Value> ? Value : never;

const idsNow = async (kind: Kind) => [...(await readSource(control, kind)).keys()];
/** Suspends the faults for the test's own queries. */
async function quietly<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const { faults, locked, latency, concurrency } = await control.settings();
  await control.reset();
  const answer = await work();
  await control.change({ faults, locked, latency, concurrency });
  return answer;
}

async function change(kind: Kind, { edited, deleted, lockedFrom }: Changes): Promise<void> {
  await quietly(async () => {
    const ids = await idsNow(kind);
    const at = (part: number) => ids[Math.floor(part * ids.length)] ?? '';
    for (const part of edited) await control.patchRecord(types[kind], at(part), { email: `${part}@test.example` });
    for (const id of new Set(deleted.map(at))) await control.deleteRecord(types[kind], id);
  });
  const ids = await quietly(() => idsNow(kind));
  await control.change({ locked: { [types[kind]]: ids.filter((_, index) => index % 10 === lockedFrom) } });
}

/** Ids of records that are noted as not read. */
async function readFailures(kind: Kind): Promise<Set<string>> {
  const rows = await db.selectFrom('sync_failures').select('record_id').where('kind', '=', kind).execute();
  return new Set(rows.map(({ record_id }) => record_id));
}

/** Syncs until a run succeeds, as the schedule does; failed runs are allowed. */
async function syncUntil(kind: Kind, wanted: readonly string[]): Promise<void> {
  const statuses: string[] = [];
  while (!wanted.includes(statuses.at(-1) ?? '')) {
    const { status, body } = await app.call(lists[kind], { token });
    statuses.push(status === 502 ? 'failed' : body.status);
    expect(statuses.length, statuses.join()).toBeLessThan(15);
  }
}

test('loses nothing with 10 % each of 429, 500, truncated bodies, lost connections and locked records, all slow', {
  timeout: 120_000 + runs * 60_000,
}, async () => {
  const steps = fc.array(fc.record({ orders: changes, customers: changes }), {
    minLength: 1,
    maxLength: runs > 1 ? 3 : 1,
  });
  await fc.assert(
    fc.asyncProperty(fc.nat(), steps, async (seed, rounds) => {
      await control.reset();
      await pool.query(
        'truncate sales_orders, customers, sync_runs, sync_failures, sync_held_deletions, netsuite_names, order_lines',
      );
      const faults = { tooManyRequests: share, serverError: share, truncatedBody: share, droppedConnection: share };
      const latency = { query: { minimum: 0, maximum: 100 }, record: { minimum: 0, maximum: 20 } };
      await control.change({ faults: { ...faults, seed }, latency, concurrency: 3 });
      for (const round of rounds) {
        for (const kind of ['customers', 'orders'] as const) {
          await change(kind, round[kind]);
          await syncUntil(kind, ['partial', 'complete']);
          // By chance, all attempts to read a record may fail; the run then says so.
          const failed = await readFailures(kind);
          const seen = <Row>(rows: Map<string, Row>) => new Map([...rows].filter(([id]) => !failed.has(id)));
          const source = await quietly(() => readSource(control, kind));
          expect(seen(await readMirror(db, kind))).toEqual(seen(source));
        }
      }
      await control.change({ locked: { salesOrder: [], customer: [] } });
      for (const kind of ['customers', 'orders'] as const) {
        await syncUntil(kind, ['complete']);
        expect(await readMirror(db, kind)).toEqual(await quietly(() => readSource(control, kind)));
      }
      expect(await db.selectFrom('sync_failures').selectAll().execute()).toEqual([]);
    }),
    { numRuns: runs, endOnFailure: true },
  );
});
