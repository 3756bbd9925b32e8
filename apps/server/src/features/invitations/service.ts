import type { register } from '@portal/contract/auth';
import type { Invitation, ListedInvitation, WantedInvitation } from '@portal/contract/invitations';
import type pg from 'pg';
import type { z } from 'zod';
import type { CurrentUser } from '../../access/current-user.ts';
import type { Database } from '../../platform/database.ts';
import type { Origin } from '../../platform/origin.ts';
import { completeInvitation, readLink } from './accepting.ts';
import { mailInvitation, resendInvitation, revokeInvitation } from './administering.ts';
import { type InvitingDependencies, invite } from './inviting.ts';
import { inviteMany } from './inviting-many.ts';
import { listActiveInvitations, listInvitations, listRelatedInvitations, readInvitation } from './listing.ts';
import { findGuestGroupId } from './queries.ts';
import { registerUser } from './registering.ts';

export type InvitationDependencies = InvitingDependencies & { pool: pg.Pool };
export type InvitationService = ReturnType<typeof createInvitationService>;

/** Creates users: by mailed invitation, or directly by an administrator. */
export function createInvitationService(dependencies: InvitationDependencies) {
  async function inviteOne(currentUser: CurrentUser, wanted: WantedInvitation): Promise<Invitation> {
    return readInvitation(dependencies, currentUser, await invite(dependencies, currentUser, wanted));
  }

  /** Always uses the guest group, whatever the request names. */
  async function inviteGuest(currentUser: CurrentUser, wanted: Omit<WantedInvitation, 'groupId'>): Promise<Invitation> {
    return inviteOne(currentUser, { ...wanted, groupId: await findGuestGroupId(dependencies.db) });
  }

  return {
    invite: inviteOne,
    inviteGuest,
    inviteMany: (currentUser: CurrentUser, rows: readonly ListedInvitation[], preview: boolean) =>
      inviteMany(dependencies, currentUser, rows, preview),
    list: (currentUser: CurrentUser) => listInvitations(dependencies, currentUser),
    listRelated: (currentUser: CurrentUser) => listRelatedInvitations(dependencies, currentUser),
    listActive: (currentUser: CurrentUser) => listActiveInvitations(dependencies, currentUser),
    resend: (currentUser: CurrentUser, id: string) => resendInvitation(dependencies, currentUser, id),
    revoke: (currentUser: CurrentUser, id: string) => revokeInvitation(dependencies, currentUser, id),
    mailInvitation: (transaction: Database, currentUser: CurrentUser, id: string) =>
      mailInvitation(dependencies, transaction, currentUser, id),
    readLink: (token: string, origin: Origin) => readLink(dependencies, token, origin),
    complete: (given: { token: string; email: string; password: string }, origin: Origin) =>
      completeInvitation(dependencies, given, origin),
    register: (currentUser: CurrentUser, wanted: z.output<typeof register.body>) =>
      registerUser(dependencies, currentUser, wanted),
  };
}
