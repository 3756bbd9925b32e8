import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConfig } from '@portal/server/config';
import { openSession } from '@portal/server/features/auth/sessions';
import { systemClock } from '@portal/server/platform/clock';
import { openDatabase } from '@portal/server/platform/database';
import { createLogger } from '@portal/server/platform/log';
import { startPortal } from '@portal/server/start-portal';
import { createTestUser } from '@portal/server/testing/users';
import Fastify from 'fastify';

/** One of the two servers compared, in a process of its own; says on its first line where it listens. */
const [kind, databaseUrl] = process.argv.slice(2);
if (databaseUrl === undefined) throw new Error('usage: list-server.ts portal|bare <database url>');
/** The portal itself, with an administrator and the administrator of customer 1 signed in. */
async function startWhole(url: string) {
  const config = readConfig({
    PORT: '0',
    PUBLIC_URL: 'http://localhost',
    DATABASE_URL: url,
    SMTP_URL: 'smtp://127.0.0.1:9',
    SERVER_KEY: randomBytes(32).toString('hex'),
    STORAGE_URL: pathToFileURL(join(tmpdir(), 'portal-bench')).href,
    NETSUITE_ACCOUNT_ID: 'BENCH',
    NETSUITE_BASE_URL: 'http://127.0.0.1:9',
    NETSUITE_TBA_CONSUMER_KEY: 'k',
    NETSUITE_TBA_CONSUMER_SECRET: 's',
    NETSUITE_TBA_TOKEN_ID: 't',
    NETSUITE_TBA_TOKEN_SECRET: 's',
  });
  const portal = await startPortal({ config, log: createLogger('silent') });
  const { db } = portal.dependencies.database;
  const tokenFor = async (role: 'admin' | 'customer_admin') => {
    const user = await createTestUser(db, { role });
    return openSession(db, user.id, 'bench', systemClock.now(), config.sessionLimits);
  };
  return { url: portal.url, tokens: { admin: await tokenFor('admin'), customer: await tokenFor('customer_admin') } };
}

/** As little as can answer the same ten rows: Fastify, pg and one prepared statement. */
async function startBare(url: string) {
  const { pool } = openDatabase({ url });
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
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), tokens: {} };
}

console.log(JSON.stringify(await (kind === 'portal' ? startWhole(databaseUrl) : startBare(databaseUrl))));
