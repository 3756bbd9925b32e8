import type pg from 'pg';
import { type MirrorOrder, noProgress } from '../../orders/testing/order-arbitrary.ts';

/** Changes the mirror by SQL as a sync does after the first load: in one transaction that records events. */
export async function recordNews(pool: pg.Pool, at: Date, statements: readonly string[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query("select set_config('portal.learned_at', $1, true)", [at.toISOString()]);
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** An order of a customer that waits for approval. */
export function testOrder(id: string, customerId: string, more: Partial<MirrorOrder> = {}): MirrorOrder {
  const empty = {
    sales_effective_date: null,
    terms_id: null,
    terms_name: null,
    location_id: null,
    location_name: null,
    currency_id: null,
    currency_name: null,
    project_id: null,
    project_name: null,
    bill_address: null,
    ship_address: null,
    subtotal: null,
    total: null,
    tax: null,
    ...noProgress,
  };
  return {
    ...empty,
    id: Number(id),
    customer_id: Number(customerId),
    customer_name: `Customer ${customerId}`,
    tran_id: `SO${id}`,
    memo: `BOL-${id}`,
    other_ref_num: `PO-${id}`,
    email: null,
    tran_date: '2026-03-01',
    created_date: '2026-03-01T00:00:00Z',
    last_modified_date: '2026-03-01T00:00:00Z',
    status_id: 'A',
    status_name: 'Pending Approval',
    ...more,
  };
}
