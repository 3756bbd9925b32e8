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
  mount(contract.changePassword, async ({ viewer, body }) => {
    await auth.changeOwnPassword(viewer, body);
    return { message: 'Password changed successfully' };
  });
  mount(contract.confirmEmail, async ({ body, request }) => {
    await auth.confirmEmail(body, originOf(request));
    return { message: 'Email address confirmed successfully' };
  });
  mount(contract.validateToken, async () => ({ valid: true as const }));
  mount(contract.getProfile, ({ viewer }) => auth.profile(viewer));
  mount(contract.logout, async ({ viewer }) => {
    await auth.signOut(viewer);
    return { message: 'Signed out' };
  });
  mount(contract.listSessions, async ({ viewer }) => ({ data: await auth.sessions(viewer) }));
  mount(contract.endOtherSessions, async ({ viewer }) => ({ ended: await auth.endOtherSessions(viewer) }));
  mount(contract.endSession, async ({ viewer, params }) => {
    await auth.endSession(viewer, params.id);
    return { message: 'Session ended' };
  });
}
