import type { register } from '@portal/contract/auth';
import type { Invitation, ListedInvitation, WantedInvitation } from '@portal/contract/invitations';
import type pg from 'pg';
import type { z } from 'zod';
import type { Viewer } from '../../access/viewer.ts';
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

/** How people come in: invited by mail, or made by an administrator. */
export function createInvitationService(dependencies: InvitationDependencies) {
  async function inviteOne(viewer: Viewer, wanted: WantedInvitation): Promise<Invitation> {
    return readInvitation(dependencies, viewer, await invite(dependencies, viewer, wanted));
  }

  /** Whatever group was asked for, it is the guests'. */
  async function inviteGuest(viewer: Viewer, wanted: Omit<WantedInvitation, 'groupId'>): Promise<Invitation> {
    return inviteOne(viewer, { ...wanted, groupId: await findGuestGroupId(dependencies.db) });
  }

  return {
    invite: inviteOne,
    inviteGuest,
    inviteMany: (viewer: Viewer, rows: readonly ListedInvitation[], preview: boolean) =>
      inviteMany(dependencies, viewer, rows, preview),
    list: (viewer: Viewer) => listInvitations(dependencies, viewer),
    listRelated: (viewer: Viewer) => listRelatedInvitations(dependencies, viewer),
    listActive: (viewer: Viewer) => listActiveInvitations(dependencies, viewer),
    resend: (viewer: Viewer, id: string) => resendInvitation(dependencies, viewer, id),
    revoke: (viewer: Viewer, id: string) => revokeInvitation(dependencies, viewer, id),
    mailInvitation: (transaction: Database, viewer: Viewer, id: string) =>
      mailInvitation(dependencies, transaction, viewer, id),
    readLink: (token: string, origin: Origin) => readLink(dependencies, token, origin),
    complete: (given: { token: string; email: string; password: string }, origin: Origin) =>
      completeInvitation(dependencies, given, origin),
    register: (viewer: Viewer, wanted: z.output<typeof register.body>) => registerUser(dependencies, viewer, wanted),
  };
}
