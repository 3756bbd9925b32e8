import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { exportOrders } from '@portal/contract/orders';
import type pg from 'pg';
import { onTestFinished } from 'vitest';

/** Opens an export of all orders without reading it, as soon as the user's previous one has ended. */
export async function openExport(url: string, token: string, format: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}` };
  for (;;) {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = httpRequest(
        `${url}/api${exportOrders.path}?format=${format}`,
        { headers, agent: false },
        resolve,
      );
      request.on('error', reject).end();
    });
    if (response.statusCode !== 429) return response;
    response.resume();
    await delay(10);
  }
}

/** Reads until the stream ends; returns whether it completed, and the number of bytes. */
export async function readOn(response: IncomingMessage): Promise<{ isWhole: boolean; bytes: number }> {
  let bytes = 0;
  try {
    for await (const chunk of response) bytes += chunk.length;
  } catch {
    return { isWhole: false, bytes };
  }
  return { isWhole: response.complete, bytes };
}

/** Database backends that run an export or are about to. */
export async function findExporting(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     and xact_start is not null and (query like '%exported%' or query like '%count(*)%') and query not like '%pgboss%'`,
  );
  return rows.map(({ pid }) => pid);
}

/** Until the end of the test, reading all orders once takes this many seconds. */
export async function slowDownOrders(pool: pg.Pool, total: number, seconds: number): Promise<void> {
  onTestFinished(async () => {
    await pool.query('drop view sales_orders; alter table all_orders rename to sales_orders; drop function slow');
  });
  await pool.query(
    `create function slow(bigint) returns boolean language sql volatile as
       $$ select $1 is not null and pg_sleep(${seconds / 60}) is not null $$;
     alter table sales_orders rename to all_orders;
     create view sales_orders as select * from all_orders where id % ${total / 60} <> 0 or slow(id)`,
  );
}
