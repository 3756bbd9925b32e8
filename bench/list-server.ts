import { once } from 'node:events';
import { openSession } from '@portal/server/features/auth/sessions';
import { systemClock } from '@portal/server/platform/clock';
import { openDatabase } from '@portal/server/platform/database';
import { createTestUser } from '@portal/server/testing/users';
import Fastify from 'fastify';
import { startBenchPortal } from './portal.ts';

/** Which of the two compared servers to start, and its database. */
export type ListServerOrder = { kind: 'portal' | 'bare'; databaseUrl: string; environment?: Record<string, string> };
export type ListServer = { url: string; tokens: { admin: string; customer: string } };

/** The portal itself, with an administrator and the administrator of customer 1 signed in. */
async function startWhole(databaseUrl: string, environment: Record<string, string> = {}): Promise<ListServer> {
  const { config, portal } = await startBenchPortal({ DATABASE_URL: databaseUrl, ...environment });
  const { db } = portal.dependencies.database;
  const tokenFor = async (role: 'admin' | 'customer_admin') => {
    const user = await createTestUser(db, { role });
    return openSession(db, user.id, 'bench', systemClock.now(), config.sessionLimits);
  };
  return { url: portal.url, tokens: { admin: await tokenFor('admin'), customer: await tokenFor('customer_admin') } };
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
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), tokens: { admin: '', customer: '' } };
}

const [{ kind, databaseUrl, environment }] = (await once(process, 'message')) as [ListServerOrder];
process.send?.(await (kind === 'portal' ? startWhole(databaseUrl, environment) : startBare(databaseUrl)));
