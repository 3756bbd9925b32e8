import { completeInvitation, register } from '@portal/contract/auth';
import * as contract from '@portal/contract/invitations';
import type { Mount } from '../../http/mount.ts';
import { originOf } from '../../http/origin.ts';
import type { InvitationService } from './service.ts';

export function mountInvitations(mount: Mount, invitations: InvitationService): void {
  mount(contract.createInvitation, ({ viewer, body }) => invitations.invite(viewer, body));
  mount(contract.inviteUser, ({ viewer, body }) => invitations.invite(viewer, body));
  mount(contract.inviteGuest, ({ viewer, body }) => invitations.inviteGuest(viewer, body));
  mount(contract.inviteMany, async ({ viewer, body }) => ({
    results: await invitations.inviteMany(viewer, body.invitations, body.preview),
  }));
  mount(contract.validateInvitation, async ({ params, request }) => {
    const link = await invitations.readLink(params.token, originOf(request));
    if (link === undefined) return { valid: false };
    if (link === 'accepted') return { valid: false, accepted: true } as const;
    const { fullName, ...rest } = link;
    return { valid: true, ...rest, ...(fullName === null ? {} : { fullName }) };
  });
  mount(contract.listInvitations, ({ viewer }) => invitations.list(viewer));
  mount(contract.listRelatedInvitations, ({ viewer }) => invitations.listRelated(viewer));
  mount(contract.listActiveInvitations, ({ viewer }) => invitations.listActive(viewer));
  mount(contract.resendInvitation, async ({ viewer, params }) => {
    await invitations.resend(viewer, params.id);
    return { message: 'Invitation resent successfully' };
  });
  for (const revoking of [contract.revokeInvitation, contract.revokeInvitationAlias]) {
    mount(revoking, async ({ viewer, params }) => {
      await invitations.revoke(viewer, params.id);
      return { message: 'Invitation revoked' };
    });
  }
  mount(completeInvitation, async ({ body, request }) => {
    await invitations.complete(body, originOf(request));
    return { message: 'Registration completed successfully' };
  });
  mount(register, async ({ viewer, body }) => {
    const id = await invitations.register(viewer, body);
    return { id, message: 'User registered successfully' };
  });
}
