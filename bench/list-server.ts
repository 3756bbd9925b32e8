import { once } from 'node:events';
import { openSession } from '@portal/server/features/auth/sessions';
import { systemClock } from '@portal/server/platform/clock';
import { openDatabase } from '@portal/server/platform/database';
import { createTestUser } from '@portal/server/testing/users';
import Fastify from 'fastify';
import { startBenchPortal } from './portal.ts';

/** Which of the two compared servers to start, and its database. */
export type ListServerOrder = { kind: 'portal' | 'bare'; databaseUrl: string; environment?: Record<string, string> };
export type Token = 'admin' | 'customer' | 'guest';
export type ListServer = { url: string; tokens: Record<Token, string> };

/** The portal itself, with an administrator, the administrator of customer 1 and a guest of 200 orders signed in. */
async function startWhole(databaseUrl: string, environment: Record<string, string> = {}): Promise<ListServer> {
  const { config, portal } = await startBenchPortal({ DATABASE_URL: databaseUrl, ...environment });
  const { db, pool } = portal.dependencies.database;
  const signIn = async (role: 'admin' | 'customer_admin' | 'customer_guest') => {
    const { id } = await createTestUser(db, { role });
    return { id, token: await openSession(db, id, 'bench', systemClock.now(), config.sessionLimits) };
  };
  const [admin, customer, guest] = [
    await signIn('admin'),
    await signIn('customer_admin'),
    await signIn('customer_guest'),
  ];
  await pool.query(
    `insert into order_assignments (user_id, order_id)
     select $1, n * (select max(id) / 200 from sales_orders) from generate_series(1, 200) n`,
    [guest.id],
  );
  return { url: portal.url, tokens: { admin: admin.token, customer: customer.token, guest: guest.token } };
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
        currency_id, currency_name, project_id, project_name, bill_address, ship_address, subtotal, total, tax
        from sales_orders order by created_date desc nulls last, id desc limit 10`,
    });
    return { items: rows };
  });
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), tokens: { admin: '', customer: '', guest: '' } };
}

const [{ kind, databaseUrl, environment }] = (await once(process, 'message')) as [ListServerOrder];
process.send?.(await (kind === 'portal' ? startWhole(databaseUrl, environment) : startBare(databaseUrl)));
