import { assignOrders } from '@portal/contract/assignments';
import { expect } from 'vitest';
import type { SignedIn, TestApp } from '../app.ts';
import { callEndpoint } from '../client.ts';
import { readQueuedMail } from '../queued-mail.ts';
import type { TestUser } from '../users.ts';
import { countBy, untilKilled, type Work } from './work.ts';

type Asked = { guest: TestUser; orderIds: readonly string[]; isAnswered: boolean };

/** Assigns one or several orders, each time to a new guest. */
export function createAssigning(
  app: TestApp,
  { token }: SignedIn,
  serverKey: string,
  orderIds: readonly string[],
): Work {
  const { pool } = app.database;
  const all: Asked[] = [];

  async function assign(url: string): Promise<void> {
    const guest = await app.createUser({ role: 'customer_guest' });
    const wanted = orderIds.slice(0, 1 + (all.length % orderIds.length));
    const asked: Asked = { guest, orderIds: wanted, isAnswered: false };
    all.push(asked);
    const { status } = await callEndpoint(url, assignOrders, { token, body: { userId: guest.id, orderIds: wanted } });
    expect(status).toBe(200);
    asked.isAnswered = true;
  }

  async function check(): Promise<void> {
    const { rows } = await pool.query<{ id: string; orders: string[]; notices: number; lines: number }>(`
      select id,
        array(select order_id::text from order_assignments where user_id = users.id order by order_id) as orders,
        (select count(*)::int from assignment_notices where user_id = users.id) as notices,
        (select count(*)::int from activity_log where subject_id = users.id::text and action = 'orders-assigned') as lines
      from users`);
    const found = new Map(rows.map((row) => [row.id, row]));
    const mails = (await readQueuedMail(pool, serverKey)).filter(({ kind }) => kind === 'orders-assigned');
    const mailsTo = countBy(mails.map(({ to }) => to));
    for (const { guest, orderIds: wanted, isAnswered } of all) {
      const row = found.get(guest.id);
      const there = { ...row, mails: mailsTo(guest.email) };
      const whole = { id: guest.id, orders: wanted, notices: wanted.length > 1 ? 1 : 0, lines: 1, mails: 1 };
      const nothing = { id: guest.id, orders: [], notices: 0, lines: 0, mails: 0 };
      expect(there).toEqual(isAnswered || there.mails > 0 || (row?.lines ?? 0) > 0 ? whole : nothing);
    }
    expect(all.filter(({ isAnswered }) => isAnswered)).not.toEqual([]);
  }

  return {
    ask: async (url, onAnswer) => {
      await Promise.all([1, 2, 3, 4].map(() => untilKilled(() => assign(url), onAnswer)));
    },
    check,
  };
}
