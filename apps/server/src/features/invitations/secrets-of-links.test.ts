import { completeInvitation } from '@portal/contract/auth';
import { resendInvitation, validateInvitation } from '@portal/contract/invitations';
import { afterAll, expect, test } from 'vitest';
import { createLogger } from '../../platform/log.ts';
import { password, startInvitationApp } from './testing/invitation-app.ts';

let lines = '';
const log = createLogger('trace', {
  write: (line) => {
    lines += line;
  },
});
const setting = await startInvitationApp(log);
const { app, admin } = setting;
afterAll(setting.close);

test('stores and logs no link token and no password, even on errors', async () => {
  const { id, email, token } = await setting.invitedWithToken();
  await app.call(resendInvitation, { token: admin.token, params: { id } });
  const second = (await setting.linkTo(email, 2)).searchParams.get('token') ?? 'no token';
  await app.call(validateInvitation, { params: { token } });
  await app.fetch(`/register?token=${second}&email=${email}`);
  await app.call(completeInvitation, { body: { token, email: 'else@test.example', password } });
  await app.database.pool.query('alter table invitation_links rename to links_away');
  await app.fetch(`/api/customer-invitations/validate/${token}`);
  await app.fetch('/api/auth/complete-invitation', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, email, password }),
  });
  await app.database.pool.query('alter table links_away rename to invitation_links');
  expect((await app.call(completeInvitation, { body: { token, email, password } })).status).toBe(200);
  expect(lines.match(/"msg":"request failed"/g)).toHaveLength(2);
  expect(lines).toContain('/api/customer-invitations/validate/:token');
  const tables = await app.database.pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')",
  );
  let kept = '';
  for (const { name } of tables.rows) {
    const rows = await app.database.pool.query<{ kept: string | null }>(
      `select json_agg(t)::text as kept from ${name} t`,
    );
    kept += rows.rows[0]?.kept ?? '';
  }
  expect(kept).toContain(email);
  for (const secret of [token, second, password]) {
    expect(lines).not.toContain(secret);
    expect(kept).not.toContain(secret);
  }
});
