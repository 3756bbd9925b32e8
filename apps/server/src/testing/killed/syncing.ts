import { syncOrders } from '@portal/contract/orders';
import { expect } from 'vitest';
import { countWrongProgress } from '../../features/sync/service.ts';
import { readMirror, readSource } from '../../features/sync/testing/records.ts';
import type { SyncFixture } from '../../features/sync/testing/sync-fixture.ts';
import type { SignedIn } from '../app.ts';
import { callEndpoint } from '../client.ts';
import { untilKilled, type Work } from './work.ts';

/**
 * Syncs that read all orders again after half of them, and of the fulfillments and invoices, were removed from the mirror;
 * `kept` orders are never removed.
 */
export function createSyncing({ app, control }: SyncFixture, { token }: SignedIn, kept: readonly string[]): Work {
  const { db, pool } = app.database;
  const query = { startDate: '1990-01-01' };
  let lost = 0;

  async function loseHalf(): Promise<void> {
    const statement = 'delete from sales_orders where id % 2 = $1 and id <> all($2::bigint[])';
    const half = lost % 2;
    lost += (await pool.query(statement, [half, kept])).rowCount ?? 0;
    for (const table of ['fulfillments', 'invoices'])
      await pool.query(`delete from ${table} where id % 2 = $1`, [half]);
  }

  async function sync(url: string): Promise<void> {
    const { body } = await callEndpoint(url, syncOrders, { token, query });
    expect(body).toMatchObject({ status: 'complete', failed: 0 });
    await loseHalf();
  }

  const running = () => db.selectFrom('sync_runs').select('id').where('status', '=', 'running').execute();

  async function check(): Promise<void> {
    // The run resumes by itself.
    await expect.poll(running).toEqual([]);
    expect((await app.call(syncOrders, { token, query })).body).toMatchObject({ status: 'complete' });
    const mirror = await readMirror(db, 'orders');
    for (const kind of ['orders', 'fulfillments', 'invoices'] as const)
      expect(await readMirror(db, kind)).toEqual(await readSource(control, kind));
    expect(await countWrongProgress(db)).toBe(0);
    const runs = await db.selectFrom('sync_runs').select(['kind', 'status', 'created', 'deleted']).execute();
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['complete']));
    const ofOrders = runs.filter(({ kind }) => kind === 'orders');
    const landed = ofOrders.reduce((sum, { created, deleted }) => sum + Number(created) - Number(deleted), 0);
    expect(landed).toBe(mirror.size + lost);
    const lines = await pool.query(
      "select from activity_log where action = 'sync-finished' and params ->> 'kind' = 'orders'",
    );
    expect(lines.rowCount).toBe(ofOrders.length);
  }

  return { ask: (url, onAnswer) => untilKilled(() => sync(url), onAnswer), check };
}
