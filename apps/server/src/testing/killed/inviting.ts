import { randomUUID } from 'node:crypto';
import { inviteMany, inviteUser } from '@portal/contract/invitations';
import { expect } from 'vitest';
import type { SignedIn, TestApp } from '../app.ts';
import { callEndpoint } from '../client.ts';
import { readQueuedMail } from '../queued-mail.ts';
import { countBy, untilKilled, type Work } from './work.ts';

/** Invites users one by one and in lists of three. */
export async function createInviting(app: TestApp, { token }: SignedIn, serverKey: string): Promise<Work> {
  const { db, pool } = app.database;
  const { id: groupId } = await db
    .selectFrom('groups')
    .select('id')
    .where('type', '=', 'member')
    .executeTakeFirstOrThrow();
  const asked = new Set<string>();
  const answered = new Set<string>();

  function newPerson() {
    const email = `${randomUUID()}@test.example`;
    asked.add(email);
    return { email, fullName: 'Bob Builder', groupId };
  }

  async function inviteOne(url: string): Promise<void> {
    const body = newPerson();
    const { status } = await callEndpoint(url, inviteUser, { token, body });
    expect(status).toBe(201);
    answered.add(body.email);
  }

  async function inviteList(url: string): Promise<void> {
    const body = { invitations: [newPerson(), newPerson(), newPerson()], preview: false };
    const answer = await callEndpoint(url, inviteMany, { token, body });
    for (const { email, outcome } of answer.body.results) {
      expect(outcome).toBe('invited');
      answered.add(email);
    }
  }

  async function check(): Promise<void> {
    const { rows } = await pool.query<{ email: string; invitations: number; links: number; lines: number }>(`
      select email,
        (select count(*)::int from invitations where user_id = users.id) as invitations,
        (select count(*)::int from invitation_links where user_id = users.id) as links,
        (select count(*)::int from activity_log where subject_id = users.id::text and action = 'invitation-sent') as lines
      from users where status = 0`);
    const mails = (await readQueuedMail(pool, serverKey)).filter(({ kind }) => kind === 'invitation');
    const mailsTo = countBy(mails.map(({ to }) => to));
    const there = rows.map((row) => ({ ...row, mails: mailsTo(row.email) }));
    expect(there).toEqual(there.map(({ email }) => ({ email, invitations: 1, links: 1, lines: 1, mails: 1 })));
    const people = new Set(rows.map(({ email }) => email));
    expect(mails.filter(({ to }) => !people.has(to))).toEqual([]);
    expect([...answered].filter((email) => !people.has(email))).toEqual([]);
    expect([...people].filter((email) => !asked.has(email))).toEqual([]);
    const lines = await pool.query("select from activity_log where action = 'invitation-sent'");
    expect(lines.rowCount).toBe(people.size);
    expect(answered.size).toBeGreaterThan(0);
  }

  return {
    ask: async (url, onAnswer) => {
      await Promise.all(
        [inviteOne, inviteOne, inviteOne, inviteList].map((step) => untilKilled(() => step(url), onAnswer)),
      );
    },
    check,
  };
}
