import * as auth from '@portal/contract/auth';
import * as contract from '@portal/contract/invitations';
import type pg from 'pg';
import type { Mount } from '../../http/mount.ts';
import { sourceOf } from '../../http/request-source.ts';
import { withoutNulls } from '../../platform/without-nulls.ts';
import { completeInvitation, readLink } from './accepting.ts';
import { resendInvitation, revokeInvitation } from './administering.ts';
import { type InvitingDependencies, invite, inviteGuest } from './inviting.ts';
import { inviteMany } from './inviting-many.ts';
import { listActiveInvitations, listInvitations, listRelatedInvitations } from './listing.ts';
import { registerUser } from './registering.ts';

export type InvitationDependencies = InvitingDependencies & { pool: pg.Pool };

/** Creates users: by mailed invitation, or directly by an administrator. */
export function mountInvitations(mount: Mount, dependencies: InvitationDependencies): void {
  mount(contract.createInvitation, ({ currentUser, body }) => invite(dependencies, currentUser, body));
  mount(contract.inviteUser, ({ currentUser, body }) => invite(dependencies, currentUser, body));
  mount(contract.inviteGuest, ({ currentUser, body }) => inviteGuest(dependencies, currentUser, body));
  mount(contract.inviteMany, async ({ currentUser, body }) => ({
    results: await inviteMany(dependencies, currentUser, body.invitations, body.preview),
  }));
  mount(contract.validateInvitation, async ({ params, request }) => {
    const link = await readLink(dependencies, params.token, sourceOf(request));
    if (link === undefined) return { valid: false };
    if (link === 'accepted') return { valid: false, accepted: true } as const;
    return { valid: true, ...withoutNulls(link) };
  });
  mount(contract.listInvitations, ({ currentUser, query }) => listInvitations(dependencies, currentUser, query.after));
  mount(contract.listRelatedInvitations, ({ currentUser, query }) =>
    listRelatedInvitations(dependencies, currentUser, query.after),
  );
  mount(contract.listActiveInvitations, ({ currentUser, query }) =>
    listActiveInvitations(dependencies, currentUser, query.after),
  );
  mount(contract.resendInvitation, async ({ currentUser, params }) => {
    await resendInvitation(dependencies, currentUser, params.id);
    return { message: 'Invitation resent successfully' };
  });
  for (const revoking of [contract.revokeInvitation, contract.revokeInvitationAlias]) {
    mount(revoking, async ({ currentUser, params }) => {
      await revokeInvitation(dependencies, currentUser, params.id);
      return { message: 'Invitation revoked' };
    });
  }
  mount(auth.completeInvitation, async ({ body, request }) => {
    await completeInvitation(dependencies, body, sourceOf(request));
    return { message: 'Registration completed successfully' };
  });
  mount(auth.register, async ({ currentUser, body }) => {
    const id = await registerUser(dependencies, currentUser, body);
    return { id, message: 'User registered successfully' };
  });
}
