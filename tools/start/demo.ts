import { request } from 'node:http';
import { openSession, readSessionSettings } from '../../apps/server/src/features/auth/sessions.ts';
import { type DemoUser, demoUsers, insertDemoUsers } from '../../apps/server/src/features/users/demo-users.ts';
import { minuteMs } from '../../apps/server/src/platform/clock.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/database.ts';

export type DemoResult = {
  orders: number;
  customers: number;
  /** Existing demo users; the customer-side ones are missing if no customer has been synced. */
  users: readonly DemoUser[];
  /** The customer that the customer-side demo users belong to. */
  customerName: string | undefined;
  /** Error of the first sync, if any. */
  problem: string | undefined;
};

/** Creates the five demo users and runs a first sync, unless an earlier start did. */
export async function prepareDemo(
  { databaseUrl, serverKey }: { databaseUrl: string; serverKey: string },
  portalUrl: string,
): Promise<DemoResult> {
  const { db, close } = openDatabase({ url: databaseUrl, maxConnections: 2 });
  try {
    await insertDemoUsers(db, undefined);
    const problem = (await hasSynced(db)) ? undefined : await syncAll(db, serverKey, portalUrl);
    const customer = await findLargestCustomer(db);
    await insertDemoUsers(db, customer?.id);
    const count = async (table: 'sales_orders' | 'customers') =>
      Number(
        (
          await db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<string>().as('rows'))
            .executeTakeFirstOrThrow()
        ).rows,
      );
    return {
      orders: await count('sales_orders'),
      customers: await count('customers'),
      users: await findUsers(db),
      customerName: customer?.name ?? undefined,
      problem,
    };
  } finally {
    await close();
  }
}

async function findUsers(db: Database): Promise<DemoUser[]> {
  const rows = await db.selectFrom('users').select('email').execute();
  const emails = new Set(rows.map(({ email }) => email));
  return demoUsers.filter(({ email }) => emails.has(email));
}

async function findLargestCustomer(db: Database) {
  return db
    .selectFrom('customers')
    .leftJoin('sales_orders', 'customers.id', 'sales_orders.customer_id')
    .select(({ fn }) => ['customers.id', 'customers.company_name as name', fn.count('sales_orders.id').as('orders')])
    .groupBy(['customers.id', 'customers.company_name'])
    .orderBy('orders', 'desc')
    .orderBy('customers.id')
    .limit(1)
    .executeTakeFirst();
}

async function hasSynced(db: Database): Promise<boolean> {
  const kinds = await db
    .selectFrom('sync_runs')
    .select('kind')
    .distinct()
    .where('status', 'in', ['complete', 'partial'])
    .execute();
  return kinds.length === 2;
}

/** Runs both syncs as an administrator; returns the error, if any. */
async function syncAll(db: Database, serverKey: string, portalUrl: string): Promise<string | undefined> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'admin@demo.test')
    .executeTakeFirstOrThrow();
  const sessionLimits = { idleMs: 60 * minuteMs, absoluteMs: 60 * minuteMs };
  const settings = readSessionSettings({ sessionLimits, serverKey });
  const token = await openSession(db, admin.id, 'npm start', new Date(), settings);
  try {
    for (const [method, path] of [
      ['POST', '/api/netsuite-customers/sync'],
      ['GET', '/api/netsuite-sales-orders/sync'],
    ] as const) {
      const { status, body } = await call(method, portalUrl + path, token);
      if (status !== 200) return `${path} answered ${status}: ${body}`;
    }
    return undefined;
  } finally {
    await db.deleteFrom('sessions').where('user_id', '=', admin.id).where('user_agent', '=', 'npm start').execute();
  }
}

/** Does not use `fetch`, which times out after five minutes. */
function call(method: string, url: string, token: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers: { authorization: `Bearer ${token}` } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    asked.once('error', reject);
    asked.end();
  });
}
