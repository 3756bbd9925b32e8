import { seedOrders } from '@portal/server/features/orders/testing/seed-orders';
import { openDatabase } from '@portal/server/platform/database';
import { migrate } from '@portal/server/platform/migrate';
import { createTestUser } from '@portal/server/testing/users';

const users = 200;
const logLines = 20_000;

/** Fills an empty database as the targets require: orders of 5,000 customers, users, and an activity log. */
export async function seedLists(url: string, orders: number): Promise<void> {
  const database = openDatabase({ url });
  await migrate(database.db);
  await seedOrders(database.pool, orders);
  for (let number = 0; number < users; number += 1) {
    const role = (['member', 'customer_member', 'customer_guest', 'customer_admin'] as const)[number % 4];
    await createTestUser(database.db, {
      role: role ?? 'member',
      customerId: number % 4 === 0 ? null : String(1 + number),
    });
  }
  await database.pool.query(
    `insert into activity_log (created_date, action, content) select now() - n * interval '1 minute', 'sync-finished',
     'Sync finished: ' || n || ' orders updated' from generate_series(1, $1::int) n`,
    [logLines],
  );
  await database.pool.query('vacuum analyze');
  await database.close();
}
