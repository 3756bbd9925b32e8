import type { Role } from '@portal/contract/permissions';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../platform/database.ts';

/** A user who may sign in. */
export type Account = {
  id: string;
  email: string;
  fullName: string | null;
  customerId: string | null;
  passwordHash: string | null;
};

/** The active, unexpired user of an address. */
export async function findAccount(db: Database, email: string, now: Date): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'full_name as fullName', 'customer_id as customerId', 'password_hash as passwordHash'])
    .where('email', '=', email)
    .where('status', '=', 1)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now.toISOString())]))
    .executeTakeFirst();
}

/** Keeps another hash of the same password, unless the password has been changed in the meantime. */
export async function updatePasswordHash(db: Database, userId: string, from: string, to: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .execute();
}

/** Makes others who want to change the same user's sign-in wait until this transaction has ended. */
export async function lockUser(transaction: Database, userId: string): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

export type NewAttempt = {
  id: string;
  userId: string;
  codeMac: Buffer;
  begunFrom: string;
  createdAt: Date;
  expiresAt: Date;
};

/** Begins a sign-in and ends the one under way: of an account's codes only the latest is good. */
export async function replaceAttempt(db: Database, attempt: NewAttempt): Promise<void> {
  // Two at the same moment must not both stay open.
  await lockUser(db, attempt.userId);
  await endAttempts(db, attempt.userId, attempt.createdAt);
  await db
    .insertInto('sign_in_attempts')
    .values({
      id: attempt.id,
      user_id: attempt.userId,
      code_mac: attempt.codeMac,
      begun_from: attempt.begunFrom,
      created_at: attempt.createdAt,
      expires_at: attempt.expiresAt,
    })
    .execute();
}

/** Ends the account's sign-in under way, if there is one. */
export async function endAttempts(db: Database, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('sign_in_attempts')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
}

export type Try = {
  /** Of the attempt. */
  id: string;
  codeMac: Buffer;
  /** From another network than the one where the sign-in was begun. */
  isElsewhere: boolean;
  /** Of those that are counted with this one. */
  triesLeft: number;
};

/** Uses up one try of the account's sign-in under way, if there is one left for the network that it comes from. */
export function takeTry(db: Database, userId: string, network: string, now: Date): Promise<Try | undefined> {
  const isElsewhere = sql<boolean>`begun_from <> ${network}`;
  return db
    .updateTable('sign_in_attempts')
    .set({
      tries_left: sql<number>`tries_left - (not ${isElsewhere})::int`,
      tries_left_elsewhere: sql<number>`tries_left_elsewhere - (${isElsewhere})::int`,
    })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where(sql<number>`case when ${isElsewhere} then tries_left_elsewhere else tries_left end`, '>', 0)
    .returning([
      'id',
      'code_mac as codeMac',
      isElsewhere.as('isElsewhere'),
      sql<number>`case when ${isElsewhere} then tries_left_elsewhere else tries_left end`.as('triesLeft'),
    ])
    .executeTakeFirst();
}

/** Ends a sign-in; false when it had ended already, so that a code is good for one session alone. */
export async function endAttempt(db: Database, id: string, now: Date): Promise<boolean> {
  const ended = await db
    .updateTable('sign_in_attempts')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

export type NewSession = {
  userId: string;
  tokenHash: Buffer;
  userAgent: string | null;
  createdAt: Date;
  expiresAt: Date;
};

export async function insertSession(db: Database, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      token_hash: session.tokenHash,
      user_agent: session.userAgent,
      created_at: session.createdAt,
      last_used_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute();
}

export type SessionRow = {
  session_id: string;
  last_used_at: string;
  user_id: string;
  email: string;
  full_name: string | null;
  role: Role | null;
  customer_id: string | null;
};

/** Everything about the sender of a request in one prepared statement: it runs before each of them. */
export async function findSession(
  pool: pg.Pool,
  tokenHash: Buffer,
  now: Date,
  idleSince: Date,
): Promise<SessionRow | undefined> {
  const { rows } = await pool.query<SessionRow>({
    name: 'find-session',
    text: `select s.id as session_id, s.last_used_at, u.id as user_id, u.email, u.full_name, g.type as role, u.customer_id
      from sessions s
      join users u on u.id = s.user_id
      left join groups g on g.id = u.group_id
      where s.token_hash = $1 and s.expires_at > $2 and s.last_used_at > $3
        and u.status = 1 and (u.expires_at is null or u.expires_at > $2)`,
    values: [tokenHash, now.toISOString(), idleSince.toISOString()],
  });
  return rows[0];
}

export async function touchSession(db: Database, id: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: now }).where('id', '=', id).execute();
}

export async function listSessions(db: Database, userId: string, now: Date, idleSince: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .where('last_used_at', '>', idleSince.toISOString())
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Ends one session of a user; false when the user has no such session. */
export async function deleteSession(db: Database, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Ends a user's sessions save one, and says how many. */
export async function deleteOtherSessions(db: Database, userId: string, keptId: string): Promise<number> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', keptId)
    .returning('id')
    .execute();
  return deleted.length;
}

export async function findProfile(db: Database, userId: string) {
  return db
    .selectFrom('users')
    .leftJoin('groups', 'groups.id', 'users.group_id')
    .leftJoin('customers', 'customers.id', 'users.customer_id')
    .select(['users.id', 'users.email', 'users.full_name', 'groups.type as role', 'users.customer_id'])
    .select(['customers.name as customer_name', 'users.created_at'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
}

/** Whether anybody active administers the portal. */
export async function hasAdministrator(db: Database): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .innerJoin('groups', 'groups.id', 'users.group_id')
    .select('users.id')
    .where('groups.type', '=', 'admin')
    .where('users.status', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Makes others who want to do the same wait until this transaction has ended. */
export async function lockGroups(transaction: Database): Promise<void> {
  await transaction.selectFrom('groups').select('id').orderBy('id').forUpdate().execute();
}

export type NewUser = {
  email: string;
  fullName: string | null;
  role: Role;
  customerId: string | null;
  passwordHash: string;
};

/** Inserts an active user and returns its id. */
export async function insertActiveUser(db: Database, user: NewUser): Promise<string> {
  const inserted = await db
    .insertInto('users')
    .values((values) => ({
      email: user.email,
      full_name: user.fullName,
      status: 1,
      group_id: values.selectFrom('groups').select('id').where('type', '=', user.role),
      customer_id: user.customerId,
      password_hash: user.passwordHash,
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return inserted.id;
}
