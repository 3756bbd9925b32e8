import { assignOrders, unassignOrders } from '@portal/contract/assignments';
import { countOpenOrders, getOrder, listAssignedOrders, listCustomerOrders, listOrders } from '@portal/contract/orders';
import { getTimeline, type TimelineEntry } from '@portal/contract/timeline';
import { type PaperKind, paperKinds } from '@portal/contract/values';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { minuteMs } from '../../platform/clock.ts';
import type { SignedIn } from '../../testing/app.ts';
import { orders } from '../attachments/testing/attachment-app.ts';
import { testOrder } from '../order-events/testing/news.ts';
import { upsertOrders } from '../orders/testing/order-arbitrary.ts';
import { startPaperApp } from './testing/paper-app.ts';

const { app, upload, add, remove, list, assign, ask, withdraw, setKind, requestsOf, signInGuest } =
  await startPaperApp();
afterAll(app.close);
const { pool } = app.database;
const staff = await app.signIn('admin', { fullName: 'Ada Staff' });
const customer = await app.signIn('customer_admin', { customerId: '1' });
const guest = await signInGuest('Gus Guest', orders.first, orders.second);
const other = await signInGuest('Olga Other', orders.first, orders.foreign);
const proof = 'proof-of-delivery';
const file = { name: 'signed.pdf', content: 'signed' };

beforeEach(async () => {
  await pool.query('delete from attachments; delete from paper_requests');
  app.clock.advance(minuteMs);
});

describe('the kind of a file', () => {
  test('is null for an upload that names none, as specified', async () => {
    expect(await upload(guest.token, { file })).toMatchObject({ status: 201, body: { kind: null } });
  });

  test.each<[string, object]>([
    ['of the form', { kind: proof, file }],
    ['after the description', { description: 'By the driver', kind: proof, file }],
  ])('is the one %s, which others see', async (_where, form) => {
    expect(await upload(guest.token, form)).toMatchObject({ status: 201, body: { kind: proof } });
    expect((await list(customer)).body).toMatchObject([{ kind: proof }]);
  });

  test('is refused if it is unknown, and nothing is stored', async () => {
    const { status, body } = await upload(staff.token, { file, kind: 'love-letter' });
    expect({ status, body }).toMatchObject({ status: 400, body: { details: [{ path: 'kind' }] } });
    expect((await list(staff)).body).toEqual([]);
  });

  test('is changed and cleared by those who may delete the file', async () => {
    const [own, foreign] = [await add(guest), await add(staff)];
    expect(await setKind(guest, own.id, proof)).toMatchObject({ status: 200, body: { ...own, kind: proof } });
    expect(await setKind(staff, own.id, null)).toMatchObject({ status: 200, body: { kind: null } });
    expect(await setKind(guest, foreign.id, proof)).toMatchObject({ status: 403 });
    expect((await list(staff)).body).toMatchObject([{ kind: null }, { kind: null }]);
    expect((await remove(staff, own.id)).status).toBe(200);
    expect(await setKind(guest, own.id, proof)).toMatchObject({ status: 404 });
  });
});

describe('a request for a paper', () => {
  test('is seen by staff and the guest who is asked, and by nobody else', async () => {
    const note = 'Signed, please';
    const asked = await ask(staff, { guest, note });
    const askedAt = app.clock.now().toISOString();
    const shown = { id: asked.body.id, kind: proof, note, askedBy: 'Ada Staff', askedAt, completedAt: null };
    const forStaff = { ...shown, guest: { id: guest.id, name: 'Gus Guest' } };
    expect(asked).toMatchObject({ status: 201 });
    for (const [who, expected] of [
      [staff, [forStaff]],
      [guest, [shown]],
      [other, []],
      [customer, undefined],
    ] as const) {
      const requests = await requestsOf(who);
      expect(requests?.map((each) => ({ ...each, askedAt: new Date(each.askedAt).toISOString() }))).toEqual(expected);
    }
    expect(asked.body.guest).toEqual(forStaff.guest);
  });

  test('asked again while it is open gets the new note, and stays one', async () => {
    const { body: first } = await ask(staff, { guest, note: 'Soon' });
    const { body: second } = await ask(staff, { guest, note: 'Now' });
    expect(second).toEqual({ ...first, note: 'Now' });
    const { body: third } = await ask(staff, { guest });
    expect(third).not.toHaveProperty('note');
    expect(await requestsOf(staff)).toEqual([third]);
  });

  test('asked again once it is completed is a new one, which an earlier file does not complete', async () => {
    const { body: first } = await ask(staff, { guest });
    app.clock.advance(minuteMs);
    await upload(guest.token, { file, kind: proof });
    app.clock.advance(minuteMs);
    const { body: second } = await ask(staff, { guest });
    expect(second.id).not.toBe(first.id);
    expect(await requestsOf(staff)).toEqual([second]);
    expect(second.completedAt).toBe(null);
  });

  test.each<[string, () => Promise<object>]>([
    ['a guest without the order', async () => ({ guest: await signInGuest('Nobody') })],
    ['a user who is no guest', async () => ({ guest: customer })],
    ['an unknown user', async () => ({ guest: { ...guest, id: '00000000-0000-4000-8000-000000000000' } })],
    ['a note that is too long', async () => ({ guest, note: 'x'.repeat(501) })],
    ['an unknown kind', async () => ({ guest, kind: 'love-letter' })],
  ])('is refused to %s', async (_whom, asked) => {
    expect(await ask(staff, (await asked()) as { guest: SignedIn })).toMatchObject({ status: 400 });
    expect(await requestsOf(staff)).toEqual([]);
  });

  test('is one of at most 200 of an order', async () => {
    const people = await Promise.all(Array.from({ length: 40 }, () => app.createUser({ role: 'customer_guest' })));
    const ids = people.map(({ id }) => id);
    await pool.query('insert into order_assignments (user_id, order_id) select unnest($1::uuid[]), $2', [
      ids,
      orders.first,
    ]);
    await pool.query(
      `insert into paper_requests (order_id, user_id, kind, asked_by, asked_at)
        select $2, user_id, kind, $4, now() from unnest($1::uuid[]) user_id, unnest($3::text[]) kind limit 199`,
      [ids, orders.first, paperKinds, staff.id],
    );
    const last = await ask(staff, { guest });
    expect(last.status).toBe(201);
    const refused = await ask(staff, { guest: other });
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('200 requests') } });
    expect((await ask(staff, { guest, note: 'Signed, please' })).status).toBe(201);
    expect((await withdraw(staff, last.body.id)).status).toBe(200);
    expect((await ask(staff, { guest: other })).status).toBe(201);
  });

  test('is refused for a guest whose access has ended', async () => {
    const brief = await app.signIn('customer_guest');
    const endsAt = new Date(app.clock.now().getTime() + minuteMs).toISOString();
    const body = { userId: brief.id, orderIds: [orders.first], endsAt };
    await app.call(assignOrders, { token: staff.token, body });
    app.clock.advance(2 * minuteMs);
    expect(await ask(staff, { guest: brief })).toMatchObject({ status: 400 });
  });

  test('is made and withdrawn only by staff, within their scope', async () => {
    const linked = await app.signIn('member', { customerId: '2' });
    for (const who of [customer, guest, await app.signIn('customer_member')]) {
      expect(await ask(who, { guest })).toMatchObject({ status: 403 });
    }
    expect(await ask(linked, { guest })).toMatchObject({ status: 404 });
    const { body } = await ask(staff, { guest });
    expect(await withdraw(guest, body.id)).toMatchObject({ status: 403 });
    expect(await withdraw(linked, body.id)).toMatchObject({ status: 404 });
    expect(await withdraw(await app.signIn('member'), body.id)).toMatchObject({ status: 200 });
    expect(await withdraw(staff, body.id)).toMatchObject({ status: 404 });
    expect(await requestsOf(guest)).toEqual([]);
  });

  test('ends with the assignment of the order, and stays when the assignment is renewed', async () => {
    const { token } = staff;
    const body = { userId: guest.id, orderIds: [orders.second] };
    await ask(staff, { guest, orderId: orders.second });
    await app.call(assignOrders, { token, body });
    expect(await requestsOf(staff, orders.second)).toHaveLength(1);
    await app.call(unassignOrders, { token, params: { userId: guest.id }, body });
    expect(await requestsOf(staff, orders.second)).toEqual([]);
    await app.call(assignOrders, { token, body });
    expect(await requestsOf(guest, orders.second)).toEqual([]);
  });
});

describe('a file of the kind', () => {
  const completed = async () => (await requestsOf(staff))?.map(({ completedAt }) => completedAt !== null);

  test('completes the requests of all guests of its order, until the last such file is deleted', async () => {
    await ask(staff, { guest });
    await ask(staff, { guest: other });
    await ask(staff, { guest, kind: 'invoice' });
    const first = await upload(guest.token, { file, kind: proof });
    expect(await completed()).toEqual([true, true, false]);
    expect(await requestsOf(guest)).toMatchObject([{ kind: 'invoice' }]);
    const second = await upload(staff.token, { file, kind: proof });
    await remove(staff, first.body.id);
    expect(await completed()).toEqual([true, true, false]);
    await remove(staff, second.body.id);
    expect(await completed()).toEqual([false, false, false]);
  });

  test('also is one that gets the kind later, until it loses it', async () => {
    const { id } = await add(guest);
    app.clock.advance(minuteMs);
    await ask(staff, { guest });
    expect(await completed()).toEqual([false]);
    app.clock.advance(minuteMs);
    await setKind(guest, id, proof);
    expect(await completed()).toEqual([true]);
    await setKind(guest, id, 'other');
    expect(await completed()).toEqual([false]);
  });

  test('on another order completes nothing', async () => {
    await ask(staff, { guest });
    await upload(guest.token, { file, kind: proof, orderId: orders.second });
    expect(await completed()).toEqual([false]);
  });
});

describe('lists', () => {
  const idsOf = ({ body }: { body: { items: { id: string }[]; total: number } }) => {
    expect(body.total).toBe(body.items.length);
    return body.items.map(({ id }) => id).toSorted();
  };
  const missing = (...kinds: PaperKind[]) => ({ filter: JSON.stringify({ missingPapers: kinds.join(',') }) });

  test("a guest's orders carry what it is asked for", async () => {
    await ask(staff, { guest });
    await ask(staff, { guest, kind: 'other' });
    await ask(staff, { guest: other, kind: 'invoice' });
    const { body } = await app.call(listAssignedOrders, { token: guest.token });
    const wanted = Object.fromEntries(
      body.items.map(({ id, assignment }: { id: string; assignment: object }) => [id, assignment]),
    );
    expect(wanted).toMatchObject({ [orders.first]: { wanted: [proof, 'other'] } });
    expect(wanted[orders.second]).not.toHaveProperty('wanted');
    const detail = await app.call(getOrder, { token: guest.token, params: { id: orders.first } });
    expect(detail.body.assignment).toMatchObject({ wanted: [proof, 'other'] });
  });

  test('filter by missing papers: all requests for staff, its own for a guest', async () => {
    await ask(staff, { guest });
    await ask(staff, { guest, orderId: orders.second, kind: 'invoice' });
    await ask(staff, { guest: other, orderId: orders.foreign });
    const { token } = staff;
    const read = async (...kinds: PaperKind[]) =>
      idsOf(await app.call(listOrders, { token, query: missing(...kinds) }));
    expect(await read(proof)).toEqual([orders.first, orders.foreign]);
    expect(await read(proof, 'invoice')).toEqual([orders.first, orders.second, orders.foreign]);
    expect(await read('other')).toEqual([]);
    const own = (user: SignedIn) => app.call(listAssignedOrders, { token: user.token, query: missing(proof) });
    expect(idsOf(await own(guest))).toEqual([orders.first]);
    expect(idsOf(await own(other))).toEqual([orders.foreign]);
    // Read again at once: no total or page is remembered.
    await upload(guest.token, { file, kind: proof });
    expect(await read(proof)).toEqual([orders.foreign]);
    expect(idsOf(await own(guest))).toEqual([]);
  });

  test('filter within the scope of a linked member, with other filters and a search', async () => {
    await ask(staff, { guest });
    await ask(staff, { guest: other, orderId: orders.foreign });
    const member = await app.signIn('member', { customerId: '1' });
    const { token } = member;
    expect(idsOf(await app.call(listCustomerOrders, { token, query: missing(proof) }))).toEqual([orders.first]);
    const both = { filter: JSON.stringify({ missingPapers: [proof], tranId: 'SO-1' }), search: 'so101' };
    expect(idsOf(await app.call(listCustomerOrders, { token, query: both }))).toEqual([orders.first]);
  });

  test.each([
    ['a customer', customer, listCustomerOrders, 'proof-of-delivery'],
    ['an unknown kind', staff, listOrders, 'love-letter'],
    ['an unknown kind of a guest', guest, listAssignedOrders, '7'],
  ] as const)('refuse the filter to %s', async (_whom, { token }, endpoint, missingPapers) => {
    const query = { filter: JSON.stringify({ missingPapers }) };
    const { status, body } = await app.call(endpoint, { token, query });
    expect({ status, body }).toMatchObject({ status: 400, body: { details: [{ path: 'filter.missingPapers' }] } });
  });

  test('export the filtered orders', async () => {
    await ask(staff, { guest });
    const query = new URLSearchParams({ format: 'csv', columns: 'tranId', ...missing(proof) });
    const headers = { authorization: `Bearer ${staff.token}` };
    const answer = await app.fetch(`/api/netsuite-sales-orders/export?${query}`, { headers });
    expect((await answer.text()).trim().split('\r\n').slice(1)).toEqual(['SO-101']);
  });

  test('count missing papers for staff and guests', async () => {
    await ask(staff, { guest });
    await ask(staff, { guest, kind: 'invoice' });
    await ask(staff, { guest: other });
    await ask(staff, { guest, orderId: orders.second, kind: 'other' });
    const count = async ({ token }: SignedIn) =>
      (await app.call(countOpenOrders, { token, query: { today: '2026-05-06' } })).body;
    expect(await count(staff)).toMatchObject({ missingPapers: 2, missingProofs: 1 });
    expect(await count(guest)).toMatchObject({ missingPapers: 2, missingProofs: 1 });
    expect(await count(other)).toMatchObject({ missingPapers: 1, missingProofs: 1 });
    expect(await count(customer)).not.toHaveProperty('missingPapers');
  });
});

describe('a request to a guest whose access has ended', () => {
  const { token } = staff;
  const query = { filter: JSON.stringify({ missingPapers: proof }) };

  /** What staff see of the requests: when the access of the guest ended, and in how many orders papers are missing. */
  async function seen() {
    const [list, counts] = await Promise.all([
      app.call(listOrders, { token, query }),
      app.call(countOpenOrders, { token, query: { today: '2026-05-06' } }),
    ]);
    const { missingPapers, missingProofs } = counts.body;
    const [request] = (await requestsOf(staff)) ?? [];
    return { endedAt: request?.endedAt ?? null, found: list.body.total, missingPapers, missingProofs };
  }

  test.each([
    ['to the order', (id: string, endsAt?: string) => assignUntil(id, endsAt)],
    ['to the portal', (id: string, endsAt?: string) => endPortalAccess(id, endsAt)],
  ])('%s is no longer open, until it sees the order again', async (_what, letSee) => {
    const brief = await signInGuest('Bea Brief', orders.first);
    await ask(staff, { guest: brief });
    const open = { found: 1, missingPapers: 1, missingProofs: 1 };
    expect(await seen()).toEqual({ endedAt: null, ...open });
    const endsAt = new Date(app.clock.now().getTime() + minuteMs).toISOString();
    await letSee(brief.id, endsAt);
    expect(await seen()).toEqual({ endedAt: null, ...open });
    app.clock.advance(minuteMs);
    const { endedAt, ...counts } = await seen();
    expect(new Date(endedAt ?? '').toISOString()).toBe(endsAt);
    expect(counts).toEqual({ found: 0, missingPapers: 0, missingProofs: 0 });
    await letSee(brief.id);
    expect(await seen()).toEqual({ endedAt: null, ...open });
  });

  const assignUntil = (userId: string, endsAt?: string) =>
    app.call(assignOrders, {
      token,
      body: { userId, orderIds: [orders.first], ...(endsAt === undefined ? {} : { endsAt }) },
    });
  const endPortalAccess = (userId: string, endsAt?: string) =>
    pool.query('update users set expires_at = $2 where id = $1', [userId, endsAt ?? null]);
});

describe('the timeline', () => {
  // An order of its own, since events are never deleted.
  const apart = '301';
  beforeAll(async () => {
    await upsertOrders(pool, [testOrder(apart, '2')]);
    await assign(other, apart);
  });

  const read = async ({ token }: SignedIn): Promise<TimelineEntry[]> =>
    (await app.call(getTimeline, { token, params: { id: apart }, query: { limit: 100 } })).body.data;
  const papers = (entries: TimelineEntry[]) =>
    entries.flatMap(({ id: _, at: __, ...entry }) => ('paper' in entry ? [entry] : []));

  test('shows staff and the guest who was asked for what, what was uploaded, and what was withdrawn', async () => {
    const outsider = await app.signIn('customer_admin', { customerId: '2' });
    const third = await signInGuest('Tia Third', apart);
    await ask(staff, { guest: other, orderId: apart, note: 'Dock 4' });
    app.clock.advance(minuteMs);
    await upload(other.token, { file, kind: proof, orderId: apart });
    app.clock.advance(minuteMs);
    const { body } = await ask(staff, { guest: other, orderId: apart, kind: 'other' });
    await withdraw(staff, body.id);
    const [asked, uploaded] = [
      { kind: 'paper-requested', paper: proof, to: 'Olga Other', by: 'Ada Staff', note: 'Dock 4' },
      { kind: 'attachment', file: 'signed.pdf', by: 'Olga Other', paper: proof },
    ];
    const more = [
      { kind: 'paper-requested', paper: 'other', to: 'Olga Other', by: 'Ada Staff' },
      { kind: 'paper-withdrawn', paper: 'other', to: 'Olga Other' },
    ];
    const inAnyOrder = (entries: object[]) =>
      entries.map((entry) => JSON.stringify(entry, Object.keys(entry).sort())).sort();
    expect(inAnyOrder(papers(await read(staff)))).toEqual(inAnyOrder([asked, uploaded, ...more]));
    const forGuest = [asked, uploaded, ...more].map((entry) => ({ ...entry, to: undefined }));
    expect(inAnyOrder(papers(await read(other)))).toEqual(inAnyOrder(forGuest));
    for (const reader of [outsider, third]) expect(papers(await read(reader))).toEqual([uploaded]);
  });
});
