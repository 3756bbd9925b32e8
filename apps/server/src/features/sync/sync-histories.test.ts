import { syncCustomers } from '@portal/contract/customers';
import { followPreset, saveNotificationSettings } from '@portal/contract/notifications';
import { syncOrders } from '@portal/contract/orders';
import { type SyncKind, syncKinds } from '@portal/contract/values';
import fc from 'fast-check';
import { type SqlBool, sql } from 'kysely';
import { type TestContext, test } from 'vitest';
import { nightlySyncJob, syncJob } from '../../jobs/sync-jobs.ts';
import { hourMs } from '../../platform/clock.ts';
import type { SignedIn } from '../../testing/app.ts';
import { type ForkedPortal, forkPortal } from '../../testing/fork-portal.ts';
import { runNotifyJob } from '../notifications/testing/notify-job.ts';
import { calm, createAccount } from './testing/histories/happen.ts';
import {
  expectEvents,
  expectProgress,
  expectSame,
  type Mirrors,
  type Run,
  readEvents,
  readMirrors,
} from './testing/histories/observe.ts';
import { clockChange, type Round, round } from './testing/histories/rounds.ts';
import { type SyncFixture, startSyncFixture } from './testing/sync-fixture.ts';

const runs = Number(process.env.SYNC_HISTORIES ?? 6);
const seed = Number(process.env.SYNC_HISTORIES_SEED ?? 1);
/** Histories of one account: few, since each deletes some records, which do not return. */
const PER_ACCOUNT = 3;
const data = { generate: { orders: 30, customers: 15, seed: 61 } };

const history = fc.record({
  now: clockChange,
  rounds: fc.array(round, { minLength: 1, maxLength: runs > 6 ? 3 : 2 }),
});
const histories = fc.sample(history, { numRuns: runs, seed });

const paths = ['GET /api/netsuite-sales-orders/sync', 'POST /api/netsuite-customers/sync'];

type Runs = Record<SyncKind, Run>;

type Account = Pick<SyncFixture, 'app' | 'control' | 'config'> &
  Pick<TestContext, 'expect'> &
  ReturnType<typeof createAccount> & { user: SignedIn; second: ForkedPortal | undefined };

const without = (mirrors: Mirrors, ids: ReadonlySet<string>) =>
  Object.fromEntries(
    syncKinds.map((kind) => [kind, new Map([...mirrors[kind]].filter(([id]) => !ids.has(id)))]),
  ) as Mirrors;

type Wanted = {
  mode?: 'nightly';
  /** Ids of runs to leave out. */
  earlier?: readonly string[];
};

/** The last run of each kind among the wanted ones; none for a kind without such a run. */
async function readRuns({ app }: Account, { mode, earlier = [] }: Wanted): Promise<Runs> {
  let query = app.database.db
    .selectFrom('sync_runs')
    .distinctOn('kind')
    .select(['kind', 'mode', 'status', 'failed', 'message'])
    .where(sql<SqlBool>`id <> all(${earlier}::uuid[])`);
  if (mode !== undefined) query = query.where('mode', '=', mode);
  const rows = await query.orderBy('kind').orderBy('heartbeat_at', 'desc').execute();
  return Object.fromEntries(rows.map(({ kind, failed, ...run }) => [kind, { ...run, failed: Number(failed) }])) as Runs;
}

async function readRunIds({ app }: Account): Promise<string[]> {
  const rows = await app.database.db.selectFrom('sync_runs').select('id').execute();
  return rows.map(({ id }) => id);
}

/** While the circuit breaker is open, requests to NetSuite fail at once. */
async function isBreakerClosed({ app }: Account): Promise<boolean> {
  const { rows } = await app.database.pool.query('select from netsuite_limit where open_until > clock_timestamp()');
  return rows.length === 0;
}

/** Syncs until the runs of all kinds end well, as people and the schedule do; runs that failed say so. */
async function sync(account: Account): Promise<Runs> {
  const { app, expect, user } = account;
  const earlier = await readRunIds(account);
  for (const [endpoint, kinds] of [
    [syncCustomers, ['customers']],
    [syncOrders, ['orders', 'fulfillments', 'invoices']],
  ] as const) {
    const answers: unknown[] = [];
    for (;;) {
      const { status, body } = await app.call(endpoint, { token: user.token });
      const ended = await readRuns(account, { earlier });
      if (status === 200 && kinds.every((kind) => kind in ended && ended[kind].status !== 'failed')) break;
      answers.push({ status, body, ended });
      expect(answers.length, JSON.stringify(answers.slice(-3))).toBeLessThan(100);
      expect([200, 502, 503], JSON.stringify(body)).toContain(status);
      await expect.poll(() => isBreakerClosed(account)).toBe(true);
    }
  }
  return readRuns(account, { earlier });
}

async function syncAtNight(account: Account): Promise<Runs> {
  const { app, expect } = account;
  const failures: Runs[] = [];
  const { queue } = app.portal.dependencies;
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const earlier = await readRunIds(account);
    const night = { mode: 'nightly', earlier } as const;
    // A job that has just ended may still hold off the next one.
    const hasEnded = async () => {
      const ended = Object.values(await readRuns(account, night));
      if (ended.length === 0) {
        await queue.enqueue(app.database.db, nightlySyncJob, {});
        await app.database.pool.query('update pgboss.job set start_after = now() where name = $1', [
          nightlySyncJob.name,
        ]);
      }
      return ended.filter(({ status }) => status !== 'running').length === syncKinds.length;
    };
    // Among many failures, with pages of few rows, a busy machine needs minutes.
    await expect.poll(hasEnded, { timeout: 300_000, interval: 100 }).toBe(true);
    const ended = await readRuns(account, night);
    if (Object.values(ended).every(({ status }) => status !== 'failed')) return ended;
    failures.push(ended);
    await expect.poll(() => isBreakerClosed(account)).toBe(true);
  }
  throw new Error(`No nightly sync ended within 20 attempts: ${JSON.stringify(failures.slice(-3))}`);
}

/** Begins a job in the first portal; the function that it gives resolves when the job has ended, well or not. */
async function beginJob({ app, expect }: Account, job: typeof syncJob): Promise<() => Promise<void>> {
  const { db, pool } = app.database;
  const isActive = async () =>
    (await pool.query(`select from pgboss.job where name = $1 and state = 'active'`, [job.name])).rowCount !== 0;
  const hasBegun = async () => {
    await app.portal.dependencies.queue.enqueue(db, job, {});
    return isActive();
  };
  await expect.poll(hasBegun, { timeout: 60_000 }).toBe(true);
  return async () => {
    await expect.poll(isActive, { timeout: 300_000, interval: 100 }).toBe(false);
    // Else a nightly sync that failed would be repeated amid later steps.
    await pool.query(`delete from pgboss.job where name = $1 and state = 'retry'`, [job.name]);
  };
}

/** Lets the second portal sync as well, alone or at once with the first one, and kills it in the middle. */
async function killInTheMiddle(
  account: Account,
  { killedAfter, meanwhile }: NonNullable<Round['second']>,
): Promise<void> {
  const { app, config, control, expect, user } = account;
  const jobs = { scheduled: syncJob, nightly: nightlySyncJob };
  let jobEnds: (() => Promise<void>) | undefined;
  if (meanwhile === 'scheduled' || meanwhile === 'nightly') {
    // Begun before the second portal could take the job, and not over before that one is up.
    await control.change({ latency: { query: { minimum: 600_000, maximum: 600_000 } } });
    jobEnds = await beginJob(account, jobs[meanwhile]);
  }
  account.second = await forkPortal(config);
  const { url, kill } = account.second;
  const headers = { authorization: `Bearer ${user.token}` };
  const begun = (await control.requests()).total;
  const answers = paths.map((each) => {
    const [method = '', path = ''] = each.split(' ');
    return fetch(`${url}${path}`, { method, headers })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
  });
  const own = meanwhile === 'manual' ? [syncCustomers, syncOrders] : [];
  const ownAnswers = own.map((endpoint) => app.call(endpoint, { token: user.token }));
  await control.change({ latency: { query: { minimum: 0, maximum: 0 } } });
  // Its runs may be over before that many requests.
  let isOver = false;
  void Promise.all(answers).then(() => (isOver = true));
  await expect
    .poll(async () => isOver || (await control.requests()).total - begun >= killedAfter, {
      timeout: 60_000,
      interval: 5,
    })
    .toBe(true);
  await kill();
  account.second = undefined;
  await Promise.all([...answers, ...ownAnswers, jobEnds?.()]);
}

async function beginHistory(account: Account, now: Date | null): Promise<void> {
  const { app, control, expect } = account;
  await control.change(calm);
  await control.setClock(now ?? new Date());
  await app.database.pool.query(
    `alter table order_events disable trigger order_events_append_only;
     truncate sales_orders, customers, fulfillments, invoices, order_lines, order_events, notifications,
       unnotified_events, changed_orders, order_follows, sync_runs, sync_failures, sync_held_deletions, netsuite_names, netsuite_columns;
     alter table order_events enable always trigger order_events_append_only;
     update netsuite_limit set reduced_to = null, reduced_at = null`,
  );
  // Sessions end with the portal's clock, which every history moves on.
  account.user = await app.signIn('admin');
  const { token } = account.user;
  await app.call(saveNotificationSettings, { token, body: { mails: 'none' } });
  expect(await app.call(followPreset, { token, params: { id: 'all' }, body: { name: 'All' } })).toMatchObject({
    status: 200,
  });
}

/** Checks mirrors, orders' progress, events and notifications after syncs, and returns the mirrors. */
async function check(
  account: Account,
  ended: Runs,
  before: Mirrors,
  known: Known,
  hasFaults: boolean,
): Promise<Mirrors> {
  const { app, control, expect, user } = account;
  const { db } = app.database;
  for (const kind of syncKinds) await expectSame({ db, control }, kind, ended[kind], hasFaults);
  const mirrors = await readMirrors(db);
  await expectProgress(db, mirrors);
  const events = await readEvents(db);
  expectEvents(without(before, known.unread), without(mirrors, known.unread), known.events, events);
  known.unread = await readUnread(account);
  // Two processes take the same events.
  await Promise.all([runNotifyJob(app), runNotifyJob(app)]);
  const news = events.slice(known.events.length).filter(({ orderId }) => mirrors.orders.has(orderId));
  for (const { id } of news) known.notified.add(id);
  const written = await db.selectFrom('notifications').select('event_id').where('user_id', '=', user.id).execute();
  expect(written.map(({ event_id: id }) => id).toSorted()).toEqual([...known.notified].toSorted());
  known.events = events;
  return mirrors;
}

/** Nothing that a first load read is news, nor what it could not read. What becomes visible after it is. */
async function checkFirstLoad(account: Account, known: Known): Promise<Mirrors> {
  const { app, expect } = account;
  expect(await readEvents(app.database.db)).toEqual([]);
  known.unread = await readUnread(account);
  return readMirrors(app.database.db);
}

async function readUnread({ app }: Account): Promise<ReadonlySet<string>> {
  const failed = app.database.db.selectFrom('sync_failures').select('record_id').where('in_first_load', '=', true);
  return new Set((await failed.execute()).map(({ record_id: id }) => id));
}

/** `unread`: ids of records that could not be read since the first load. */
type Known = { events: Awaited<ReturnType<typeof readEvents>>; notified: Set<string>; unread: ReadonlySet<string> };

async function run(account: Account, { now, rounds }: (typeof histories)[number]): Promise<void> {
  const { app, control, expect, happen, touch } = account;
  await beginHistory(account, now);
  const known: Known = { events: [], notified: new Set(), unread: new Set() };
  let mirrors: Mirrors | null = null;
  for (const [index, step] of rounds.entries()) {
    await happen(step);
    // An order that the role sees again makes up for one that is gone in the count: only the nightly sync finds both.
    const seesAgain = typeof rounds[index - 1]?.hidden === 'number';
    const isMadeUp = seesAgain && (step.hidden !== null || step.deleted.length > 0);
    // The columns of the account are looked up once an hour.
    if (step.account !== null) app.clock.advance(2 * hourMs);
    if (step.shift !== 0) app.clock.advance(step.shift * 60_000);
    if (step.second !== null) await killInTheMiddle(account, step.second);
    let ended = step.night === null && !isMadeUp ? await sync(account) : await syncAtNight(account);
    mirrors ??= await checkFirstLoad(account, known);
    for (let night = 1; night < (step.night?.nights ?? 1); night += 1) {
      await control.advanceClock(86_400);
      ended = await syncAtNight(account);
    }
    mirrors = await check(account, ended, mirrors, known, step.faults > 0);
  }
  await control.change(calm);
  app.clock.advance(2 * hourMs);
  await touch(0.1, 0);
  const ended = await sync(account);
  expect(Object.values(ended).map(({ status }) => status)).toEqual(syncKinds.map(() => 'complete'));
  await check(account, ended, mirrors ?? (await readMirrors(app.database.db)), known, false);
}

const accounts = Array.from({ length: Math.ceil(runs / PER_ACCOUNT) }, (_, index) => ({
  first: index * PER_ACCOUNT + 1,
  last: Math.min(runs, (index + 1) * PER_ACCOUNT),
}));

// Each mostly waits: for NetSuite's limit to grow back, for the circuit breaker, for the second portal.
test.concurrent.for(accounts)(
  'mirrors, events and notifications are right after every history of changes, faults and crashes, or the run says what is missing: histories $first to $last',
  { timeout: 120_000 + PER_ACCOUNT * 600_000 },
  async ({ first, last }, { expect, onTestFinished }) => {
    const { app, control, config, close } = await startSyncFixture({ data });
    onTestFinished(close);
    const user = await app.signIn('admin');
    const account: Account = { app, control, config, expect, ...createAccount(control), user, second: undefined };
    onTestFinished(() => account.second?.kill());
    for (const [index, each] of histories.slice(first - 1, last).entries())
      await run(account, each).catch((cause: unknown) => {
        throw new Error(`History ${first + index} of seed ${seed}: ${fc.stringify(each)}`, { cause });
      });
  },
);
