import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ActivityEntry, listActivity } from '@portal/contract/activity';
import { type Attachment, listAttachments } from '@portal/contract/attachments';
import { listAssignedOrders, listOrders, type Order } from '@portal/contract/orders';
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from './testing/app.ts';
import { createTestDatabase } from './testing/database.ts';
import { startTestInbox } from './testing/mail.ts';
import { beginSignIn, finishSignIn } from './testing/sign-in.ts';

const migrations = fileURLToPath(new URL('../migrations/', import.meta.url));
const releases = fileURLToPath(new URL('testing/released/', import.meta.url));
const inbox = await startTestInbox();
afterAll(inbox.stop);

test.each(readdirSync(releases))(
  'the portal upgrades a database of release %s and serves its data',
  async (release) => {
    const database = await createTestDatabase('template0');
    const { pool } = database.database;
    for (const file of ['schema.sql', 'data.sql'])
      await pool.query(await readFile(join(releases, release, file), 'utf8'));
    const app = await startTestApp({ database, config: { smtpUrl: inbox.smtpUrl, trustProxy: 1 } });
    try {
      const { rows } = await pool.query<{ name: string }>('select name from kysely_migration order by name');
      const files = readdirSync(migrations).filter((file) => file.endsWith('.sql'));
      expect(rows.map(({ name }) => `${name}.sql`)).toEqual(files.sort());
      // The release's own processes still run beside the new ones.
      await pool.query(await readFile(join(releases, release, 'beside.sql'), 'utf8'));
      expect((await pool.query('select from order_lines where order_id = 72')).rowCount).toBe(0);

      const signIn = async (email: string, mails: number) => {
        await beginSignIn(app, email, 'correct horse battery');
        return (await finishSignIn(app, email, await inbox.codeFor(email, mails))).body.access_token;
      };
      const mails = async (email: string) => (await inbox.mailsTo(email, 0)).length + 1;
      const token = await signIn('admin@old.test', await mails('admin@old.test'));
      const orders = await app.call(listOrders, { token, query: { sortBy: 'tranId', sortOrder: 'ASC' } });
      expect(orders.body.items.map(({ rawData }: Order) => [rawData.tranId, rawData.total])).toEqual([
        ['SO71', '113.00'],
        ['SO72', '200.50'],
      ]);
      expect(orders.body.items[0]?.progress?.shipping).toBe('shipped');
      const attached = await app.call(listAttachments, { token, params: { id: '71' } });
      expect(attached.body.map(({ originalName }: Attachment) => originalName)).toEqual(['note.txt']);
      expect((await pool.query('select label from preferences')).rows).toEqual([{ label: 'Billed' }]);
      const log = await app.call(listActivity, { token });
      expect(log.body.data.map(({ content }: ActivityEntry) => content)).toEqual([
        'Old Administrator signed in',
        'Old Administrator signed in',
      ]);

      const guest = await signIn('guest@old.test', await mails('guest@old.test'));
      const assigned = await app.call(listAssignedOrders, { token: guest });
      expect(assigned.body.items.map(({ id }: Order) => id)).toEqual(['71']);
    } finally {
      await app.close();
      await database.drop();
    }
  },
);
