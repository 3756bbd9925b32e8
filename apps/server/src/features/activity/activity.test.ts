import { randomUUID } from 'node:crypto';
import { type ActivityEntry, listActivity } from '@portal/contract/activity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
import { recordActivity } from './record-activity.ts';
import { insertWorded } from './testing/worded-entry.ts';

const app = await startTestApp();
afterAll(app.close);
const { db } = app.database;

let admin: SignedIn;
let nina: SignedIn;
const newest = '2026-03-02T23:59:59.999Z';

beforeAll(async () => {
  admin = await app.signIn('admin', { fullName: 'Ada 50%' });
  nina = await app.signIn('customer_admin', { fullName: 'Nína Petrov' });
  const [ada, she] = [
    { id: admin.id, name: 'Ada 50%', customerId: null },
    { id: nina.id, name: 'Nína Petrov', customerId: '1' },
  ];
  const at = (instant: string) => new Date(instant);
  await insertWorded(db, { at: at('2026-03-01T00:00:00Z'), action: 'sync-finished', content: 'oldest' });
  await insertWorded(db, {
    at: at('2026-03-01T12:00:00Z'),
    action: 'sign-in',
    content: 'ada',
    actor: ada,
    subject: ada,
  });
  const order = { id: '10248', name: 'SO10248', customerId: '1' };
  await insertWorded(db, {
    at: at('2026-03-02T00:00:00Z'),
    action: 'attachment-uploaded',
    content: 'nina',
    actor: she,
    subject: order,
  });
  const failed = { action: 'sign-in-failed', content: 'newest', administratorsOnly: true } as const;
  await insertWorded(db, { at: at(newest), ...failed, subject: she });
});

const list = (query: Record<string, unknown> = {}, token = admin.token) => app.call(listActivity, { token, query });
const contentsOf = (body: { data: ActivityEntry[] }) => body.data.map(({ content }) => content);

describe('the activity log', () => {
  test('lists entries newest first with their actors and targets', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(contentsOf(body)).toEqual(['newest', 'nina', 'ada', 'oldest']);
    const id = expect.stringMatching(/^[\da-f-]{36}$/);
    expect(body.data[0]).toEqual({
      id,
      createdDate: newest,
      content: 'newest',
      action: 'sign-in-failed',
      actor: null,
      subject: { id: nina.id, name: 'Nína Petrov' },
    });
    expect(body.data[1]).toMatchObject({
      actor: { id: nina.id, name: 'Nína Petrov' },
      subject: { id: '10248', name: 'SO10248' },
    });
    expect(body.data[3]).toMatchObject({ actor: null, subject: null });
  });

  test.each<[Record<string, unknown>, string[]]>([
    [{ limit: 2 }, ['newest', 'nina']],
    [{ before: newest }, ['nina', 'ada', 'oldest']],
    [{ before: '2026-03-02T01:00:00+01:00' }, ['ada', 'oldest']],
    [{ action: 'sign-in' }, ['ada']],
    [{ action: 'user-deleted' }, []],
    [{ person: 'PETR' }, ['nina']],
    [{ person: ' nÍna ' }, ['nina']],
    [{ person: '0%' }, ['ada']],
    [{ person: '%' }, ['ada']],
    [{ person: '_' }, []],
    [{ person: '' }, ['newest', 'nina', 'ada', 'oldest']],
    [{ person: randomUUID() }, []],
    [{ from: '2026-03-02' }, ['newest', 'nina']],
    [{ to: '2026-03-01' }, ['ada', 'oldest']],
    [{ from: '2026-03-01', to: '2026-03-01', action: 'sync-finished' }, ['oldest']],
    [{ from: '2026-03-03' }, []],
  ])('filters by %j', async (query, contents) => {
    expect(contentsOf((await list(query)).body)).toEqual(contents);
  });

  test('filters by the id of a person', async () => {
    expect(contentsOf((await list({ person: nina.id })).body)).toEqual(['nina']);
    expect(contentsOf((await list({ person: admin.id.toUpperCase() })).body)).toEqual(['ada']);
  });

  test.each<[Record<string, unknown>, string]>([
    [{ limit: 0 }, 'limit'],
    [{ limit: 501 }, 'limit'],
    [{ before: 'yesterday' }, 'before'],
    [{ beforeId: randomUUID() }, 'beforeId'],
    [{ before: newest, beforeId: '7' }, 'beforeId'],
    [{ action: 'sign-up' }, 'action'],
    [{ person: 'x'.repeat(201) }, 'person'],
    [{ from: '2026-02-30' }, 'from'],
    [{ to: 'today' }, 'to'],
  ])('rejects %j and names the parameter', async (query, path) => {
    const { status, body } = await list(query);
    expect([status, body.details]).toMatchObject([400, [{ path }]]);
    expect(body.message).toContain(path);
  });

  test.each([{ person: '\0' }, { from: '0000-01-01' }, { before: '0000-01-01T00:00:00Z' }])(
    'rejects %j, which no database can store',
    async (query) => {
      expect((await list(query)).status).toBe(400);
    },
  );

  test('requires a session and a role', async () => {
    expect((await list({}, (await app.signIn(null)).token)).status).toBe(403);
    expect((await app.call(listActivity)).status).toBe(401);
  });
});

test('an entry of staff linked to a customer is hidden from that customer', async () => {
  const linked = await app.signIn('member', { customerId: '1', fullName: 'Linked' });
  const party = { id: linked.id, name: 'Linked', customerId: '1' };
  const at = new Date('2026-03-03T00:00:00Z');
  await insertWorded(db, { at, action: 'sync-finished', content: 'of all', actor: party });
  await insertWorded(db, { at, action: 'sign-in', content: 'its own', actor: party, subject: party });
  expect(contentsOf((await list({ from: '2026-03-03' })).body).toSorted()).toEqual(['its own', 'of all']);
  expect(contentsOf((await list({}, nina.token)).body)).toEqual(['nina']);
});

test('an entry stores its action and values, and is worded when it is read; older entries keep their text', async () => {
  const at = new Date('2026-05-01T00:00:00Z');
  const actor = { id: admin.id, name: 'Ada', customerId: null };
  const values = {
    email: 'gus@example.com',
    place: { group: 'customer_guest', customerId: '7', customerName: 'ACME' },
  };
  await recordActivity(db, { at, action: 'invitation-sent', params: values, actor });
  await insertWorded(db, { at, action: 'invitation-sent', content: 'Bo invited gus@example.com', actor });
  const stored = db
    .selectFrom('activity_log')
    .select(['params', 'content'])
    .where('created_date', '=', at.toISOString());
  expect(await stored.execute()).toEqual(
    expect.arrayContaining([
      { params: values, content: null },
      { params: null, content: 'Bo invited gus@example.com' },
    ]),
  );
  expect(contentsOf((await list({ from: '2026-05-01' })).body).toSorted()).toEqual([
    'Ada invited gus@example.com as Customer guest of ACME',
    'Bo invited gus@example.com',
  ]);
});
