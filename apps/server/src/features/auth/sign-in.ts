import { randomUUID } from 'node:crypto';
import { CODE_LENGTH, CODE_LIFETIME_MS } from '@portal/contract/values';
import { lockUser } from '../../access/lock-user.ts';
import { anyUserScope } from '../../access/people-scope.ts';
import type { Outbox } from '../../jobs/send-mail.ts';
import { type Clock, minuteMs } from '../../platform/clock.ts';
import { isMac, type Key, mac, randomDigits } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database.ts';
import { badRequest, unavailable } from '../../platform/errors.ts';
import { consume, countTries, refund, resetLimit } from '../../platform/rate-limit.ts';
import type { RequestSource } from '../../platform/request-input.ts';
import { partyOf, recordActivity } from '../activity/record-activity.ts';
import { endAttempt, replaceAttempt, takeTry } from './attempt-queries.ts';
import { type DeviceDependencies, findDevice, rememberDevice } from './devices.ts';
import { deviceOr, limits } from './limits.ts';
import { hashPassword, isPassword, needsRehash } from './passwords.ts';
import { type Account, findAccount, findAccountById, updatePasswordHash } from './queries.ts';
import { openSession, type SessionSettings } from './sessions.ts';

export type SignInDependencies = DeviceDependencies &
  SessionSettings & {
    db: Database;
    clock: Clock;
    outbox: Outbox;
    isMailReachable: () => Promise<boolean>;
    /** Key for the codes' HMACs. */
    codeKey: Key;
  };

const wrongCredentials = () => badRequest('Invalid email or password');
const wrongCode = () => badRequest('Invalid OTP');

/**
 * First step: email and password. On success, mails a code that replaces any earlier one. Errors: 400 for wrong
 * credentials, the same for unknown, pending and deleted users; 429; 503 while mail cannot be sent.
 */
export async function beginSignIn(
  dependencies: SignInDependencies,
  credentials: { email: string; password: string },
  source: RequestSource,
): Promise<void> {
  const { db, clock } = dependencies;
  const { email, password } = credentials;
  // Checked before the account is read, so that the response reveals nothing about it.
  if (!(await dependencies.isMailReachable())) {
    throw unavailable('Authentication codes cannot be emailed at the moment. Please try again in a few minutes.');
  }
  const now = clock.now();
  const device = findDevice(dependencies, source.cookies, email);
  if (device === undefined) await consume(db, limits.signInsByNetwork(source.network), now);
  const failures = limits.failedSignInsByEmail(deviceOr(device, email));
  await consume(db, failures, now);
  const account = await findAccount(db, email, now);
  if (!(await isPassword(account?.passwordHash ?? null, password)) || account === undefined) {
    await logFailedSignIn(db, email, account, now);
    throw wrongCredentials();
  }
  await refund(db, failures);
  await mailCode(dependencies, account, { source, device }, now);
  if (account.passwordHash !== null && needsRehash(account.passwordHash)) {
    await updatePasswordHash(db, account.id, account.passwordHash, await hashPassword(password));
  }
}

async function mailCode(
  dependencies: SignInDependencies,
  account: Account,
  { source, device }: { source: RequestSource; device: string | undefined },
  now: Date,
): Promise<void> {
  const { db, outbox, codeKey } = dependencies;
  await consume(db, limits.codesMailedByUser(deviceOr(device, account.id)), now);
  const id = randomUUID();
  const code = randomDigits(CODE_LENGTH);
  const expiresAt = new Date(now.getTime() + CODE_LIFETIME_MS);
  await db.transaction().execute(async (transaction) => {
    await replaceAttempt(transaction, {
      id,
      user_id: account.id,
      code_mac: mac(codeKey, boundCode(id, code)),
      begun_from: source.network,
      device: device ?? null,
      created_at: now,
      expires_at: expiresAt,
    });
    // The password or the address may have been changed between the check and the lock.
    const present = await findAccountById(transaction, account.id, now);
    if (present?.passwordHash !== account.passwordHash || present.email !== account.email) throw wrongCredentials();
    const mail = { to: account.email, name: account.fullName, code, minutes: CODE_LIFETIME_MS / minuteMs };
    await outbox.post(transaction, { kind: 'one-time-code', ...mail }, expiresAt);
  });
}

/**
 * Second step: the mailed code. Returns the access token of a new session and the `Set-Cookie` header that makes this
 * browser a known device. Errors: 400 'Invalid OTP' for a wrong, used, replaced or expired code, the same for unknown
 * users; 429.
 */
export async function finishSignIn(
  dependencies: SignInDependencies,
  answer: { email: string; otp: string },
  source: RequestSource,
): Promise<{ token: string; cookie: string }> {
  const { db, clock, codeKey } = dependencies;
  const now = clock.now();
  const device = findDevice(dependencies, source.cookies, answer.email);
  if (device === undefined) await consume(db, limits.codesByNetwork(source.network), now);
  const account = await findAccount(db, answer.email, now);
  // Uses up a try before the code is compared, so that concurrent requests cannot exceed the tries. Runs the same
  // statements for an unknown address, so that the response time reveals nothing.
  const attempt = await takeTry(db, account?.id ?? unknownUserId, { device, network: source.network }, now);
  const counters = attempt?.isElsewhere ? limits.wrongCodesElsewhereByUser : limits.wrongCodesByUser;
  const wrongCodes = counters(deviceOr(device, account?.id ?? answer.email));
  await consume(db, wrongCodes, now);
  const failures = limits.failedSignInsByEmail(deviceOr(device, answer.email));
  if (account === undefined || attempt === undefined) {
    await refund(db, wrongCodes);
    throw wrongCode();
  }
  if (!isMac(codeKey, boundCode(attempt.id, answer.otp), attempt.codeMac)) {
    // Tries from other networks never count as the owner's failures.
    const isUsedUp = attempt.triesLeft === 0 && !attempt.isElsewhere;
    // Not `consume`: above the limit, the response is still the one for a wrong code.
    if (isUsedUp) await countTries(db, [failures.key], failures.limit, now);
    await logFailedSignIn(db, account.email, account, now);
    throw wrongCode();
  }
  const token = await db.transaction().execute(async (transaction) => {
    // Before the attempt: deleting a user locks both in this order.
    if ((await lockUser(anyUserScope(), transaction, account.id)) === undefined) return undefined;
    if (!(await endAttempt(transaction, attempt.id, now))) return undefined;
    if (device === undefined) {
      await refund(transaction, limits.codesByNetwork(source.network));
      await refund(transaction, limits.signInsByNetwork(source.network));
    }
    await refund(transaction, wrongCodes);
    await resetLimit(transaction, failures);
    const actor = partyOf(account);
    await recordActivity(transaction, { at: now, action: 'sign-in', actor, subject: actor });
    return openSession(transaction, account.id, source.userAgent, now, dependencies);
  });
  if (token === undefined) throw wrongCode();
  return { token, cookie: rememberDevice(dependencies, source.cookies, account.email) };
}

/** An id that no account has. */
const unknownUserId = '00000000-0000-0000-0000-000000000000';

/** Binds a code to its sign-in: the same digits in another sign-in have a different MAC. */
function boundCode(attemptId: string, code: string): string {
  return `${attemptId}:${code}`;
}

async function logFailedSignIn(db: Database, email: string, account: Account | undefined, at: Date): Promise<void> {
  await recordActivity(db, {
    at,
    action: 'sign-in-failed',
    params: { email },
    ...(account === undefined ? {} : { subject: partyOf(account) }),
    administratorsOnly: true,
  });
}
