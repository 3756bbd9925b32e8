import { once } from 'node:events';
import { openSession, readSessionSettings } from '@portal/server/features/auth/sessions';
import { systemClock } from '@portal/server/platform/clock';
import { openDatabase } from '@portal/server/platform/database';
import { createTestUser } from '@portal/server/testing/users';
import Fastify from 'fastify';
import type pg from 'pg';
import { startBenchPortal } from './portal.ts';

/** Which of the two compared servers to start, and its database. */
export type ListServerOrder = { kind: 'portal' | 'bare'; databaseUrl: string; environment?: Record<string, string> };
export type Token = 'admin' | 'customer' | 'guest';
export type ListServer = { url: string; tokens: Record<Token, string[]> };

/** Users of each kind, so that each connection of the load has its own. */
const users = 8;

/** The portal itself, with administrators, administrators of customer 1 and guests of 200 orders each signed in. */
async function startWhole(databaseUrl: string, environment: Record<string, string> = {}): Promise<ListServer> {
  const { config, portal } = await startBenchPortal({ DATABASE_URL: databaseUrl, ...environment });
  const { db, pool } = portal.dependencies.database;
  const signIn = async (role: 'admin' | 'customer_admin' | 'customer_guest') => {
    const tokens: string[] = [];
    for (let number = 0; number < users; number += 1) {
      const { id } = await createTestUser(db, { role });
      tokens.push(await openSession(db, id, 'bench', systemClock.now(), readSessionSettings(config)));
      if (role === 'customer_guest') await assignOrders(pool, id);
    }
    return tokens;
  };
  const tokens = {
    admin: await signIn('admin'),
    customer: await signIn('customer_admin'),
    guest: await signIn('customer_guest'),
  };
  return { url: portal.url, tokens };
}

async function assignOrders(pool: pg.Pool, guestId: string): Promise<void> {
  await pool.query(
    `insert into order_assignments (user_id, order_id)
     select $1, n * (select max(id) / 200 from sales_orders) from generate_series(1, 200) n`,
    [guestId],
  );
}

/** The minimum that returns the same ten rows: Fastify, pg and one prepared statement. */
async function startBare(databaseUrl: string): Promise<ListServer> {
  const { pool } = openDatabase({ url: databaseUrl });
  const app = Fastify();
  app.get('/', async () => {
    const { rows } = await pool.query({
      name: 'first-page',
      text: `select id, tran_id, memo, other_ref_num, tran_date, created_date, last_modified_date, sales_effective_date,
        customer_id, customer_name, email, status_id, status_name, terms_id, terms_name, location_id, location_name,
        currency_id, currency_name, project_id, project_name, bill_address, ship_address, subtotal, total, tax, shipping,
        ordered, shipped, backordered, expected_date, last_shipped, tracking, billing, due_date, open_amount
        from sales_orders order by created_date desc nulls last, id desc limit 10`,
    });
    return { items: rows };
  });
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), tokens: { admin: [], customer: [], guest: [] } };
}

const [{ kind, databaseUrl, environment }] = (await once(process, 'message')) as [ListServerOrder];
process.send?.(await (kind === 'portal' ? startWhole(databaseUrl, environment) : startBare(databaseUrl)));
