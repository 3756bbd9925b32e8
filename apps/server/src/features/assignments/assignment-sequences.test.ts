import { assignOrders, listAssignments, unassignOrders } from '@portal/contract/assignments';
import { getOrder, listAssignedOrders } from '@portal/contract/orders';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { hourMs } from '../../platform/clock.ts';
import { startTestApp } from '../../testing/app.ts';
import { generateOrders, upsertOrders } from '../orders/testing/order-arbitrary.ts';

const app = await startTestApp();
afterAll(app.close);
const ids = ['1', '2', '3', '4', '5', '6'];
await upsertOrders(app.database.pool, generateOrders(ids.length, 5));

const orderIds = fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 });
const step = fc.oneof(
  fc.record({
    kind: fc.constant('assign' as const),
    orderIds,
    note: fc.option(fc.string({ maxLength: 10 }), { nil: undefined }),
    hours: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('unassign' as const), orderIds }),
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 3 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
/** The guest's assignments by order: end and note. */
type Given = Map<string, { ends: number | null; note: string | undefined }>;

test("after any sequence of assignments, removals and ends, the guest's list, total and single orders agree", async () => {
  const admin = await app.signIn('admin');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const guest = await app.signIn('customer_guest');
      const given: Given = new Map();
      for (const next of steps) {
        // Sessions expire as the hours pass.
        const staff = await app.openSession(admin);
        await take(staff.token, guest.id, given, next);
        const { token } = await app.openSession(guest);
        const expected = [...given.keys()].sort();
        const all = await app.call(listAssignedOrders, { token, query: { limit: 100 } });
        expect(all.body.items.map(({ id }: { id: string }) => id).sort()).toEqual(expected);
        // Repeats the same query, so that a stale cached total would show.
        const first = await app.call(listAssignedOrders, { token, query: { limit: 1 } });
        const found = await app.call(listAssignedOrders, { token, query: { limit: 1, filter: '{"total":"0,"}' } });
        expect([all.body.total, first.body.total]).toEqual([expected.length, expected.length]);
        expect(found.body.total).toBeLessThanOrEqual(expected.length);
        const one = ids[steps.indexOf(next) % ids.length] ?? '';
        const { status } = await app.call(getOrder, { token, params: { id: one } });
        expect(status).toBe(given.has(one) ? 200 : 404);
        await compareWithStaff((await app.openSession(admin)).token, guest.id, given);
      }
    }),
    { numRuns: 25 },
  );
});

async function take(token: string, userId: string, given: Given, next: Step): Promise<void> {
  if (next.kind === 'wait') {
    app.clock.advance(next.hours * hourMs);
  } else if (next.kind === 'unassign') {
    const { body } = await app.call(unassignOrders, { token, params: { userId }, body: { orderIds: next.orderIds } });
    expect(body.removed).toBe(next.orderIds.filter((id) => given.has(id)).length);
    for (const id of next.orderIds) given.delete(id);
  } else {
    const ends = next.hours === undefined ? null : app.clock.now().getTime() + next.hours * hourMs;
    const endsAt = ends === null ? undefined : new Date(ends).toISOString();
    const body = { userId, orderIds: next.orderIds, note: next.note, endsAt };
    const answer = await app.call(assignOrders, { token, body });
    const already = next.orderIds.filter((id) => given.has(id)).length;
    expect(answer.body).toMatchObject({ assigned: next.orderIds.length - already, alreadyAssigned: already });
    const note = next.note?.trim() || undefined;
    for (const id of next.orderIds) given.set(id, { ends, note });
  }
  const now = app.clock.now().getTime();
  for (const [id, { ends }] of given) if (ends !== null && ends <= now) given.delete(id);
}

async function compareWithStaff(token: string, userId: string, given: Given): Promise<void> {
  const { body } = await app.call(listAssignments, { token, params: { userId } });
  const listed = body as { orderId: string; note?: string; endsAt: string | null }[];
  const shown = listed.map(({ orderId, note, endsAt }) => [orderId, { ends: endsAt && Date.parse(endsAt), note }]);
  expect(new Map(shown as [string, Given extends Map<string, infer Value> ? Value : never][])).toEqual(given);
}
