import { syncCustomers } from '@portal/contract/customers';
import { syncOrders } from '@portal/contract/orders';
import { syncKinds } from '@portal/contract/values';
import { orderFromRecord } from '@portal/netsuite/testing/order-from-record';
import fc from 'fast-check';
import { afterAll, afterEach, expect, test } from 'vitest';
import { nightlySyncJob } from '../../jobs/sync-schedule.ts';
import { type ForkedPortal, forkPortal } from '../../testing/fork-portal.ts';
import { toOrderLine } from './order-line-queries.ts';
import { readMirror, readSource } from './testing/records.ts';
import { startSyncFixture } from './testing/sync-fixture.ts';

const runs = Number(process.env.SYNC_HISTORIES ?? 10);
const seed = Number(process.env.SYNC_HISTORIES_SEED ?? 1);
// Each history deletes some, which do not return.
const { app, control, config, close } = await startSyncFixture({
  data: { generate: { orders: 50 + runs, customers: 10 + 3 * runs, seed: 61 } },
});
const { db, pool } = app.database;
let { token } = await app.signIn('admin');
const { queue } = app.portal.dependencies;
let second: ForkedPortal | undefined;
afterAll(close);
afterEach(() => second?.kill());

const kinds = ['customers', 'orders'] as const;
type Kind = (typeof kinds)[number];
const endpoints = { orders: syncOrders, customers: syncCustomers };
const paths = { orders: 'GET /api/netsuite-sales-orders/sync', customers: 'POST /api/netsuite-customers/sync' };
const types = { orders: 'salesOrder', customers: 'customer' } as const;

/** Position of a record in the list of its kind, from 0 to 1. */
const place = fc.integer({ min: 0, max: 999 }).map((thousandths) => thousandths / 1000);
const places = (maxLength: number) => fc.array(place, { maxLength });
const kind = fc.constantFrom(...kinds);
const onceIn = <Value>(times: number, value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 1, arbitrary: value }, { weight: times - 1, arbitrary: fc.constant(null) });

/** What happens in the account between two syncs. */
const round = fc.record({
  edits: fc.array(fc.record({ kind, at: place, minutesLate: fc.constantFrom(0, 0, 1, 61, 1380) }), { maxLength: 6 }),
  deleted: fc.array(fc.record({ kind, at: place, minutesLate: fc.constantFrom(0, 0, 45) }), { maxLength: 2 }),
  shipped: places(3),
  renamedCustomer: onceIn(3, place),
  /** Renamed lists and balances change no date: such rounds end with the nightly sync. */
  night: onceIn(5, fc.record({ renamed: fc.constantFrom('term', 'location', 'item'), balances: places(3) })),
  locked: places(4),
  unreadable: onceIn(4, place),
  /** Orders that a restricted role does not see, although they exist. */
  hidden: onceIn(6, place),
  account: onceIn(4, fc.record({ locations: fc.boolean(), addresses: fc.boolean(), deletions: fc.boolean() })),
  timeZone: onceIn(3, fc.constantFrom('America/Toronto', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC')),
  shortPages: fc.constantFrom(1000, 1000, 7),
  /** Minutes that pass in the account, and by which the portal's own clock then differs from it. */
  passed: fc.integer({ min: 1, max: 4000 }),
  shift: fc.constantFrom(0, 0, -50, 75),
  faults: fc.constantFrom(0, 0, 0.1),
  seed: fc.nat(),
  /** A second portal syncs too; it is killed after so many requests to NetSuite. */
  killedAfter: onceIn(4, fc.nat({ max: 12 })),
});
/** Shortly before clocks change in Toronto, to summer time and back, and in Auckland. */
const clockChange = onceIn(
  2,
  fc
    .constantFrom('2025-03-09T06:50:00Z', '2025-11-02T05:50:00Z', '2026-04-04T13:50:00Z')
    .map((instant) => new Date(instant)),
);
type Round = typeof round extends fc.Arbitrary<infer Value> ? Value : never;

const noFaults = { tooManyRequests: 0, serverError: 0, truncatedBody: 0, droppedConnection: 0 };
/** An account that hides nothing and in which nothing goes wrong. */
const calm = {
  faults: noFaults,
  locked: { salesOrder: [] },
  unreadable: { salesOrder: [] },
  restrictedTo: { salesOrder: null },
  features: { locations: true },
  hiddenTables: [],
  pageRows: 1000,
};

/** Suspends what disturbs NetSuite for the test's own reading of it. */
async function quietly<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const { faults } = await control.settings();
  await control.change({ faults: noFaults });
  const answer = await work();
  await control.change({ faults });
  return answer;
}

async function idAt(of: Kind, at: number): Promise<string> {
  const ids = (await control.listRecords(types[of])).map(({ id }) => id);
  return ids[Math.floor(at * ids.length)] ?? '';
}

/** Makes a change that is seen only later, under the date of now. */
async function late(minutes: number, change: () => Promise<unknown>): Promise<void> {
  await control.change({ visibleAfter: minutes * 60 });
  await change();
  await control.change({ visibleAfter: 0 });
}

async function happen(step: Round): Promise<void> {
  const { shortPages: pageRows, timeZone, account } = step;
  await control.change({
    pageRows,
    ...(timeZone === null ? {} : { timeZone }),
  });
  if (account !== null) {
    const tables = { transactionshippingaddress: account.addresses, deletedrecord: account.deletions };
    const hiddenTables = Object.entries(tables).flatMap(([table, isThere]) => (isThere ? [] : [table]));
    await control.change({ features: { locations: account.locations }, hiddenTables });
    // The columns of the account are looked up once an hour.
    app.clock.advance(2 * 3_600_000);
  }
  for (const { kind: of, at, minutesLate } of step.edits) {
    const fields = {
      email: `${step.seed % 1000}@test.example`,
      ...(of === 'orders' ? { memo: `edit ${at}`, total: at } : { phone: `${at}` }),
    };
    const id = await idAt(of, at);
    await late(minutesLate, () => control.patchRecord(types[of], id, fields));
  }
  for (const { kind: of, at, minutesLate } of step.deleted) {
    const id = await idAt(of, at);
    await late(minutesLate, () => control.deleteRecord(types[of], id).catch(() => undefined));
  }
  for (const at of step.shipped) {
    const id = await idAt('orders', at);
    // An order of which nothing is left to ship stays as it is.
    await control.fulfill(id).then(
      () => control.bill(id),
      () => undefined,
    );
  }
  if (step.renamedCustomer !== null)
    await control.patchRecord('customer', await idAt('customers', step.renamedCustomer), {
      companyName: `Renamed ${step.seed}`,
    });
  if (step.night !== null) {
    await control.rename(step.night.renamed, step.night.renamed === 'item' ? '301' : '2', `Renamed ${step.seed}`);
    for (const at of step.night.balances)
      await control.patchRecord('customer', await idAt('customers', at), { balance: at }, { touch: false });
  }
  const locked = await Promise.all(step.locked.map((at) => idAt('orders', at)));
  const unreadable = step.unreadable === null ? [] : [await idAt('orders', step.unreadable)];
  const hidden = step.hidden === null ? [] : [await idAt('orders', step.hidden)];
  const seen = (await control.listRecords('salesOrder')).map(({ id }) => id).filter((id) => !hidden.includes(id));
  await control.change({
    locked: { salesOrder: locked },
    unreadable: { salesOrder: unreadable },
    restrictedTo: { salesOrder: hidden.length === 0 ? null : seen },
  });
  // Something that every sync has to read, so that it looks at the account's columns too.
  for (const of of kinds)
    await control.patchRecord(types[of], await idAt(of, 0.5), { email: `${step.seed}@round.example` });
  await control.advanceClock(step.passed * 60);
  if (step.shift !== 0) app.clock.advance(step.shift * 60_000);
  const { faults: share, seed } = step;
  await control.change({
    faults: { tooManyRequests: share, serverError: share, truncatedBody: share, droppedConnection: share, seed },
  });
}

type Run = { status: string; failed: number; message: string | null };

async function readRun(id: string): Promise<Run> {
  const { failed, ...run } = await db
    .selectFrom('sync_runs')
    .select(['status', 'failed', 'message'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...run, failed: Number(failed) };
}

/** While the circuit breaker is open, requests to NetSuite fail at once. */
async function isBreakerClosed(): Promise<boolean> {
  const { rows } = await pool.query('select from netsuite_limit where open_until > clock_timestamp()');
  return rows.length === 0;
}

/** Syncs until a run ends well, as people and the schedule do; runs that failed say so. */
async function sync(of: Kind): Promise<Run> {
  const answers: unknown[] = [];
  while (answers.length < 100) {
    const { status, body } = await app.call(endpoints[of], { token });
    if (status === 200 && body.status !== 'failed') return readRun(body.runId);
    answers.push(body);
    await expect.poll(isBreakerClosed).toBe(true);
    expect([200, 502, 503], JSON.stringify(body)).toContain(status);
  }
  throw new Error(`No sync of ${of} ended within 100 attempts: ${JSON.stringify(answers.slice(-3))}`);
}

async function syncAtNight(): Promise<Record<Kind, Run>> {
  const nightly = () =>
    db.selectFrom('sync_runs').select(['id', 'kind', 'status']).where('mode', '=', 'nightly').execute();
  // A job that has just ended may still hold off the next one.
  const hasEnded = async () => {
    const runs = await nightly();
    if (runs.length === 0) await queue.enqueue(db, nightlySyncJob, {});
    return runs.filter(({ status }) => status !== 'running').length === syncKinds.length;
  };
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await db.deleteFrom('sync_runs').where('mode', '=', 'nightly').execute();
    await expect.poll(hasEnded, { timeout: 60_000, interval: 100 }).toBe(true);
    const ended = await nightly();
    if (ended.some(({ status }) => status === 'failed')) continue;
    const idOf = (kind: Kind) => ended.find((run) => run.kind === kind)?.id ?? '';
    return { customers: await readRun(idOf('customers')), orders: await readRun(idOf('orders')) };
  }
  throw new Error('No nightly sync ended within 20 attempts.');
}

/** Lets the second portal sync as well, and kills it in the middle. */
async function killInTheMiddle(requests: number): Promise<void> {
  second ??= await forkPortal(config);
  const { url, kill } = second;
  const headers = { authorization: `Bearer ${token}` };
  const begun = (await control.requests()).total;
  const answers = kinds.map((of) => {
    const [method = '', path = ''] = paths[of].split(' ');
    return fetch(`${url}${path}`, { method, headers })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
  });
  // Its runs may be over before that many requests.
  let isOver = false;
  void Promise.all(answers).then(() => (isOver = true));
  await expect
    .poll(async () => isOver || (await control.requests()).total - begun >= requests, { timeout: 60_000, interval: 5 })
    .toBe(true);
  await kill();
  second = undefined;
  await Promise.all(answers);
}

/** The mirror must equal the source field by field, except for records that the run calls failed. */
async function expectSame(of: Kind, run: Run, hasFaults = false): Promise<void> {
  const { features, hiddenTables, unreadable, restrictedTo } = await control.settings();
  const failures = await db.selectFrom('sync_failures').select('record_id').where('kind', '=', of).execute();
  const missing = new Set(failures.map(({ record_id: id }) => id));
  expect([run.status, run.failed, run.message]).toEqual(
    missing.size === 0 ? ['complete', 0, null] : ['partial', missing.size, expect.any(String)],
  );
  const source = await quietly(() => readSource(control, of));
  const shown = of === 'orders' ? restrictedTo.salesOrder : null;
  const isHidden = (id: string) => shown != null && !shown.includes(id);
  expect(
    [...missing].filter((id) => !isHidden(id) && unreadable[types[of]]?.includes(id) !== true && !hasFaults),
  ).toEqual([]);
  // A record that the role has never been able to see is unknown to the portal.
  const withoutMissing = <Row>(rows: Map<string, Row>) =>
    new Map([...rows].filter(([id]) => !missing.has(id) && !isHidden(id)));
  const visible = [...withoutMissing(source)].map(([id, row]): [string, typeof row] => {
    if (of === 'customers') return [id, row];
    const address = hiddenTables.includes('transactionshippingaddress') ? { shipAddress: null } : {};
    const location = features.locations ? {} : { locationId: null, locationName: null };
    return [id, { ...row, ...address, ...location }];
  });
  expect(withoutMissing(await readMirror(db, of))).toEqual(new Map(visible));
  if (of === 'customers') return;
  const lines = await db.selectFrom('order_lines').select(['order_id', 'lines']).execute();
  const mirrored = new Map(lines.map(({ order_id: id, lines: stored }): [string, unknown] => [id, stored]));
  const bodies = await control.listRecords('salesOrder');
  const expected = new Map(
    bodies.map((body): [string, unknown] => [body.id, orderFromRecord(body).lines.map(toOrderLine)]),
  );
  expect(withoutMissing(mirrored)).toEqual(withoutMissing(expected));
}

test('the mirror equals NetSuite after every history of changes, faults and crashes, or says what is missing', {
  timeout: 120_000 + runs * 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      clockChange,
      fc.array(round, { minLength: 1, maxLength: runs > 10 ? 3 : 2 }),
      async (now, rounds) => {
        await control.change(calm);
        await (now === null ? control.resetClock() : control.setClock(now));
        // Sessions end with the portal's clock, which every history moves on.
        ({ token } = await app.signIn('admin'));
        await pool.query(
          `truncate sales_orders, customers, fulfillments, invoices, sync_runs, sync_failures, sync_held_deletions, netsuite_names, netsuite_columns, order_lines;
         update netsuite_limit set reduced_to = null, reduced_at = null`,
        );
        for (const step of rounds) {
          await happen(step);
          if (step.killedAfter !== null) await killInTheMiddle(step.killedAfter);
          const ended =
            step.night === null
              ? { customers: await sync('customers'), orders: await sync('orders') }
              : await syncAtNight();
          for (const of of kinds) await expectSame(of, ended[of], step.faults > 0);
        }
        await control.change(calm);
        app.clock.advance(2 * 3_600_000);
        for (const of of kinds)
          await control.patchRecord(types[of], await idAt(of, 0.1), { email: 'last@round.example' });
        for (const of of kinds) {
          const run = await sync(of);
          expect(run.status).toBe('complete');
          await expectSame(of, run);
        }
      },
    ),
    { numRuns: runs, seed, endOnFailure: runs <= 10 },
  );
});
