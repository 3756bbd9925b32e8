import * as contract from '@portal/contract/auth';
import type { Mount } from '../../http/mount.ts';
import { originOf } from '../../http/origin.ts';
import type { AuthService } from './service.ts';

export function mountAuth(mount: Mount, auth: AuthService): void {
  mount(contract.initiateLogin, async ({ body, request }) => {
    await auth.beginSignIn(body, originOf(request));
    return { message: 'Authentication code sent to your email' };
  });
  mount(contract.verifyLogin, async ({ body, request, reply }) => {
    const { token, cookie } = await auth.finishSignIn(body, originOf(request));
    reply.header('set-cookie', cookie);
    return { access_token: token };
  });
  mount(contract.forgotPassword, async ({ body, request }) => {
    await auth.requestReset(body.email, originOf(request));
    return { message: 'Password reset instructions have been sent to your email' };
  });
  mount(contract.resetPassword, async ({ body, request, reply }) => {
    reply.header('set-cookie', await auth.resetPassword(body, originOf(request)));
    return { message: 'Password has been reset successfully' };
  });
  mount(contract.changePassword, async ({ currentUser, body }) => {
    await auth.changeOwnPassword(currentUser, body);
    return { message: 'Password changed successfully' };
  });
  mount(contract.confirmEmail, async ({ body, request }) => {
    await auth.confirmEmail(body, originOf(request));
    return { message: 'Email address confirmed successfully' };
  });
  mount(contract.validateToken, async () => ({ valid: true as const }));
  mount(contract.getProfile, ({ currentUser }) => auth.profile(currentUser));
  mount(contract.logout, async ({ currentUser }) => {
    await auth.signOut(currentUser);
    return { message: 'Signed out' };
  });
  mount(contract.listSessions, async ({ currentUser }) => ({ data: await auth.sessions(currentUser) }));
  mount(contract.endOtherSessions, async ({ currentUser }) => ({ ended: await auth.endOtherSessions(currentUser) }));
  mount(contract.endSession, async ({ currentUser, params }) => {
    await auth.endSession(currentUser, params.id);
    return { message: 'Session ended' };
  });
}
