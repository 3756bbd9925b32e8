import * as contract from '@portal/contract/invitations';
import type { Role } from '@portal/contract/permissions';
import { afterAll, describe, expect, test } from 'vitest';
import { hourMs } from '../../platform/clock.ts';
import { change } from '../users/testing/people.ts';
import { newEmail, publicUrl, startInvitationApp } from './testing/invitation-app.ts';

const setting = await startInvitationApp();
const { app, inbox, db, admin, boss, person, groupId } = setting;
afterAll(setting.close);

const invite = (body: unknown, token = admin.token) => app.call(contract.inviteUser, { token, body });
const inThreeDays = () => new Date(app.clock.now().getTime() + 72 * hourMs).toISOString();

describe('an invitation', () => {
  test.each([
    ['createInvitation', contract.createInvitation],
    ['inviteUser', contract.inviteUser],
  ])('%s creates a pending user, an invitation and a log entry', async (_name, endpoint) => {
    const email = newEmail();
    const body = person({ email: ` ${email.toUpperCase()} ` });
    const answer = await app.call(endpoint, { token: admin.token, body });
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toEqual({
      id: expect.any(String),
      email,
      fullName: 'Bob Builder',
      groupId: groupId('customer_member'),
      groupName: 'customer_member',
      customerNetsuiteId: '1',
      customerName: 'ACME',
      invitedBy: 'Ada Lovelace',
      status: 'pending',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      accessEndsAt: null,
    });
    expect(new Date(answer.body.expiresAt).toISOString()).toBe(inThreeDays());
    const { id } = answer.body;
    const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(user).toMatchObject({ email, status: 0, customer_id: '1', password_hash: null });
    expect(await setting.linesAbout(id)).toMatchObject([
      {
        action: 'invitation-sent',
        content: `Ada Lovelace invited ${email} as Customer member of ACME`,
        actor_id: admin.id,
        actor_name: 'Ada Lovelace',
        subject_name: 'Bob Builder',
        subject_customer_id: '1',
      },
    ]);
  });

  test('is mailed as HTML and text, and only the hash of its token is stored', async () => {
    const { email } = await setting.invited({ fullName: 'Zoë <b>Bold</b>' });
    const [mail] = await inbox.mailsTo(email);
    const link = await setting.linkTo(email);
    const token = link.searchParams.get('token') ?? '';
    expect(link.href.startsWith(`${publicUrl}/register?token=`)).toBe(true);
    expect(link.searchParams.get('email')).toBe(email);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(mail?.subject).toBe('Your invitation to Order Portal');
    expect(mail?.html.replaceAll('&amp;', '&')).toContain(`href="${link.href}"`);
    expect(mail?.html).toContain('Zoë &lt;b&gt;Bold&lt;/b&gt;');
    for (const text of [mail?.text, mail?.html.replaceAll('&#x27;', "'")]) {
      expect(text).toContain(`“Ada Lovelace” (${admin.email}) invited you, as “Zoë`);
      expect(text).toContain("to see ACME's orders.");
      expect(text).toMatch(/The link expires on .+ UTC and can be used once\./);
      expect(text).not.toContain('You have access');
    }
    const kept = await app.database.pool.query(
      'select (select json_agg(l)::text from invitation_links l) || (select json_agg(j)::text from pgboss.job j) as kept',
    );
    expect(kept.rows[0].kept).toContain('sealed');
    expect(kept.rows[0].kept).not.toContain(token);
  });

  test('quotes a name chosen by the inviter truncated and without links, and does not use it as a greeting', async () => {
    const fullName =
      'Your account is locked. Unlock it at https://evil.example/unlock or www.evil.example now, says support';
    const { email } = await setting.invited({ fullName });
    const [mail] = await inbox.mailsTo(email);
    const quoted = 'as “Your account is locked. Unlock it at https: //evil. example/u…”,';
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain(quoted);
      expect(text).not.toContain('evil.example');
      expect(text).not.toContain('Hello Your');
    }
    const addresses = [...(mail?.html ?? '').matchAll(/href="([^"]+)"/g)].map(([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.filter((address) => !address.startsWith(`${publicUrl}/register?`))).toEqual([]);
  });

  test("uses the invited company's group label in the mail and each reader's own label elsewhere", async () => {
    const names = { group_id: groupId('customer_guest'), description: '', updated_at: app.clock.now() };
    await db
      .insertInto('group_names')
      .values({ ...names, customer_id: '2', name: 'Freight <agents>' })
      .execute();
    const body = person({ groupId: groupId('customer_guest'), customerNetsuiteId: '2' });
    const answer = await invite(body);
    expect(answer.body.groupName).toBe('customer_guest');
    const [mail] = await inbox.mailsTo(body.email);
    expect(mail?.text).toContain("invited you, as “Bob Builder”, to see Globex's orders.");
    expect((await setting.linesAbout(answer.body.id))[0]?.content).toContain('as Freight <agents> of Globex');
    const there = await app.signIn('customer_admin', { customerId: '2' });
    const listed = await app.call(contract.listInvitations, { token: there.token });
    expect(listed.body).toMatchObject([{ email: body.email, groupName: 'Freight <agents>' }]);
    const own = await invite(person({ groupId: groupId('customer_guest') }));
    const [ownMail] = await inbox.mailsTo(own.body.email);
    expect(ownMail?.text).toContain("invited you, as “Bob Builder”, to see ACME's orders.");
  });

  test('says "Customer member" in its mails and in the activity, never customer_member', async () => {
    const { id, email } = await setting.invited({ groupId: groupId('customer_guest') });
    const { status } = await change(app, admin.token, id, { groupId: groupId('customer_member') });
    expect(status).toBe(200);
    await setting.accept({ email, token: (await setting.linkTo(email)).searchParams.get('token') });
    const entries = (await setting.linesAbout(id)).map(({ content }) => content);
    expect(entries).toHaveLength(3);
    expect(entries.join()).toContain('group is now Customer member');
    const [{ html = '', text = '' } = {}] = await inbox.mailsTo(email);
    for (const words of [html, text, ...entries]) expect(words).not.toMatch(/customer_(member|guest)/);
  });

  test('names no company for staff', async () => {
    const body = person({ groupId: groupId('admin'), customerNetsuiteId: undefined });
    const answer = await invite(body);
    expect(answer.body).toMatchObject({ customerNetsuiteId: null, customerName: null });
    const [mail] = await inbox.mailsTo(body.email);
    expect(mail?.text).toContain('invited you, as “Bob Builder”, to join the Administrator group in Order Portal.');
  });

  test('for a guest has an end date and always uses the guest group', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + 1000 * hourMs).toISOString();
    for (const group of [{}, { groupId: groupId('admin') }]) {
      const body = { ...person({ expiresAt }), groupId: undefined, ...group };
      const answer = await app.call(contract.inviteGuest, { token: admin.token, body });
      expect(answer).toMatchObject({ status: 201, body: { groupName: 'customer_guest', customerNetsuiteId: '1' } });
      expect(new Date(answer.body.accessEndsAt).toISOString()).toBe(expiresAt);
      const [mail] = await inbox.mailsTo(body.email);
      expect(mail?.text).toContain('You have access until ');
    }
  });
});

describe('permission to invite', () => {
  test('lets a company administrator invite into customer groups without naming the company', async () => {
    for (const role of ['customer_admin', 'customer_member', 'customer_guest'] as const) {
      const body = person({ groupId: groupId(role), customerNetsuiteId: undefined });
      const answer = await invite(body, boss.token);
      expect(answer).toMatchObject({ status: 201, body: { customerNetsuiteId: '1', invitedBy: 'Bea Boss' } });
    }
  });

  test.each<[string, object]>([
    ['into the group of the staff', { groupId: groupId('member'), customerNetsuiteId: undefined }],
    ['as an administrator of the portal', { groupId: groupId('admin'), customerNetsuiteId: undefined }],
    ['into another company', { customerNetsuiteId: '2' }],
  ])('forbids %s', async (_title, more) => {
    const body = person(more);
    for (const endpoint of [contract.inviteUser, contract.createInvitation]) {
      expect((await app.call(endpoint, { token: boss.token, body })).status).toBe(403);
    }
    expect(await db.selectFrom('users').select('id').where('email', '=', body.email).execute()).toEqual([]);
  });

  test.each<[Role | null, number]>([
    ['admin', 201],
    ['member', 403],
    ['customer_admin', 201],
    ['customer_member', 403],
    ['customer_guest', 403],
    [null, 403],
  ])('%s gets %i', async (role, status) => {
    const { token } = await app.signIn(role);
    for (const endpoint of [contract.createInvitation, contract.inviteUser, contract.inviteGuest]) {
      expect((await app.call(endpoint, { token, body: person() })).status).toBe(status);
      expect((await app.call(endpoint, { body: person() })).status).toBe(401);
    }
  });

  test('is denied to a company administrator without a company', async () => {
    const { token } = await app.signIn('customer_admin', { customerId: null });
    expect((await invite(person(), token)).status).toBe(403);
  });
});

describe('rejects', () => {
  test.each<[object, string]>([
    [{ email: 'no address' }, 'email'],
    [{ email: undefined }, 'email'],
    [{ fullName: ' ' }, 'fullName'],
    [{ groupId: 'customer_member' }, 'groupId'],
    [{ groupId: '00000000-0000-4000-8000-000000000000' }, 'groupId'],
    [{ customerNetsuiteId: undefined }, 'customerNetsuiteId'],
    [{ customerNetsuiteId: '99' }, 'customerNetsuiteId'],
    [{ customerNetsuiteId: 'x' }, 'customerNetsuiteId'],
    [{ groupId: groupId('admin') }, 'customerNetsuiteId'],
    [{ expiresAt: '2100-01-01T00:00:00Z' }, 'expiresAt'],
    [{ groupId: groupId('customer_guest'), expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ groupId: groupId('customer_guest'), expiresAt: 'tomorrow' }, 'expiresAt'],
  ])('%j and names the field', async (more, path) => {
    for (const endpoint of [contract.createInvitation, contract.inviteUser]) {
      const answer = await app.call(endpoint, { token: admin.token, body: person(more) });
      expect([answer.status, answer.body.details]).toMatchObject([400, [{ path }]]);
    }
  });

  test('a guest without a company', async () => {
    const body = person({ customerNetsuiteId: undefined });
    const answer = await app.call(contract.inviteGuest, { token: admin.token, body });
    expect([answer.status, answer.body.details]).toMatchObject([400, [{ path: 'customerNetsuiteId' }]]);
  });

  test("an address of a user in the caller's scope, however it is written", async () => {
    const active = await app.createUser({ role: 'customer_member', customerId: '1' });
    const pending = await setting.invited();
    for (const { email } of [active, pending]) {
      for (const endpoint of [contract.createInvitation, contract.inviteUser, contract.inviteGuest]) {
        const body = person({ email: email.toUpperCase() });
        expect(await app.call(endpoint, { token: boss.token, body })).toMatchObject({
          status: 409,
          body: { message: 'This email address is already in use.' },
        });
      }
    }
  });

  test('all but one of many concurrent invitations of one address', async () => {
    const email = newEmail();
    const tokens = [admin.token, boss.token];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) => invite(person({ email }), tokens[number % 2])),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    const links = await db.selectFrom('invitation_links').selectAll().where('email', '=', email).execute();
    expect(links).toHaveLength(1);
    expect(await inbox.mailsTo(email)).toHaveLength(1);
  });
});
