import { randomUUID } from 'node:crypto';
import type { Role } from '@portal/contract/permissions';
import { hashPassword } from '../features/auth/passwords.ts';
import type { Database } from '../platform/database.ts';

export type NewTestUser = {
  /** Null: a user without a group. */
  role: Role | null;
  email?: string;
  fullName?: string | null;
  customerId?: string | null;
  /** Without a password the user cannot sign in by email and password. */
  password?: string;
  /** 1 active (default), 0 pending. */
  status?: number;
  expiresAt?: Date;
};

export type TestUser = { id: string; email: string };

/** Inserts a user into the database. Customer-side roles are linked to customer 1 by default. */
export async function createTestUser(db: Database, user: NewTestUser): Promise<TestUser> {
  const { role, email = `${role ?? 'nobody'}-${randomUUID()}@test.example` } = user;
  const customerSide = role?.startsWith('customer_') ?? false;
  const inserted = await db
    .insertInto('users')
    .values((values) => ({
      email,
      full_name: user.fullName === undefined ? `Test ${role ?? 'nobody'}` : user.fullName,
      status: user.status ?? 1,
      group_id: role === null ? null : values.selectFrom('groups').select('id').where('type', '=', role),
      customer_id: user.customerId === undefined && customerSide ? '1' : (user.customerId ?? null),
      expires_at: user.expiresAt ?? null,
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  if (user.password !== undefined) {
    const passwordHash = await hashPassword(user.password);
    await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', inserted.id).execute();
  }
  return { id: inserted.id, email };
}
