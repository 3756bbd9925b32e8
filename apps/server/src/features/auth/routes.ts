import * as contract from '@portal/contract/auth';
import type { Mount } from '../../http/mount.ts';
import { sourceOf } from '../../http/request-source.ts';
import { confirmEmail } from './email-change.ts';
import { changeOwnPassword } from './own-password.ts';
import { type PasswordResetDependencies, requestReset, resetPassword } from './password-reset.ts';
import { readProfile } from './profile.ts';
import { endOtherSessions, endSession, listSessions, type SessionDependencies, signOut } from './sessions.ts';
import { beginSignIn, finishSignIn, type SignInDependencies } from './sign-in.ts';

export type AuthDependencies = SignInDependencies &
  SessionDependencies &
  PasswordResetDependencies & {
    /** Maximum attachment size, for the profile. */
    attachmentMaxBytes: number;
  };

/** Sign-in, sign-out and the current user. */
export function mountAuth(mount: Mount, dependencies: AuthDependencies): void {
  mount(contract.beginSignIn, async ({ body, request }) => {
    await beginSignIn(dependencies, body, sourceOf(request));
    return { message: 'Authentication code sent to your email' };
  });
  mount(contract.finishSignIn, async ({ body, request, reply }) => {
    const { token, cookie } = await finishSignIn(dependencies, body, sourceOf(request));
    reply.header('set-cookie', cookie);
    return { access_token: token };
  });
  mount(contract.forgotPassword, async ({ body, request }) => {
    await requestReset(dependencies, body.email, sourceOf(request));
    return { message: 'Password reset instructions have been sent to your email' };
  });
  mount(contract.resetPassword, async ({ body, request, reply }) => {
    reply.header('set-cookie', await resetPassword(dependencies, body, sourceOf(request)));
    return { message: 'Password has been reset successfully' };
  });
  mount(contract.changePassword, async ({ currentUser, body }) => {
    await changeOwnPassword(dependencies, currentUser, body);
    return { message: 'Password changed successfully' };
  });
  mount(contract.confirmEmail, async ({ body, request }) => {
    await confirmEmail(dependencies, body, sourceOf(request));
    return { message: 'Email address confirmed successfully' };
  });
  mount(contract.validateToken, async () => ({ valid: true as const }));
  mount(contract.getProfile, ({ currentUser }) => readProfile(dependencies, currentUser));
  mount(contract.signOut, async ({ currentUser }) => {
    await signOut(dependencies, currentUser);
    return { message: 'Signed out' };
  });
  mount(contract.listSessions, async ({ currentUser }) => ({ data: await listSessions(dependencies, currentUser) }));
  mount(contract.endOtherSessions, async ({ currentUser }) => ({
    ended: await endOtherSessions(dependencies, currentUser),
  }));
  mount(contract.endSession, async ({ currentUser, params }) => {
    await endSession(dependencies, currentUser, params.id);
    return { message: 'Session ended' };
  });
}
