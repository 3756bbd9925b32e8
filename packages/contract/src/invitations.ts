import { z } from 'zod';
import { email, fullName, givenInstant, idParams, instant, message, netsuiteId, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { MAX_INVITATIONS } from './values.ts';

const invitation = z.object({
  id: uuid,
  email: z.string(),
  fullName: z.string(),
  groupId: uuid,
  groupName: z.string(),
  customerNetsuiteId: netsuiteId.nullable(),
  customerName: z.string().nullable(),
  invitedBy: z.string().nullable(),
  status: z.enum(['pending', 'accepted', 'expired']),
  createdAt: instant,
  expiresAt: instant.meta({ description: 'When the latest link stops working' }),
  accessEndsAt: instant.nullable().meta({ description: "When the guest's access ends" }),
});
export type Invitation = z.infer<typeof invitation>;

/** A person to invite, with the group. Each row of a pasted list is validated against it too. */
export const inviteUserBody = z.object({
  email,
  fullName,
  groupId: uuid,
  customerNetsuiteId: netsuiteId.optional(),
  expiresAt: givenInstant.optional().meta({ description: 'For guests alone: when their access ends' }),
});
export type WantedInvitation = z.output<typeof inviteUserBody>;

/** One row of a list as typed or pasted; errors are reported per row. */
const typed = z.string().max(1000).optional();
const listedInvitation = z.object({
  email: typed,
  fullName: typed,
  groupId: typed,
  customerNetsuiteId: typed,
  expiresAt: typed,
});
export type ListedInvitation = z.output<typeof listedInvitation>;

const listedResult = z.object({
  row: z.number().int().meta({ description: 'Its place in the list, from 0' }),
  email: z.string(),
  outcome: z.enum(['ready', 'invited', 'refused']),
  message: z.string().optional().meta({ description: 'Why it was refused' }),
  id: uuid.optional().meta({ description: 'The invitation that was sent' }),
});
export type ListedInvitationResult = z.infer<typeof listedResult>;

const shared = { tag: 'Invitations', permission: 'invitations.manage' } as const;
const reading = { tag: 'Invitations', permission: 'invitations.read' } as const;

export const createInvitation = endpoint({
  ...shared,
  method: 'POST',
  path: '/customer-invitations',
  summary: 'Invite a user',
  body: inviteUserBody,
  status: 201,
  response: invitation,
  errors: [400, 401, 403, 409, 429],
});

/** Same as `createInvitation`: the specification names both. */
export const inviteUser = endpoint({
  ...shared,
  method: 'POST',
  path: '/customer-invitations/invite-user',
  summary: 'Invite a user into a group',
  body: inviteUserBody,
  status: 201,
  response: invitation,
  errors: [400, 401, 403, 409, 429],
});

export const inviteGuest = endpoint({
  ...shared,
  method: 'POST',
  path: '/customer-invitations/invite-guest',
  summary: 'Invite a guest; the group is always the guest group',
  body: inviteUserBody.partial({ groupId: true }),
  status: 201,
  response: invitation,
  errors: [400, 401, 403, 409, 429],
});

export const inviteMany = endpoint({
  ...shared,
  method: 'POST',
  path: '/customer-invitations/list',
  summary: 'Invite a list of people; each row has its own result. A preview sends nothing.',
  body: z.object({
    preview: z.boolean().default(false),
    invitations: z
      .array(listedInvitation)
      .min(1, 'must name at least one person')
      .max(MAX_INVITATIONS, `must name at most ${MAX_INVITATIONS} people`),
  }),
  response: z.object({ results: z.array(listedResult) }),
  errors: [400, 401, 403, 429],
});

export const validateInvitation = endpoint({
  method: 'GET',
  path: '/customer-invitations/validate/{token}',
  tag: 'Invitations',
  summary: 'What an invitation link stands for',
  permission: 'public',
  params: z.object({ token: z.string().min(1).max(200) }),
  response: z.object({
    valid: z.boolean(),
    accepted: z.literal(true).optional().meta({ description: 'Not valid because it was used: sign in instead' }),
    email: z.string().optional(),
    fullName: z.string().optional(),
    expiresAt: instant.optional(),
  }),
  errors: [400, 429],
});

export const listInvitations = endpoint({
  ...reading,
  method: 'GET',
  path: '/customer-invitations',
  summary: 'All invitations in scope',
  response: z.array(invitation),
  errors: [401, 403],
});

export const listRelatedInvitations = endpoint({
  ...reading,
  method: 'GET',
  path: '/customer-invitations/related-invitation',
  summary: "The invitations of the caller's customer",
  response: z.array(invitation),
  errors: [401, 403],
});

export const listActiveInvitations = endpoint({
  ...reading,
  method: 'GET',
  path: '/customer-invitations/active',
  summary: 'Pending, unexpired invitations in scope',
  response: z.array(invitation),
  errors: [401, 403],
});

export const resendInvitation = endpoint({
  ...shared,
  method: 'PUT',
  path: '/customer-invitations/{id}/invitation',
  summary: 'Mail a new link; the earlier one keeps working until it expires',
  params: idParams,
  response: message,
  errors: [400, 401, 403, 404, 409, 429],
});

export const revokeInvitation = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/customer-invitations/{id}',
  summary: 'Revoke an invitation',
  params: idParams,
  response: message,
  errors: [400, 401, 403, 404, 409],
});

/** Same as `revokeInvitation`: the specification names both. */
export const revokeInvitationAlias = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/customer-invitations/invitations/{id}',
  summary: 'Revoke an invitation (second form)',
  params: idParams,
  response: message,
  errors: [400, 401, 403, 404, 409],
});

export const listGuestUsers = endpoint({
  method: 'GET',
  path: '/customer-invitations/guest-users',
  tag: 'Invitations',
  summary: 'Guests that orders can be assigned to',
  permission: 'orders.assign',
  response: z.array(
    z.object({
      id: uuid,
      email: z.string(),
      fullName: z.string().optional(),
      customerNetsuiteId: netsuiteId.optional(),
      customerName: z.string().optional(),
    }),
  ),
  errors: [401, 403],
});

export const deleteGuestUser = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/customer-invitations/guest-users/{id}',
  summary: 'Delete a guest',
  params: idParams,
  response: message,
  errors: [400, 401, 403, 404, 409],
});
