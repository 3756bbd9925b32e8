import { getOrder, listOrders } from '@portal/contract/orders';
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';
import { createTestDatabase } from '../testing/database.ts';
import { runCommand } from '../testing/run-command.ts';

const database = await createTestDatabase();
afterAll(database.drop);
const credentials = {
  type: 'tba',
  consumerKey: 'k',
  consumerSecret: 's',
  tokenId: 't',
  tokenSecret: 's',
} as const;
const seed = () => runCommand(['seed'], { DATABASE_URL: database.url });

test('seed fills an empty database once, and no other NetSuite account is synced into it', async () => {
  expect(await seed()).toMatchObject({ code: 0, output: expect.stringContaining('guest@demo.test') });
  expect(await seed()).toEqual({ code: 1, output: 'The database is not empty: the table users has rows.\n' });
  const other = startTestApp({ database });
  await expect(other).rejects.toThrow('this database mirrors account DEMO');

  const app = await startTestApp({
    database,
    config: { netsuite: { accountId: 'DEMO', baseUrl: 'http://127.0.0.1:9', credentials, concurrency: 4 } },
  });
  const user = await database.database.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', 'admin@demo.test')
    .executeTakeFirstOrThrow();
  const { token } = await app.openSession(user);
  const { body } = await app.call(listOrders, { token });
  expect(body.total).toBe(500);
  const order = await app.call(getOrder, { token, params: { id: body.items[0]?.id ?? '' } });
  expect(order.body.rawData.item?.items).toHaveLength(2);
  await app.close();
});
