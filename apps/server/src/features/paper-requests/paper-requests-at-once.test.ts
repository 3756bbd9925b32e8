import { assignOrders, unassignOrders } from '@portal/contract/assignments';
import type { PaperKind } from '@portal/contract/values';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { orders } from '../attachments/testing/attachment-app.ts';
import { startPaperApp } from './testing/paper-app.ts';

const { app, upload, remove, ask, withdraw, setKind, signInGuest } = await startPaperApp();
afterAll(app.close);
const { pool } = app.database;
const staff = await app.signIn('admin');
const guests = [await signInGuest('One'), await signInGuest('Two')];
const [first, second] = guests as [typeof staff, typeof staff];
const kinds = ['proof-of-delivery', 'other'] as const satisfies PaperKind[];
const file = { name: 'a.txt', content: 'a' };

/** One of the records of a table, by a number; '0' or a nil id if there is none. */
async function pick(table: 'attachments' | 'paper_requests', at: number): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(`select id from ${table} order by id`);
  return rows[at % rows.length]?.id ?? (table === 'attachments' ? '00000000-0000-4000-8000-000000000000' : '0');
}

const kind = fc.constantFrom(...kinds);
const guest = fc.constantFrom(first, second);
const at = fc.nat(20);
const orderIds = [orders.first];
const { token } = staff;
type Change = () => Promise<{ status: number }>;
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: kind.map(
      (kind): Change =>
        () =>
          upload(staff.token, { file, kind }),
    ),
  },
  fc.tuple(at, fc.option(kind)).map(
    ([at, kind]): Change =>
      async () =>
        setKind(staff, await pick('attachments', at), kind),
  ),
  {
    weight: 3,
    arbitrary: at.map(
      (at): Change =>
        async () =>
          remove(staff, await pick('attachments', at)),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record({ guest, kind }).map(
      (asked): Change =>
        () =>
          ask(staff, asked),
    ),
  },
  at.map(
    (at): Change =>
      async () =>
        withdraw(staff, await pick('paper_requests', at)),
  ),
  guest.map(
    ({ id }): Change =>
      () =>
        app.call(unassignOrders, { token, params: { userId: id }, body: { orderIds } }),
  ),
  guest.map(
    ({ id }): Change =>
      () =>
        app.call(assignOrders, { token, body: { userId: id, orderIds } }),
  ),
);

/** Requests that are not completed by the first file of their kind since, or whose events are not what happened. */
const wrong = `
  select requests.*, events.* from (select *, id as request_id from paper_requests) requests
  full join (
    select record_id, count(*) filter (where kind = 'paper-requested') as requested,
      count(*) filter (where kind = 'paper-uploaded') as uploaded,
      count(*) filter (where kind = 'paper-withdrawn') as withdrawn
    from order_events where guest_id is not null group by record_id
  ) events on record_id = request_id
  where requested is distinct from 1
    or request_id is not null and (withdrawn > 0 or completed_at is not null and uploaded <> 1
      or completed_at is distinct from (
        select min(kind_at) from attachments
        where attachments.order_id = requests.order_id and attachments.kind = requests.kind and kind_at >= asked_at
      ))
    or request_id is null and uploaded + withdrawn = 0`;

test('requests, files and assignments that change at the same time leave every request as its files say', async () => {
  const batches = fc.array(fc.array(change, { minLength: 2, maxLength: 8 }), { minLength: 2, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(batches, async (history) => {
      for (const { id } of guests) {
        await app.call(assignOrders, { token, body: { userId: id, orderIds } });
      }
      for (const batch of history) {
        app.clock.advance(1000);
        const answers = await Promise.all(batch.map((change) => change()));
        expect(answers.filter(({ status }) => ![200, 201, 400, 404].includes(status))).toEqual([]);
        expect((await pool.query(wrong)).rows).toEqual([]);
      }
    }),
    { numRuns: 12 },
  );
}, 120_000);
