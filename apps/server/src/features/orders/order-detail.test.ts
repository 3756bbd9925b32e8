import type { OrderLine } from '@portal/contract/orders';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createExporter } from '../../listing/export/exporter.ts';
import { systemClock } from '../../platform/clock.ts';
import { createTestCurrentUser } from '../../testing/current-user.ts';
import { createTestDatabase } from '../../testing/database.ts';
import type { OrderLinesSource } from './order-lines.ts';
import { createOrderService } from './service.ts';

const { database, drop } = await createTestDatabase();
afterAll(drop);
const { db, pool } = database;

const currentUser = createTestCurrentUser('admin');
const lines: OrderLine[] = [
  { line: 1, item: { id: '11', refName: 'Queso Cabrales' }, quantity: 12, rate: '14.00', amount: '168.00' },
  { line: 2, description: 'Freight' },
];
const item = { items: lines, totalResults: 2 };

/** A source with a configurable answer that records its requests. */
function sourceThat(answer: (signal: AbortSignal) => Promise<OrderLine[] | null>) {
  const asked: string[] = [];
  const source: OrderLinesSource = {
    readLines: (orderId, { signal }) => {
      asked.push(orderId);
      return answer(signal);
    },
  };
  const clock = systemClock;
  const exportList = createExporter({ db, pool, clock });
  const service = createOrderService({ pool, clock, exportList, linesSource: source, linesTimeoutMs: 50 });
  const readItem = async (query?: { items: 'stored' }) => (await service.detail(currentUser, '7', query)).rawData.item;
  return { asked, readItem };
}

beforeEach(async () => {
  await db.deleteFrom('sales_orders').execute();
  await db.insertInto('sales_orders').values({ id: '7', last_modified_date: '2024-07-16T09:57:00Z' }).execute();
});

describe('the lines of an order', () => {
  test('are read once and kept while the order is unchanged', async () => {
    const { asked, readItem } = sourceThat(async () => lines);
    expect([await readItem(), await readItem()]).toEqual([item, item]);
    expect(asked).toEqual(['7']);
    await db.updateTable('sales_orders').set({ last_modified_date: '2024-07-17T09:57:00Z' }).execute();
    expect([await readItem(), await readItem()]).toEqual([item, item]);
    expect(asked).toEqual(['7', '7']);
  });

  test('are not requested from NetSuite when only stored lines are wanted', async () => {
    const { asked, readItem } = sourceThat(async () => lines);
    expect(await readItem({ items: 'stored' })).toBeUndefined();
    expect(asked).toEqual([]);
    await readItem();
    expect(await readItem({ items: 'stored' })).toEqual(item);
    expect(asked).toEqual(['7']);
  });

  test('may be empty', async () => {
    const { asked, readItem } = sourceThat(async () => []);
    expect([await readItem(), await readItem()]).toEqual(Array(2).fill({ items: [], totalResults: 0 }));
    expect(asked).toEqual(['7']);
  });

  test.each<[string, (signal: AbortSignal) => Promise<OrderLine[] | null>]>([
    ['cannot be reached', () => Promise.reject(new Error('ECONNREFUSED'))],
    ['does not know the order any more', async () => null],
    ['does not answer', () => new Promise(() => {})],
    ['gives up when told to', (signal) => new Promise((_, reject) => signal.addEventListener('abort', reject))],
  ])('are omitted when NetSuite %s, and requested again next time', async (_, answer) => {
    const { asked, readItem } = sourceThat(answer);
    expect([await readItem(), await readItem()]).toEqual([undefined, undefined]);
    expect(asked).toEqual(['7', '7']);
  });

  test('are shown but not stored if the order changed while they were read', async () => {
    const { readItem } = sourceThat(async () => {
      await db.updateTable('sales_orders').set({ last_modified_date: '2025-01-01T00:00:00Z' }).execute();
      return lines;
    });
    expect(await readItem()).toEqual(item);
    expect(await db.selectFrom('order_lines').selectAll().execute()).toEqual([]);
  });
});
