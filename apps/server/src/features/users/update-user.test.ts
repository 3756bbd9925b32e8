import { getProfile } from '@portal/contract/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
import { change, findGroupIds, findListed, linesAbout } from './testing/people.ts';

const app = await startTestApp();
afterAll(app.close);
const { db } = app.database;
const groups = await findGroupIds(db);

let admin: SignedIn;
let companyAdmin: SignedIn;
beforeAll(async () => {
  await db
    .insertInto('customers')
    .values([
      { id: '1', company_name: 'Alpha' },
      { id: '2', company_name: 'Beta' },
    ])
    .execute();
  admin = await app.signIn('admin', { fullName: 'Ada' });
  companyAdmin = await app.signIn('customer_admin', { fullName: 'Carla' });
});
beforeEach(() => app.clock.advance(minuteMs));

const newGuest = (customerId = '1', more: object = {}) =>
  app.createUser({ role: 'customer_guest', customerId, fullName: 'Gus', ...more });
const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * hourMs);
const saidOf = async (id: string) => (await linesAbout(db, id, 'user-updated')).map(({ content }) => content);

describe('a change', () => {
  test('of every field is returned, listed and logged', async () => {
    const user = await newGuest();
    const parent = await newGuest('2');
    const end = inHours(48);
    const { status, body } = await change(app, admin.token, user.id, {
      email: ` New-${user.email.toUpperCase()}`,
      fullName: '  Gustav ',
      customerNetsuiteId: '2',
      parentId: parent.id.toUpperCase(),
      expiresAt: end.toISOString(),
    });
    expect([status, body]).toEqual([200, await findListed(app, admin.token, user.id)]);
    expect(body).toMatchObject({
      email: user.email,
      pendingEmail: `new-${user.email}`,
      fullName: 'Gustav',
      customerNetsuiteId: '2',
      customerName: 'Beta',
      parentId: parent.id,
      status: 1,
    });
    expect(Date.parse(body.expiresAt)).toBe(end.getTime());
    expect(Date.parse(body.updatedAt)).toBe(app.clock.now().getTime());
    const day = end.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
    expect(await saidOf(user.id)).toContain(
      `Ada updated Gustav: email will be new-${user.email} once it is confirmed, customer is now Beta, parent changed, access ends on ${day}`,
    );
  });

  test('of the end of access is logged with the last day at the place where it was chosen', async () => {
    const user = await newGuest();
    expect((await change(app, admin.token, user.id, { expiresAt: '2099-12-25T04:59:59.999Z' })).status).toBe(200);
    expect(await saidOf(user.id)).toContainEqual(expect.stringContaining('access ends on Dec 24, 2099'));
  });

  test('keeps omitted fields and clears empty ones', async () => {
    const parent = await newGuest();
    const user = await newGuest('1', { expiresAt: inHours(1) });
    await db.updateTable('users').set({ parent_id: parent.id }).where('id', '=', user.id).execute();
    const kept = await change(app, admin.token, user.id, { fullName: 'Other' });
    expect(kept.body).toMatchObject({ customerNetsuiteId: '1', parentId: parent.id, expiresAt: expect.any(String) });
    const emptied = await change(app, admin.token, user.id, { parentId: '', expiresAt: '' });
    expect(emptied.body).toMatchObject({ customerNetsuiteId: '1', expiresAt: null });
    expect(emptied.body.parentId).toBeUndefined();
    expect(await saidOf(user.id)).toEqual([
      'Ada updated Gus: name is now Other',
      'Ada updated Other: parent removed, access has no end',
    ]);
  });

  test('without any difference is not logged', async () => {
    const user = await newGuest('1', { expiresAt: inHours(-1) });
    const before = await findListed(app, admin.token, user.id);
    // The same instant in another format and one in the past: neither is a new end.
    const expiresAt = before?.expiresAt?.replace('Z', '+00:00');
    expect((await change(app, admin.token, user.id, { expiresAt })).body).toEqual(before);
    expect(await saidOf(user.id)).toEqual([]);
  });

  test('to another group clears the fields that the group does not have', async () => {
    const user = await newGuest('1', { expiresAt: inHours(1) });
    const asMember = await change(app, admin.token, user.id, { groupId: groups.customer_member });
    expect(asMember.body).toMatchObject({ groups: ['customer_member'], customerNetsuiteId: '1', expiresAt: null });
    const asAdmin = await change(app, admin.token, user.id, { groupId: groups.admin });
    expect(asAdmin.body.groups).toEqual(['admin']);
    expect(asAdmin.body.customerNetsuiteId).toBeUndefined();
  });

  test.each([
    ['groupId', { groupId: '01234567-89ab-4cde-8f01-23456789abcd' }],
    ['customerNetsuiteId', { customerNetsuiteId: '' }],
    ['customerNetsuiteId', { customerNetsuiteId: '99' }],
    ['customerNetsuiteId', { groupId: groups.admin, customerNetsuiteId: '1' }],
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['expiresAt', { groupId: groups.customer_member, expiresAt: '2099-01-01T00:00:00Z' }],
    ['parentId', { parentId: '01234567-89ab-4cde-8f01-23456789abcd' }],
    ['parentId', { parentId: 'somebody' }],
    ['email', { email: 'nobody' }],
    ['fullName', { fullName: ' ' }],
  ])('is rejected with the field %s: %o', async (path, changes) => {
    const user = await newGuest();
    const before = await findListed(app, admin.token, user.id);
    const { status, body } = await change(app, admin.token, user.id, changes);
    expect([status, body.details]).toEqual([400, [{ path, message: expect.any(String) }]]);
    expect(await findListed(app, admin.token, user.id)).toEqual(before);
  });

  test('to an address in use is rejected', async () => {
    const [user, other] = [await newGuest(), await newGuest()];
    const { status, body } = await change(app, companyAdmin.token, user.id, { email: other.email.toUpperCase() });
    expect([status, body.message]).toEqual([409, 'This email address is already in use.']);
  });

  test('keeps a customer that is no longer in the mirror', async () => {
    const user = await newGuest('77');
    expect((await change(app, admin.token, user.id, { customerNetsuiteId: '77' })).status).toBe(200);
  });
});

describe('a parent', () => {
  test('cannot be the user itself or one of its descendants', async () => {
    const [top, middle, bottom] = [await newGuest(), await newGuest(), await newGuest()];
    expect((await change(app, admin.token, middle.id, { parentId: top.id })).status).toBe(200);
    expect((await change(app, admin.token, bottom.id, { parentId: middle.id })).status).toBe(200);
    for (const below of [top, middle, bottom]) {
      const { status, body } = await change(app, admin.token, top.id, { parentId: below.id });
      expect([status, body.details?.[0].path]).toEqual([400, 'parentId']);
    }
    expect((await change(app, admin.token, bottom.id, { parentId: top.id })).status).toBe(200);
  });

  test("must be one of a company administrator's own people", async () => {
    const [user, foreign] = [await newGuest(), await newGuest('2')];
    for (const outside of [foreign, admin, await app.createUser({ role: 'member', customerId: '1' })]) {
      expect((await change(app, companyAdmin.token, user.id, { parentId: outside.id })).status).toBe(400);
    }
    expect((await change(app, companyAdmin.token, user.id, { parentId: companyAdmin.id })).status).toBe(200);
  });

  test("outside the caller's scope stays if the caller omits it", async () => {
    const user = await newGuest();
    await change(app, admin.token, user.id, { parentId: admin.id });
    const { body } = await change(app, companyAdmin.token, user.id, { parentId: '', fullName: 'Renamed' });
    expect([body.fullName, body.parentId]).toEqual(['Renamed', undefined]);
    expect((await findListed(app, admin.token, user.id))?.parentId).toBe(admin.id);
    // Sending its id does not reveal that it is the parent.
    expect((await change(app, companyAdmin.token, user.id, { parentId: admin.id })).status).toBe(400);
  });
});

describe('a company administrator', () => {
  test.each(['admin', 'member'] as const)('cannot make anyone %s', async (role) => {
    const user = await newGuest();
    const { status } = await change(app, companyAdmin.token, user.id, { groupId: groups[role] });
    expect(status).toBe(403);
    expect((await change(app, companyAdmin.token, companyAdmin.id, { groupId: groups[role] })).status).toBe(403);
    expect((await findListed(app, admin.token, user.id))?.groups).toEqual(['customer_guest']);
  });

  test('cannot move anyone to another company and may omit its own', async () => {
    const user = await newGuest();
    expect((await change(app, companyAdmin.token, user.id, { customerNetsuiteId: '2' })).status).toBe(403);
    const { body } = await change(app, companyAdmin.token, user.id, {
      groupId: groups.customer_admin,
      customerNetsuiteId: '',
    });
    expect(body).toMatchObject({ groups: ['customer_admin'], customerNetsuiteId: '1' });
    const profile = await app.call(getProfile, { token: (await app.openSession(user)).token });
    expect(profile.body).toMatchObject({ groups: ['customer_admin'], customerNetsuiteId: '1' });
  });
});
