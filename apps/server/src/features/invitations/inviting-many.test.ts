import * as contract from '@portal/contract/invitations';
import type { Role } from '@portal/contract/permissions';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { countStatements } from './testing/count-statements.ts';
import { newEmail, startInvitationApp } from './testing/invitation-app.ts';

const setting = await startInvitationApp();
const { app, inbox, db, admin, boss, person, groupId } = setting;
afterAll(setting.close);

type Result = contract.ListedInvitationResult;

async function send(invitations: object[], { preview = false, token = admin.token } = {}): Promise<Result[]> {
  const answer = await app.call(contract.inviteMany, { token, body: { preview, invitations } });
  expect(answer.status).toBe(200);
  return answer.body.results;
}
const invitationsNow = async () =>
  Number((await app.database.pool.query<{ n: string }>('select count(*) as n from invitations')).rows[0]?.n);
const shown = (results: Result[]) => results.map(({ outcome, message }) => message ?? outcome);

describe('inviting a list of people', () => {
  test('returns one result per row and sends the valid rows despite invalid ones', async () => {
    const [first, last, used] = [person(), person({ customerNetsuiteId: ' 2 ' }), await setting.invited()];
    const rows: [object, string][] = [
      [first, 'invited'],
      [person({ email: ' ' }), 'Email is required'],
      [{}, 'Email is required'],
      [person({ email: 'x@' }), '"x@" is not an email address'],
      [person({ email: `${'x'.repeat(250)}@test.example` }), 'Email must be at most 254 characters long'],
      [person({ fullName: undefined }), 'Full name is required'],
      [person({ fullName: 'x'.repeat(201) }), 'Full name must be at most 200 characters long'],
      [person({ fullName: 'a\0b' }), 'Full name must not contain control characters'],
      [person({ groupId: 'guests' }), `"guests" is not one of the portal's groups`],
      [person({ groupId: '00000000-0000-4000-8000-000000000000' }), 'There is no such group.'],
      [person({ customerNetsuiteId: '' }), 'A customer is required for this group.'],
      [person({ customerNetsuiteId: 'ACME' }), '"ACME" is not a NetSuite customer id'],
      [person({ customerNetsuiteId: '99' }), 'There is no such customer.'],
      [person({ expiresAt: 'tomorrow' }), '"tomorrow" is not an instant such as 2026-12-31T23:59:59Z'],
      [person({ expiresAt: '2100-01-01T00:00:00Z' }), 'Only the access of guests can have an end date.'],
      [person({ email: used.email }), 'This email address is already in use.'],
      [person({ email: ` ${first.email.toUpperCase()}` }), 'This address is listed twice (row 1).'],
      [last, 'invited'],
    ];
    const before = await invitationsNow();
    const list = rows.map(([row]) => row);
    const preview = await send(list, { preview: true });
    expect(shown(preview)).toEqual(rows.map(([, wanted]) => (wanted === 'invited' ? 'ready' : wanted)));
    expect(await invitationsNow()).toBe(before);
    const results = await send(list);
    expect(results.map(({ row }) => row)).toEqual(rows.map((_, index) => index));
    expect(shown(results)).toEqual(rows.map(([, wanted]) => wanted));
    expect(await invitationsNow()).toBe(before + 2);
    for (const [row, { email }] of [
      [0, first],
      [rows.length - 1, last],
    ] as const) {
      const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
      expect(results[row]).toEqual({ row, email, outcome: 'invited', id: user.id });
      expect(await inbox.mailsTo(email)).toHaveLength(1);
      expect(await setting.linesAbout(user.id)).toMatchObject([{ action: 'invitation-sent', actor_id: admin.id }]);
    }
    expect(results[3]).toMatchObject({ email: 'x@' });
  });

  test('accepts the second row of an address if the first one is invalid', async () => {
    const email = newEmail();
    const list = [person({ email, fullName: '' }), person({ email })];
    expect(shown(await send(list, { preview: true }))).toEqual(['Full name is required', 'ready']);
    expect(shown(await send(list))).toEqual(['Full name is required', 'invited']);
  });

  test('restricts each row to the company of its administrator', async () => {
    const list = [
      person({ customerNetsuiteId: undefined }),
      person({ customerNetsuiteId: '2' }),
      person({ groupId: groupId('member'), customerNetsuiteId: '' }),
      person(),
    ];
    expect(shown(await send(list, { token: boss.token }))).toEqual([
      'invited',
      'You can only invite and edit people of your own company.',
      'You can only use the groups of your own company.',
      'invited',
    ]);
  });

  test('invites nobody twice when it is sent twice concurrently', async () => {
    const list = Array.from({ length: 12 }, () => person());
    const [one, other] = await Promise.all([send(list), send(list, { token: boss.token })]);
    for (const [row, { email }] of list.entries()) {
      const outcomes = [one[row]?.outcome, other[row]?.outcome].sort();
      expect(outcomes).toEqual(['invited', 'refused']);
      expect(await inbox.mailsTo(email)).toHaveLength(1);
    }
  });

  test('invites nobody if it fails halfway, and can be retried', async () => {
    await app.database.pool.query(`
      create function break_down() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger break_down before insert on users for each row
        when (new.full_name = 'Breaks') execute function break_down()`);
    const list = [person(), person({ fullName: 'Breaks' }), person({ email: 'x@' }), person()];
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ invitations: list });
    const before = await invitationsNow();
    const failed = await app.fetch('/api/customer-invitations/list', { method: 'POST', headers, body });
    expect([failed.status, await invitationsNow()]).toEqual([500, before]);
    await app.database.pool.query('drop trigger break_down on users');
    expect((await send(list)).map(({ outcome }) => outcome)).toEqual(['invited', 'invited', 'refused', 'invited']);
  });

  test('needs the same number of statements for 500 people as for five', async () => {
    const statements = countStatements(app.portal.dependencies.database.pool);
    const people = (count: number) => Array.from({ length: count }, () => person());
    const few = await statements(() => send(people(5)));
    const many = await statements(() => send(people(500)));
    expect(many).toBe(few);
    const preview = await statements(() => send(people(500), { preview: true }));
    expect(preview).toBeLessThan(few);
  });

  test.each<[string, unknown]>([
    ['no row', []],
    ['more than five hundred', Array.from({ length: 501 }, () => ({ email: 'a@b.example' }))],
    ['what is no row', ['a@b.example']],
    ['a number for a text', [{ email: 7 }]],
  ])('rejects a list of %s', async (_title, invitations) => {
    const answer = await app.call(contract.inviteMany, { token: admin.token, body: { invitations } });
    expect(answer.status).toBe(400);
    expect(answer.body.details[0].path).toMatch(/^invitations/);
  });

  test.each<Role | null>(['member', 'customer_member', 'customer_guest', null])('is forbidden for %s', async (role) => {
    const { token } = await app.signIn(role);
    const body = { invitations: [person()] };
    expect((await app.call(contract.inviteMany, { token, body })).status).toBe(403);
    expect((await app.call(contract.inviteMany, { body })).status).toBe(401);
  });
});

test('returns one result per row in order, sends as many invitations as reported, and matches the preview for any list', async () => {
  const names = Array.from({ length: 6 }, () => newEmail());
  const text = fc.oneof(fc.constant(undefined), fc.constant(''), fc.string({ unit: 'binary', maxLength: 30 }));
  const row = fc.record({
    email: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, text),
    fullName: fc.oneof({ weight: 5, arbitrary: fc.constantFrom('Bob', ' Zoë ') }, text),
    groupId: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('admin', 'member', 'customer_member', 'customer_guest') },
      text,
    ),
    customerNetsuiteId: fc.oneof({ weight: 5, arbitrary: fc.constantFrom('1', '2', '3', '') }, text),
    expiresAt: fc.oneof(
      { weight: 5, arbitrary: fc.constant(undefined) },
      fc.constantFrom('2100-01-01T00:00:00Z', '2020-01-01T00:00:00+02:00'),
      text,
    ),
  });
  const lists = fc.array(row, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(lists, fc.constantFrom(admin, boss), async (list, { token }) => {
      const rows = list.map((one) => ({ ...one, groupId: groupId(one.groupId as Role) || one.groupId }));
      await db.deleteFrom('users').where('email', 'in', names).execute();
      const before = await invitationsNow();
      const preview = await send(rows, { preview: true, token });
      expect(await invitationsNow()).toBe(before);
      const results = await send(rows, { token });
      expect(results.map((result) => result.row)).toEqual(rows.map((_, index) => index));
      const invited = results.filter(({ outcome }) => outcome === 'invited');
      expect(await invitationsNow()).toBe(before + invited.length);
      expect(results.every(({ outcome, id, message }) => (outcome === 'invited' ? id : message))).toBe(true);
      expect(shown(preview).map((said) => (said === 'ready' ? 'invited' : said))).toEqual(shown(results));
    }),
    { numRuns: 60 },
  );
});
