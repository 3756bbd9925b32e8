import { z } from 'zod';
import { email, fullName, givenInstant, idParams, instant, message, netsuiteId, pageAfter, uuid } from './common.ts';
import { endpointsOf } from './endpoint.ts';
import { MAX_INVITATIONS } from './values.ts';

const endpoint = endpointsOf('Invitations');

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

const inviting = { body: inviteUserBody, status: 201, response: invitation, errors: [409, 429] } as const;
const revoking = { params: idParams, response: message, errors: [404, 409] } as const;

export const createInvitation = endpoint('POST /customer-invitations', 'invitations.manage', {
  summary: 'Invite a user',
  ...inviting,
});

/** Same as `createInvitation`: the specification names both. */
export const inviteUser = endpoint('POST /customer-invitations/invite-user', 'invitations.manage', {
  summary: 'Invite a user into a group',
  ...inviting,
});

export const inviteGuest = endpoint('POST /customer-invitations/invite-guest', 'invitations.manage', {
  summary: 'Invite a guest; the group is always the guest group',
  ...inviting,
  body: inviteUserBody.partial({ groupId: true }),
});

export const inviteMany = endpoint('POST /customer-invitations/list', 'invitations.manage', {
  summary: 'Invite a list of people; each row has its own result. A preview sends nothing.',
  body: z.object({
    preview: z.boolean().default(false),
    invitations: z
      .array(listedInvitation)
      .min(1, 'must name at least one person')
      .max(MAX_INVITATIONS, `must name at most ${MAX_INVITATIONS} people`),
  }),
  hasLargeBody: true,
  response: z.object({ results: z.array(listedResult) }),
  errors: [429],
});

export const validateInvitation = endpoint('GET /customer-invitations/validate/{token}', 'public', {
  summary: 'The invitation of a link',
  params: z.object({ token: z.string().min(1).max(200) }),
  response: z.object({
    valid: z.boolean(),
    accepted: z.literal(true).optional().meta({ description: 'Not valid because it was used: sign in instead' }),
    email: z.string().optional(),
    fullName: z.string().optional(),
    expiresAt: instant.optional(),
  }),
  errors: [429],
});

const listed = { query: pageAfter(uuid), response: z.array(invitation) } as const;

export const listInvitations = endpoint('GET /customer-invitations', 'invitations.read', {
  summary: 'All invitations in scope',
  ...listed,
});

export const listRelatedInvitations = endpoint('GET /customer-invitations/related-invitation', 'invitations.read', {
  summary: "The invitations of the caller's customer",
  ...listed,
});

export const listActiveInvitations = endpoint('GET /customer-invitations/active', 'invitations.read', {
  summary: 'Pending, unexpired invitations in scope',
  ...listed,
});

export const resendInvitation = endpoint('PUT /customer-invitations/{id}/invitation', 'invitations.manage', {
  summary: 'Mail a new link; the earlier one keeps working until it expires',
  params: idParams,
  response: message,
  errors: [404, 409, 429],
});

export const revokeInvitation = endpoint('DELETE /customer-invitations/{id}', 'invitations.manage', {
  summary: 'Revoke an invitation',
  ...revoking,
});

/** Same as `revokeInvitation`: the specification names both. */
export const revokeInvitationAlias = endpoint('DELETE /customer-invitations/invitations/{id}', 'invitations.manage', {
  summary: 'Revoke an invitation (second form)',
  ...revoking,
});

export const listGuestUsers = endpoint('GET /customer-invitations/guest-users', 'orders.assign', {
  summary: 'Guests that orders can be assigned to',
  query: pageAfter(uuid),
  response: z.array(
    z.object({
      id: uuid,
      email: z.string(),
      fullName: z.string().optional(),
      customerNetsuiteId: netsuiteId.optional(),
      customerName: z.string().optional(),
    }),
  ),
});

export const deleteGuestUser = endpoint('DELETE /customer-invitations/guest-users/{id}', 'invitations.manage', {
  summary: 'Delete a guest',
  ...revoking,
});
