import { completeInvitation, register } from '@portal/contract/auth';
import * as contract from '@portal/contract/invitations';
import type { Mount } from '../../http/mount.ts';
import { originOf } from '../../http/origin.ts';
import type { InvitationService } from './service.ts';

export function mountInvitations(mount: Mount, invitations: InvitationService): void {
  mount(contract.createInvitation, ({ currentUser, body }) => invitations.invite(currentUser, body));
  mount(contract.inviteUser, ({ currentUser, body }) => invitations.invite(currentUser, body));
  mount(contract.inviteGuest, ({ currentUser, body }) => invitations.inviteGuest(currentUser, body));
  mount(contract.inviteMany, async ({ currentUser, body }) => ({
    results: await invitations.inviteMany(currentUser, body.invitations, body.preview),
  }));
  mount(contract.validateInvitation, async ({ params, request }) => {
    const link = await invitations.readLink(params.token, originOf(request));
    if (link === undefined) return { valid: false };
    if (link === 'accepted') return { valid: false, accepted: true } as const;
    const { fullName, ...rest } = link;
    return { valid: true, ...rest, ...(fullName === null ? {} : { fullName }) };
  });
  mount(contract.listInvitations, ({ currentUser }) => invitations.list(currentUser));
  mount(contract.listRelatedInvitations, ({ currentUser }) => invitations.listRelated(currentUser));
  mount(contract.listActiveInvitations, ({ currentUser }) => invitations.listActive(currentUser));
  mount(contract.resendInvitation, async ({ currentUser, params }) => {
    await invitations.resend(currentUser, params.id);
    return { message: 'Invitation resent successfully' };
  });
  for (const revoking of [contract.revokeInvitation, contract.revokeInvitationAlias]) {
    mount(revoking, async ({ currentUser, params }) => {
      await invitations.revoke(currentUser, params.id);
      return { message: 'Invitation revoked' };
    });
  }
  mount(completeInvitation, async ({ body, request }) => {
    await invitations.complete(body, originOf(request));
    return { message: 'Registration completed successfully' };
  });
  mount(register, async ({ currentUser, body }) => {
    const id = await invitations.register(currentUser, body);
    return { id, message: 'User registered successfully' };
  });
}
