import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Role } from '@portal/contract/permissions';
import { openSession, readSessionSettings } from '@portal/server/features/auth/sessions';
import { systemClock } from '@portal/server/platform/clock';
import { createTestUser } from '@portal/server/testing/users';
import type { AttackedPortal } from './attack-kinds.ts';
import { startBenchPortal } from './portal.ts';

/** `filesUrl`: of an empty folder. */
export type AttackServerOrder = { databaseUrl: string; filesUrl: string; smtpUrl: string };
const fileSize = 3 * 1024 ** 2;
const crowd = 10_000;

/** A portal with default limits behind a proxy; users of customer 1 and staff attack, those of customers 2 and 3 do not. */
async function start({ databaseUrl, filesUrl, smtpUrl }: AttackServerOrder): Promise<AttackedPortal> {
  const { config, portal } = await startBenchPortal({
    DATABASE_URL: databaseUrl,
    STORAGE_URL: filesUrl,
    SMTP_URL: smtpUrl,
    TRUST_PROXY: '1',
  });
  const { db, pool } = portal.dependencies.database;
  const { rows } = await pool.query<{ id: string }>(
    'select id from sales_orders where customer_id = 1 order by id limit 1',
  );
  const [{ id: orderId } = { id: '' }] = rows;
  const signIn = (count: number, role: Role, customerId: string | null = null) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { id } = await createTestUser(db, { role, customerId });
        if (role === 'customer_guest')
          await db.insertInto('order_assignments').values({ user_id: id, order_id: orderId }).execute();
        return openSession(db, id, 'bench', systemClock.now(), readSessionSettings(config));
      }),
    );
  const tokens = {
    others: [...(await signIn(4, 'customer_member', '2')), ...(await signIn(4, 'customer_member', '3'))],
    staff: await signIn(5, 'member'),
    members: await signIn(12, 'customer_member', '1'),
    guests: await signIn(12, 'customer_guest', '1'),
    administrators: await signIn(8, 'customer_admin', '1'),
  };
  const guestId = (await createTestUser(db, { role: 'customer_guest', email: `${randomUUID()}@crowd.example` })).id;
  await pool.query(
    'insert into order_assignments (user_id, order_id) select $1, id from sales_orders order by id limit $2',
    [guestId, crowd],
  );
  const { rows: colleagues } = await pool.query<{ id: string; email: string }>(
    `insert into users (email, full_name, status, group_id, customer_id)
     select gen_random_uuid() || '@crowd.example', 'Colleague ' || n, 1, groups.id, 1
     from generate_series(1, $1::int) n, groups where type = 'customer_member' returning id, email`,
    [crowd],
  );
  const [colleague = { id: '', email: '' }] = colleagues;
  const { rows: groups } = await pool.query<{ id: string }>("select id from groups where type = 'customer_member'");
  const form = new FormData();
  form.append('file', new Blob([Buffer.alloc(fileSize, 'file')]), 'large.txt');
  const uploaded = await fetch(`${portal.url}/api/netsuite-sales-orders/${orderId}/attachments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.guests[0]}` },
    body: form,
  });
  const { id: fileId } = (await uploaded.json()) as { id: string };
  return { url: portal.url, orderId, fileId, groupId: groups[0]?.id ?? '', colleague, guestId, tokens };
}

const [order] = (await once(process, 'message')) as [AttackServerOrder];
process.send?.(await start(order));
