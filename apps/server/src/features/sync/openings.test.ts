import type { NetsuiteClient } from '@portal/netsuite/client/netsuite-client';
import { NetsuiteError } from '@portal/netsuite/client/netsuite-error';
import { everything } from '@portal/netsuite/source/record-source';
import { createSources } from '@portal/netsuite/sources';
import { startConnectedSandbox } from '@portal/netsuite/testing/sandbox';
import { afterAll, expect, test } from 'vitest';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import { createTestClock } from '../../testing/clock.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { mirrors } from './mirrors.ts';
import { createOpenings, sinceOf } from './openings.ts';
import { findLastServerTime, type Run } from './queries.ts';
import { insertRun } from './run-queries.ts';

const sandbox = await startConnectedSandbox({ data: { generate: { orders: 20, customers: 4, seed: 5 } } });
const database = await createTestDatabase();
afterAll(async () => {
  await database.drop();
  await sandbox.stop();
});
const { db } = database.database;
const { control } = sandbox;
const clock = createTestClock();

/** Later than all changes of the sample data. */
const start = Date.parse('2030-01-01T12:00:00Z');
const sequence = ['orders', 'fulfillments'] as const;

/** A run that reads changes from `minutes` after the start. */
async function beginRun(kind: (typeof sequence)[number], minutes: number): Promise<Run> {
  const request = {
    kind,
    mode: 'nightly',
    customer_id: null,
    start_date: null,
    end_date: null,
    requested_by: null,
  } as const;
  const server_time = new Date(start + minutes * minuteMs + 72 * hourMs).toISOString();
  const ended = { ...request, status: 'complete', phase: 'ended', heartbeat_at: server_time } as const;
  await db
    .insertInto('sync_runs')
    .values({ ...ended, server_time, started_at: server_time })
    .execute();
  const watermark = await findLastServerTime(db, request);
  const cursor = { owner: '0', since: null, ranges: null, catchUp: false };
  return insertRun(db, { ...request, watermark, server_time: null, cursor, started_at: clock.now() });
}

test.each([
  { kind: 'refused', status: 400, attempts: 5 },
  { kind: 'unavailable', status: 500, attempts: 1 },
] as const)(
  'a query of two kinds that is $kind is followed by one of each kind, with its own time',
  async (failure) => {
    await db.deleteFrom('sync_runs').execute();
    const orders = await beginRun('orders', 30);
    const fulfillments = await beginRun('fulfillments', 0);
    const [early, late] = (await control.listRecords('salesOrder')).map(({ id }) => id);
    const change = async (id = '', minutes = 0) => {
      await control.setClock(new Date(start + minutes * minuteMs));
      await control.patchRecord('salesOrder', id, { memo: 'Changed' });
    };
    await change(early, 10);
    await change(late, 40);
    const [{ id: shipped } = { id: '' }] = await control.listRecords('itemFulfillment');
    await control.setClock(new Date(start + 10 * minuteMs));
    await control.patchRecord('itemFulfillment', shipped, { memo: 'Changed' });

    const asked = new Set<string>();
    const client = sandbox.connect();
    const refusing: NetsuiteClient = {
      ...client,
      async suiteql(query, call) {
        const types = /r\.type IN \((.*?)\)/.exec(query.q)?.[1];
        if (types !== undefined) asked.add(`${types} ${call?.attempts}`);
        if (types?.includes(',')) throw new NetsuiteError({ ...failure, code: null, detail: 'Not together' });
        return client.suiteql(query, call);
      },
    };
    const sources = createSources(refusing, {});
    const kinds = {
      orders: { source: sources.orders, mirror: mirrors.orders },
      customers: { source: sources.customers, mirror: mirrors.customers },
      fulfillments: { source: sources.fulfillments, mirror: mirrors.fulfillments },
      invoices: { source: sources.invoices, mirror: mirrors.invoices },
    };
    const openings = createOpenings(refusing, kinds, sequence);
    const open = (run: Run) =>
      openings(
        { db, clock, run, source: kinds[run.kind].source },
        { ...everything, since: sinceOf(run) },
        { attempts: 5 },
      );
    expect((await open(orders)).summary).toMatchObject({ changed: 1, firstId: late, lastId: late });
    expect([...asked]).toEqual([`'SalesOrd', 'ItemShip' 5`, `'SalesOrd' ${failure.attempts}`]);
    expect((await open(fulfillments)).summary).toMatchObject({ changed: 1, firstId: shipped, lastId: shipped });
    expect([...asked].slice(2)).toEqual([`'ItemShip' 5`]);
  },
);
