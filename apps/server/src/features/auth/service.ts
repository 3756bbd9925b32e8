import type { Profile, Session } from '@portal/contract/auth';
import type pg from 'pg';
import type { CurrentUser } from '../../access/current-user.ts';
import { notFound, unauthorized } from '../../platform/errors.ts';
import type { Origin } from '../../platform/origin.ts';
import { actorOf, recordActivity } from '../activity/service.ts';
import { confirmEmail } from './email-change.ts';
import { changeOwnPassword } from './own-password.ts';
import { mailResetLink, type PasswordResetDependencies, requestReset, resetPassword } from './password-reset.ts';
import { findProfile } from './queries.ts';
import { deleteOtherSessions, deleteSession, listSessions } from './session-queries.ts';
import { idleSince, peekCurrentUser, readCurrentUser } from './sessions.ts';
import { beginSignIn, finishSignIn, type SignInDependencies } from './sign-in.ts';

export { hasActiveAdministrator } from './administrator-queries.ts';
export { changePassword } from './change-password.ts';
export { requestEmailChange } from './email-change.ts';
export { deleteEmailChange } from './email-change-queries.ts';
export { tooManyAttempts } from './limits.ts';
export { findPasswordFault } from './password-policy.ts';
export { hashPassword } from './passwords.ts';

export type AuthDependencies = SignInDependencies &
  PasswordResetDependencies & {
    pool: pg.Pool;
    /** Maximum attachment size, for the profile. */
    attachmentMaxBytes: number;
  };
export type AuthService = ReturnType<typeof createAuthService>;

/** Sign-in, sign-out and the current user. */
export function createAuthService(dependencies: AuthDependencies) {
  const { db, clock, sessionLimits } = dependencies;

  async function profile(currentUser: CurrentUser): Promise<Profile> {
    const found = await findProfile(db, currentUser.userId);
    if (found === undefined) throw unauthorized();
    return {
      id: found.id,
      email: found.email,
      groups: found.role === null ? [] : [found.role],
      createdAt: found.created_at,
      limits: { attachmentMaxBytes: dependencies.attachmentMaxBytes },
      ...(found.full_name === null ? {} : { fullName: found.full_name }),
      ...(found.customer_id === null ? {} : { customerNetsuiteId: found.customer_id }),
      ...(found.customer_name === null ? {} : { customerName: found.customer_name }),
    };
  }

  async function signOut(currentUser: CurrentUser): Promise<void> {
    const actor = actorOf(currentUser);
    await db.transaction().execute(async (transaction) => {
      if (!(await deleteSession(transaction, currentUser.userId, currentUser.sessionId))) return;
      const content = `${actor.name} signed out`;
      await recordActivity(transaction, { at: clock.now(), action: 'sign-out', content, actor, subject: actor });
    });
  }

  async function sessions(currentUser: CurrentUser): Promise<Session[]> {
    const now = clock.now();
    const found = await listSessions(db, currentUser.userId, now, idleSince(now, sessionLimits));
    return found.map((session) => ({
      id: session.id,
      createdAt: session.created_at,
      lastUsedAt: session.last_used_at,
      expiresAt: session.expires_at,
      current: session.id === currentUser.sessionId,
      ...(session.user_agent === null ? {} : { userAgent: session.user_agent }),
    }));
  }

  async function endSession(currentUser: CurrentUser, id: string): Promise<void> {
    if (!(await deleteSession(db, currentUser.userId, id))) throw notFound('There is no such session.');
  }

  return {
    beginSignIn: (credentials: { email: string; password: string }, origin: Origin) =>
      beginSignIn(dependencies, credentials, origin),
    finishSignIn: (answer: { email: string; otp: string }, origin: Origin) =>
      finishSignIn(dependencies, answer, origin),
    requestReset: (email: string, origin: Origin) => requestReset(dependencies, email, origin),
    mailResetLink: (email: string) => mailResetLink(dependencies, email),
    resetPassword: (given: { code: string; email: string; password: string }, origin: Origin) =>
      resetPassword(dependencies, given, origin),
    changeOwnPassword: (currentUser: CurrentUser, given: { currentPassword: string; password: string }) =>
      changeOwnPassword(dependencies, currentUser, given),
    confirmEmail: (given: { code: string; email: string }, origin: Origin) => confirmEmail(dependencies, given, origin),
    readCurrentUser: (token: string) => readCurrentUser(dependencies, token),
    peekCurrentUser: (token: string) => peekCurrentUser(dependencies, token),
    endOtherSessions: (currentUser: CurrentUser) => deleteOtherSessions(db, currentUser.userId, currentUser.sessionId),
    endSession,
    profile,
    sessions,
    signOut,
  };
}
